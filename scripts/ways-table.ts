import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { partsThatReportsPass } from "#catalog/finding-rules/rule-sets.ts";
import { documentsBySource, documentSourceWords } from "#catalog/document-sources.ts";
import { allChecks, asksOf, controls } from "#catalog/index.ts";
import { checksOfRegisters, onlyFailedByRegisters, partsOf, partsOfChecks } from "#catalog/parts.ts";
import { programChecks } from "#catalog/program-goals.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { answeredParts } from "#connectors/answered-parts.ts";
import { connectors } from "#connectors/index.ts";
import { shortestWay, waysToDecide, wayToDecide } from "#domain/ways-to-decide.ts";
import type { DecidedBy } from "#domain/ways-to-decide.ts";
import { root } from "./program.ts";

// Keeps docs/deciding.md and src/catalog/ways.gen.ts, which the page /promises shows, equal to what the library asks and what can
// answer it: written here, compared with `--check`.

const answered = new Set(
  answeredParts(connectors, partsOfChecks, partsThatReportsPass())
    .filter(({ by, reports }) => reports.length > 0 || Object.keys(by).length > 0)
    .map(({ name }) => name),
);

const askedOf = (check: { readonly id: string }) => ({
  parts: partsOf(check.id).length,
  answered: partsOf(check.id).filter(({ aspect }) => answered.has(`${check.id}/${aspect}`)).length,
  register: checksOfRegisters.includes(check.id),
});

/** Who can decide a check, in words. */
const decidedByWords: Readonly<Record<DecidedBy, string>> = {
  machine: "Connectors and reports",
  partly: "Connectors and reports in part, a person the rest",
  register: "Registers",
  person: "A person's test",
};

/** Every check of the library by what can decide it, the most re-performable first. */
export function checksByWay() {
  const ways = Map.groupBy(allChecks, (check) => wayToDecide(askedOf(check)));
  return (Object.keys(decidedByWords) as DecidedBy[]).map((by) => ({
    by,
    label: decidedByWords[by],
    checks: ways.get(by) ?? [],
  }));
}

/** What registers are to decide and do not yet, and the documents that nothing makes yet. */
export function missingToday() {
  const left = programChecks.filter((id) => !checksOfRegisters.includes(id));
  return {
    checks: left.map((id) => {
      const { title } = allChecks.find((check) => check.id === id)!;
      return id in onlyFailedByRegisters ? `${title} (${onlyFailedByRegisters[id]})` : title;
    }),
    documents: (documentsBySource.get("hand") ?? []).map(({ title }) => title),
  };
}

/** For each control what can decide its checks, and the shortest way of a company with these frameworks and without systems. */
export function waysOfControls(frameworks: readonly FrameworkKey[]) {
  return controls.map(({ id, title, checks, expectedEvidence }) => {
    const asked = (all: typeof checks) => all.map(askedOf);
    const own = expectedEvidence.filter((document) => asksOf(document, frameworks)).length;
    return {
      id,
      title,
      checks: checks.length,
      ...waysToDecide(asked(checks), expectedEvidence.length),
      shortest: shortestWay(asked(checks.filter((check) => asksOf(check, frameworks))), own),
    };
  });
}

type Way = ReturnType<typeof waysOfControls>[number];

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const sum = (ways: readonly Way[], of: (way: Way) => number) => ways.reduce((total, way) => total + of(way), 0);

const columns: readonly (readonly [head: string, of: (way: Way) => number])[] = [
  ["checks", ({ checks }) => checks],
  ["by machine", ({ machine }) => machine],
  ["machine in part", ({ partly }) => partly],
  ["by register", ({ register }) => register],
  ["by a person alone", ({ person }) => person],
  ["documents", ({ documents }) => documents],
  ["shortest way: by a person", ({ shortest }) => shortest.person],
  ["not applicable", ({ shortest }) => shortest.notApplicable],
  ["documents filed", ({ shortest }) => shortest.documents],
];

/** The table as text, with its totals; the same for docs and for the output of a test. */
export function waysTable(ways: readonly Way[]): string {
  return [
    row(["control", ...columns.map(([head]) => head)]),
    row(["---", ...columns.map(() => "---:")]),
    ...ways.map((way) => row([`${way.id} ${way.title}`, ...columns.map(([, of]) => of(way))])),
    row(["**all**", ...columns.map(([, of]) => `**${sum(ways, of)}**`)]),
  ].join("\n");
}

