import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asvs, checklist, countStates } from "#catalog/security/index.ts";
import { states } from "#catalog/security/proof.ts";
import type { NamedTest, Proof } from "#catalog/security/proof.ts";
import { root } from "./program.ts";

// Keeps docs/security equal to the data that the tests are checked against: written here, compared with `--check`.
const items = checklist.flatMap((part) => part.items);
const requirements = asvs.flatMap((chapter) => chapter.requirements);

/** What a table shows of a text, with nothing that would end its cell. */
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

function counts(rows: readonly Proof[]): string {
  const of = countStates(rows);
  return `| ${states.join(" | ")} | all |\n|${" ---: |".repeat(states.length + 1)}\n| ${states.map((state) => of[state]).join(" | ")} | ${rows.length} |`;
}

/** Tests by file, each file once: its titles follow it. */
function testsOf(tests: readonly NamedTest[]): string {
  const byFile = Map.groupBy(tests, (named) => named.slice(0, named.indexOf(": ")));
  const titles = (of: readonly NamedTest[]) => of.map((named) => `“${cell(named.slice(named.indexOf(": ") + 2))}”`);
  return [...byFile].map(([file, of]) => `\`${file}\`: ${titles(of).join("; ")}`).join("<br>");
}

function proofOf({ why, tests, items: borrowed }: Proof): string {
  const rests = borrowed.map((id) => `[${id}](checklist.md#item-${id})`).join(", ");
  const parts = [cell(why), rests === "" ? "" : `Checklist ${rests}.`, testsOf(tests)];
  return parts.filter((part) => part !== "").join("<br>");
}

const legend = `**Shown**: a test of this repository shows it, and the test's name is in the row. **Partly**: the row says what is missing.
**Open**: nothing shows it, or we do otherwise; the row says why. **Not applicable**: we do not have what it is about.

\`npm run check\` fails when this page differs from \`src/catalog/security\`, and \`npm test\` when a test that is named here is gone,
or when fewer rows are shown than are committed. We wrote both tables ourselves: no auditor has confirmed them.`;

const pages: Record<string, string> = {
  "docs/security/checklist.md": `# Security checklist

91 things that must hold, each with the test that shows it. The column ASVS names the requirements of
[OWASP ASVS](asvs.md) that it touches.

${counts(items)}

${legend}
${checklist
  .map(
    ({ title, items: rows }) => `
## ${title}

| | what must hold | state | shown by | ASVS |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| <a id="item-${row.id}"></a>${row.id} | ${cell(row.text)} | ${row.state} | ${proofOf(row)} | ${row.asvs.join(", ")} |`).join("\n")}
`,
  )
  .join("")}`,
  "docs/security/asvs.md": `# OWASP ASVS 5.0.0, level 2

All 253 requirements of levels 1 and 2, by their ids, and where Exhibit stands.

${counts(requirements)}

${legend}

The ids are those of the [OWASP Application Security Verification Standard](https://github.com/OWASP/ASVS) 5.0.0, which OWASP
publishes under CC BY-SA 4.0. The words beside them are ours and shorter than OWASP's: read the standard for what each one asks.
${asvs
  .map(
    ({ title, requirements: rows }) => `
## ${title}

| id | level | in short | state | shown by |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row.id} | ${row.level} | ${cell(row.text)} | ${row.state} | ${proofOf(row)} |`).join("\n")}
`,
  )
  .join("")}`,
};

const isCheck = process.argv.includes("--check");
for (const [path, wanted] of Object.entries(pages)) {
  const file = join(root, path);
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
    console.log(`${path} is out of date: npm run tables`);
    process.exitCode = 1;
  }
}
