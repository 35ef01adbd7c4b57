import { toBase64 } from "../ledger/bytes.ts";
import { notProved } from "./bundle-report.ts";
import type { BundleReport, Problem } from "./bundle-report.ts";

/** More than a person reads; the bundle is refused by the first. */
const SHOWN = 100;

/** What a verification found in the words of every verifier, whether they are printed or put on a page. */
export interface ReportInWords {
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly verdict: string;
  /** One line for each thing that is wrong, and one for those that are too many. */
  readonly problems: readonly string[];
  readonly notProved: readonly string[];
}

/** Puts a report into words. `isKeyGiven`: the key came from the auditor, not from the bundle. */
export function wordReport(report: BundleReport, isKeyGiven: boolean): ReportInWords {
  const { problems, files, bytes, exhibits, artifacts, checkpoint, key } = report;
  const head = checkpoint && `${checkpoint.origin}, ${count(checkpoint.size, "entry", "entries")}`;
  const whose = isKeyGiven
    ? "the one you gave"
    : "the bundle's own: compare it with the one you were given by another route";
  const facts = {
    Files: `${files} (${bytes.toLocaleString("en-US")} bytes)`,
    Scope: report.scope,
    Ledger: head,
    Root: checkpoint && toBase64(checkpoint.root),
    Exhibits: `${exhibits} proved against the root, ${artifacts} with their file`,
    Key: key && `${key} (${whose})`,
    Earlier: report.earlier,
  };
  return {
    facts: Object.entries(facts).flatMap(([name, value]) => (value ? [[name, printable(value)] as const] : [])),
    verdict:
      problems.length === 0
        ? "VERIFIED. Every file is the one that was sealed, and every exhibit is in the ledger."
        : `REFUSED. This is not what was sealed: ${count(problems.length, "problem", "problems")}.`,
    problems: problemLines(problems).map(printable),
    notProved: notProved.map((one) => `${one}.`),
  };
}

/** The words in plain lines. */
export function printReport(report: BundleReport, isKeyGiven: boolean): string[] {
  const words = wordReport(report, isKeyGiven);
  return [
    ...words.facts.map(([name, value]) => `${name.padEnd(10)}${value}`),
    "",
    words.verdict,
    ...words.problems.map((line) => `  ${line}`),
    "",
    "Not proved:",
    ...words.notProved.map((line) => `  - ${line}`),
  ];
}

function problemLines(problems: readonly Problem[]): string[] {
  const shown = problems.slice(0, SHOWN).map(({ path, exhibit, sentence }) => {
    return `${exhibit === undefined ? path : `${exhibit} (${path})`}: ${sentence}`;
  });
  return problems.length > SHOWN ? [...shown, `and ${problems.length - SHOWN} more.`] : shown;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Names in a bundle are a stranger's: none of them may steer the terminal. */
function printable(line: string): string {
  return line.replace(/[\p{C}\u2028\u2029]/gu, "?");
}
