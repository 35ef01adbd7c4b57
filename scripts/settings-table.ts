import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "#server/app/settings.ts";
import { root } from "./program.ts";

// Keeps the README's table of settings equal to the settings: written here, compared with `--check`.
const readme = join(root, "README.md");
const [begin, end] = ["<!-- settings -->", "<!-- /settings -->"];
const rows = settings.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
const table = ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");

const text = existsSync(readme) ? readFileSync(readme, "utf8") : "";
const [before, rest] = text.split(begin);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined) {
  console.log(`README.md has no place for the settings between ${begin} and ${end}.`);
  process.exitCode = 1;
} else {
  const wanted = `${before}${begin}\n\n${table}\n\n${end}${after}`;
  if (process.argv.includes("--check")) {
    if (text !== wanted) console.log("The README's table of settings is out of date: npm run tables");
    process.exitCode = text === wanted ? 0 : 1;
  } else {
    writeFileSync(readme, wanted);
  }
}
