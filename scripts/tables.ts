// `npm run tables`: writes every file that is made from data of ours. `npm run check` compares them with `--check`.
import { runNode } from "./program.ts";

/** What each script keeps, and the script. */
export const tables: readonly { readonly name: string; readonly script: string }[] = [
  { name: "table of limits", script: "scripts/limits-table.ts" },
  { name: "table of roles", script: "scripts/roles-table.ts" },
  { name: "tables of security", script: "scripts/security-tables.ts" },
  { name: "settings in README", script: "scripts/settings-table.ts" },
  { name: ".env.example", script: "scripts/env-example.ts" },
  { name: "picture of the architecture", script: "scripts/architecture-picture.ts" },
  { name: "index of decisions", script: "scripts/decision-index.ts" },
];

if (import.meta.main) {
  for (const { name, script } of tables) {
    const { code, output } = await runNode(script);
    console.log(`${code === 0 ? "written" : "FAILED "}  ${name}${output === "" ? "" : `\n${output.trim()}`}`);
    if (code !== 0) process.exitCode = 1;
  }
}
