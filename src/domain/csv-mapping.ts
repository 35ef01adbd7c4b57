import type { FindingOutcome } from "./finding.ts";

/** What a column can mean. A rule and an outcome are needed; the rest may stay away. */
export const csvMeanings = ["rule", "title", "outcome", "severity", "resource", "message", "date"] as const;

export type CsvMeaning = (typeof csvMeanings)[number];

/** Outcomes that a word of a file can stand for. */
export const csvOutcomes = ["pass", "fail", "unknown", "not applicable"] as const satisfies readonly FindingOutcome[];

export type CsvOutcome = (typeof csvOutcomes)[number];

/** How the columns of one kind of CSV file are read, as a person decided once. */
export interface CsvMapping {
  readonly name: string;
  /** The first row of the file it was made with, by which it is offered again. */
  readonly header: readonly string[];
  /** Which column, by its name in the header, has which meaning. */
  readonly columns: Partial<Readonly<Record<CsvMeaning, string>>>;
  /** What each word of the outcome's column means; in lower case, without spaces at its ends. */
  readonly words: Readonly<Record<string, CsvOutcome>>;
}

/** The word of an outcome's cell as a mapping knows it. */
export function outcomeWord(cell: string): string {
  return cell.trim().toLowerCase().slice(0, 80);
}

/** Whether a mapping was made for files with this first row, whatever the order of its columns. */
export function fitsHeader(mapping: Pick<CsvMapping, "header">, header: readonly string[]): boolean {
  const names = (all: readonly string[]) => JSON.stringify(all.map((name) => name.trim().toLowerCase()).sort());
  return names(mapping.header) === names(header);
}

const USUAL: Readonly<Record<CsvMeaning, RegExp>> = {
  rule: /^(rule|check|control|test|policy|finding|vulnerability|plugin|cve|id)([ _-]?(id|name|code|number))?$/,
  title: /^(title|name|summary|description|finding|check[ _-]?title)$/,
  outcome: /^(outcome|result|status|state|pass(ed)?|compliance|compliant|verdict)$/,
  severity: /^(severity|risk|priority|level|criticality)$/,
  resource: /^(resource|asset|host|hostname|target|server|machine|user|account|device|file|ip)([ _-]?(id|name|arn))?$/,
  message: /^(message|details?|notes?|comments?|remarks?|evidence|status[ _-]?(extended|detail))$/,
  date: /^(date|time|timestamp|observed|checked|scanned|created|updated|last[ _-]?(seen|checked|run))([ _-]?(at|on|date))?$/,
};

/** A first guess at what the columns mean, each column once; a person looks at it before it counts. */
export function guessColumns(header: readonly string[]): Partial<Record<CsvMeaning, string>> {
  const guess: Partial<Record<CsvMeaning, string>> = {};
  for (const meaning of csvMeanings) {
    const taken = new Set(Object.values(guess));
    const found = header.find((name) => !taken.has(name) && USUAL[meaning].test(name.trim().toLowerCase()));
    if (found !== undefined) guess[meaning] = found;
  }
  return guess;
}

/** A first guess at what a word of an outcome's column means; undefined for one that says nothing by itself. */
export function guessOutcome(word: string): CsvOutcome | undefined {
  if (/^(pass(ed)?|ok|yes|y|true|1|compliant|success|closed|resolved|fixed|met|satisfied|green)$/.test(word))
    return "pass";
  if (/^(fail(ed|ure)?|no|n|false|0|non[- ]?compliant|open|not met|not satisfied|error|red)$/.test(word)) return "fail";
  if (/^(n\/?a|not applicable|does not apply|exempt)$/.test(word)) return "not applicable";
  return /^(unknown|manual|pending|not checked|in progress|partial|warning|)$/.test(word) ? "unknown" : undefined;
}