/** The expected documents by where they come from, as text. */
export function documentsTable(): string {
  return [
    row(["source", "number", "documents"]),
    row(["---", "---:", "---"]),
    ...[...documentsBySource].map(([source, documents]) =>
      row([documentSourceWords[source].label, documents.length, documents.map(({ title }) => title).join("; ")]),
    ),
  ].join("\n");
}

/** Every check by what can decide it, as text. */
export function checksTable(): string {
  return [
    row(["decided by", "number", "checks"]),
    row(["---", "---:", "---"]),
    ...checksByWay().map(({ label, checks }) =>
      row([label, checks.length, checks.map(({ title }) => title).join("; ")]),
    ),
  ].join("\n");
}

/** What is not there yet, as sentences. */
export function missingWords(): string {
  const { checks, documents } = missingToday();
  const decided = programChecks.length - checks.length;
  return [
    `Registers decide ${decided} of the ${programChecks.length} checks that are meant for them. No check passes because a file was uploaded.`,
    ...(checks.length > 0 ? [`A person still tests: ${checks.join("; ")}.`] : []),
    ...(documents.length > 0 ? [`Still filed by hand: ${documents.join("; ")}.`] : []),
  ].join(" ");
}

/** Where the expected documents come from, in the order of sources. */
const documentWays = () =>
  [...documentsBySource].map(([source, documents]) => ({
    ...documentSourceWords[source],
    titles: documents.map(({ title }) => title),
  }));

/** The page of docs. */
export function waysPage(ways: readonly Way[]): string {
  return `# What decides each control

A control passes when all its checks pass or do not apply and all its documents are on file and reviewed. This table is made from
the catalog, the connectors' checks and the rules of reports by \`npm run tables\`; the page \`/promises\` shows the same figures, and
\`src/server/controls/earned.db.test.ts\` goes the shortest way for all 22 controls and compares what decided each.

- *By machine*: a connector or a report can answer every [part](parts.md) of the check, for the systems that it reads. *In part*: some parts.
- *By register*: records that Exhibit keeps can decide it.
- *By a person alone*: no machine answers any of its parts, so a person tests and signs it.
- *Shortest way*: a SOC 2 project of a company that has none of the systems that checks ask about, and says so. A check or document for
  other frameworks is not asked of it.

${waysTable(ways)}

## What decides each check

${checksTable()}

${missingWords()}

## Where documents come from

A policy in force is its document, reviewed by its own approvals. What Exhibit prints, and what people file, counts once another person accepted it
([why](decisions/0105-registers-and-policies-are-documents.md)).

${documentsTable()}
`;
}

/** The catalog's file, from which the page shows the table. */
export function waysModule(ways: readonly Way[]): string {
  const lines = ways.map((way) => `  ${JSON.stringify(way)},`);
  return `/** For each control what can decide its checks, and its shortest honest way. Written by \`npm run tables\`. */
export const ways = [
${lines.join("\n")}
] as const;

/** Every check by what can decide it. */
export const checkWays = [
${checksByWay()
  .map(({ by, label, checks }) => `  ${JSON.stringify({ by, label, titles: checks.map(({ title }) => title) })},`)
  .join("\n")}
] as const;

/** Every expected document by where it comes from. */
export const documentWays = [
${documentWays()
  .map((source) => `  ${JSON.stringify(source)},`)
  .join("\n")}
] as const;

/** What registers are to decide and do not yet, and the documents that nothing makes yet. */
export const missing: {
  readonly of: number;
  readonly checks: readonly string[];
  readonly documents: readonly string[];
} = ${JSON.stringify({ of: programChecks.length, ...missingToday() })};
`;
}

const files = [
  ["docs/deciding.md", waysPage],
  ["src/catalog/ways.gen.ts", waysModule],
] as const;

if (import.meta.main) {
  const ways = waysOfControls(["soc2"]);
  for (const [name, write] of files) {
    const [file, wanted] = [join(root, name), write(ways)];
    if (!process.argv.includes("--check")) writeFileSync(file, wanted);
    else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
      console.log(`${name} is out of date: npm run tables`);
      process.exitCode = 1;
    }
  }
}
