// Starts Exhibit, or runs one of its commands: `exhibit`, `exhibit backup …`, `exhibit --help`.
// What was released is not developed: demo accounts are off, and SECRET_KEY is asked for.
process.env.NODE_ENV ??= "production";
const [command] = process.argv.slice(2);
if (command === undefined || command === "start") await import("../src/server/app/main.ts");
else await import("../src/server/commands/main.ts");
