// `npm run tables`: writes every file that is made from data of ours. `npm run check` compares them with `--check`.
import { runNode } from "./program.ts";

interface Kept {
  readonly name: string;
  readonly script: string;
  /** Globs of what it reads and writes, besides what it imports. */
  readonly reads: readonly string[];
}

/** Every such file, and the script that keeps it. */
export const tables: readonly Kept[] = [
  { name: "table of limits", script: "scripts/limits-table.ts", reads: ["docs/limits.md"] },
  { name: "table of parts", script: "scripts/parts-table.ts", reads: ["docs/parts.md"] },
  {
    name: "table of what decides controls",
    script: "scripts/ways-table.ts",
    reads: ["docs/deciding.md", "src/catalog/ways.gen.ts"],
  },
  { name: "names of registers", script: "scripts/register-names.ts", reads: ["src/catalog/register-names.gen.ts"] },
  { name: "table of roles", script: "scripts/roles-table.ts", reads: ["docs/roles.md"] },
  { name: "tables of security", script: "scripts/security-tables.ts", reads: ["docs/security/*"] },
  { name: "settings in README", script: "scripts/settings-table.ts", reads: ["README.md"] },
  { name: ".env.example", script: "scripts/env-example.ts", reads: [".env.example"] },
  { name: "picture of the architecture", script: "scripts/architecture-picture.ts", reads: ["docs/pictures/*.svg"] },
  { name: "index of decisions", script: "scripts/decision-index.ts", reads: ["docs/decisions/*"] },
];

if (import.meta.main) {
  for (const { name, script } of tables) {
    const { code, output } = await runNode(script);
    console.log(`${code === 0 ? "written" : "FAILED "}  ${name}${output === "" ? "" : `\n${output.trim()}`}`);
    if (code !== 0) process.exitCode = 1;
  }
}
