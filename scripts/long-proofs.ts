import { runTool } from "./program.ts";
import { testHours } from "./test-hours.ts";

// The proofs that take too long for every change. Arguments choose among them as they do for vitest:
// `npm run test:long -- rotation`. `npm run test:long -- hours` runs the usual tests at other times, in other places and beside
// other work; behind it stand names of moments, stages or files: `hours leap-day src/domain`.
const [first, ...rest] = process.argv.slice(2);
if (first === "hours") process.exitCode = await testHours(rest);
else {
  const flags = ["run", "--project", "long", "--passWithNoTests", ...process.argv.slice(2)];
  const { code } = await runTool("vitest", "vitest", flags, { aloud: "long" });
  process.exitCode = code || (first === undefined ? await testHours([]) : 0);
}
