// Keeps docs/decisions/README.md, the list of all records, equal to the records: written here, compared with `--check`.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./program.ts";

/** Numbers that have no record, and why. One that is taken later needs no line any more. */
const unused: Readonly<Record<string, string>> = {
  "0026": "was never used",
  "0053": "was never used",
  "0058": "was never used",
  "0059": "was never used",
  "0074": "was never used",
  "0083": "was never used",
  "0091": "was never used",
  "0092": "was never used",
  "0093": "was never used",
  "0099": "was never used",
  "0101": "was never used",
  "0102": "was never used",
  "0104": "was never used",
  "0106": "was never used",
  "0108": "was never used",
  "0110": "was never used",
  "0111": "was never used",
  "0112": "was never used",
  "0113": "was never used",
  "0118": "was never used",
  "0120": "was never used",
  "0122": "was never used",
  "0124": "was never used",
  "0126": "was never used",
  "0127": "was never used",
  "0129": "was never used",
  "0130": "was never used",
  "0132": "was never used",
  "0141": "was never used",
  "0145": "was never used",
  "0147": "was never used",
  "0150": "was never used",
  "0151": "was never used",
  "0152": "was never used",
  "0153": "was never used",
  "0154": "was never used",
  "0155": "was never used",
  "0156": "was never used",
  "0159": "was never used",
  "0160": "was never used",
  "0164": "was never used",
  "0165": "was never used",
  "0166": "was never used",
  "0167": "was never used",
  "0168": "was never used",
  "0169": "was never used",
  "0170": "was never used",
  "0171": "was never used",
  "0172": "was never used",
  "0173": "was never used",
  "0175": "was never used",
  "0176": "was never used",
  "0177": "was never used",
  "0178": "was never used",
  "0179": "was never used",
  "0180": "was never used",
  "0182": "was never used",
  "0183": "was never used",
  "0184": "was never used",
  "0185": "was never used",
  "0186": "was never used",
  "0187": "was never used",
  "0188": "was never used",
  "0189": "was never used",
  "0190": "was never used",
  "0194": "was never used",
  "0195": "was never used",
  "0199": "was never used",
  "0200": "was never used",
  "0197": "was never used",
  "0203": "was never used",
  "0204": "was never used",
  "0198": "was never used",
  "0205": "was never used",
  "0206": "was never used",
  "0214": "was never used",
  "0223": "was never used",
  "0224": "was never used",
  "0226": "was never used",
  "0229": "was never used",
  "0232": "was never used",
  "0234": "was never used",
};

interface Decision {
  readonly number: string;
  readonly file: string;
  readonly title: string;
  /** Markdown: `Accepted`, or by what it was replaced. */
  readonly status: string;
  readonly date: string;
}

const statusLine =
  /^((?:Accepted|Proposed|Rejected|Superseded(?: in part)? by \[\d{4}\]\([^)\s]+\))) · (\d{4}-\d\d-\d\d)$/;

/** Reads a record's head: title, empty line, status and date. Answers with a sentence where one of them is missing. */
export function readDecision(file: string, text: string): Decision | string {
  const [heading = "", , state = ""] = text.split("\n");
  const title = /^# (?!\d)(.+)$/.exec(heading)?.[1];
  if (title === undefined) return `${file}: the first line is not "# Title", without a number`;
  const found = statusLine.exec(state);
  if (!found) return `${file}: the third line is not a status and a date, such as "Accepted · 2026-11-22"`;
  return { number: basename(file).slice(0, 4), file: basename(file), title, status: found[1]!, date: found[2]! };
}

/** What is wrong with the numbers: used twice, or skipped without a reason. */
export function wrongNumbers(numbers: readonly string[], reasons: Readonly<Record<string, string>>): string[] {
  const highest = Math.max(...numbers.map(Number));
  const all = Array.from({ length: highest }, (_, at) => String(at + 1).padStart(4, "0"));
  return [
    ...new Set(
      numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number} is used twice`),
    ),
    ...all
      .filter((number) => !numbers.includes(number) && !(number in reasons))
      .map((number) => `${number} has no record: say why in scripts/decision-index.ts`),
  ];
}

/** The index as a page. */
export function indexOf(decisions: readonly Decision[], reasons: Readonly<Record<string, string>>): string {
  const rows = decisions.map(
    ({ number, file, title, status, date }) => `| [${number}](${file}) | ${title} | ${status} | ${date} |`,
  );
  const gaps = Object.entries(reasons)
    .filter(([number]) => !decisions.some((decision) => decision.number === number))
    .map(([number, reason]) => `- ${number} ${reason}.`);
  return `# Decisions

One page for each decision that was hard to make or would be hard to undo. Each says why, what we gave up, and when to look again. A
record is not rewritten: a new one supersedes it, and the old one says so. \`npm run tables\` makes this index from the records.

| number | decision | status | date |
| --- | --- | --- | --- |
${rows.join("\n")}

Numbers without a record:

${gaps.join("\n")}

## Write one

Take the next number. The file is \`NNNN-a-short-title.md\`; its third line is the status and the date, such as
\`Accepted · 2026-11-22\` or \`Superseded by [0034](0034-nothing-is-signed-on-hearsay.md) · 2026-11-21\`. Then: context, decision,
what we gave up, when to look again. One page, with the figures that decided it.
`;
}

if (import.meta.main) {
  const files = globSync("docs/decisions/[0-9]*.md", { cwd: root }).toSorted();
  const read = files.map((file) => readDecision(file, readFileSync(join(root, file), "utf8")));
  const decisions = read.filter((item) => typeof item !== "string");
  const problems = [
    ...read.filter((item) => typeof item === "string"),
    ...wrongNumbers(
      decisions.map(({ number }) => number),
      unused,
    ),
  ];
  const page = join(root, "docs/decisions/README.md");
  const wanted = indexOf(decisions, unused);
  if (!process.argv.includes("--check")) writeFileSync(page, wanted);
  else if (!existsSync(page) || readFileSync(page, "utf8") !== wanted)
    problems.push("docs/decisions/README.md is out of date: npm run tables");
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
