import { sayLoss } from "../ledger-loss.ts";
import { toBase64 } from "../ledger/bytes.ts";
import { notProved } from "./bundle-report.ts";
import type { BundleReport, Problem } from "./bundle-report.ts";
import { verdictOf } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

/** More than a person reads; the bundle is refused by the first. */
const SHOWN = 100;
/** All verdicts of a library of 98 checks that one source or one reason leaves open. */
const NAMED = 500;

const FOREIGN = "it is not this verifier's own, was run apart, and whatever agrees with it is what it says";

/** What a verification found in the words of every verifier, whether they are printed or put on a page. */
export interface ReportInWords {
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly verdict: Verdict;
  /** One line for each thing that is wrong, and one for those that are too many. */
  readonly problems: readonly string[];
  readonly notProved: readonly string[];
}

/** Puts a report into words. What is no bundle has nothing to tell but that. */
export function wordReport(report: BundleReport): ReportInWords {
  const verdict = verdictOf(report);
  const said = { ...verdict, details: verdict.details.map(printable), sentence: printable(verdict.sentence) };
  if (verdict.name === "not-a-bundle") return { facts: [], verdict: said, problems: [], notProved: [] };
  const { problems, files, bytes, exhibits, artifacts, checkpoint, losses, key } = report;
  const head = checkpoint && `${checkpoint.origin}, ${count(checkpoint.size, "entry", "entries")}`;
  const whose = report.isKeyGiven ? "the one you gave" : "the bundle's own, which vouches for nobody";
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Files", `${files} (${bytes.toLocaleString("en-US")} bytes)`],
    ["Scope", report.scope],
    ["Ledger", head],
    ["Root", checkpoint && toBase64(checkpoint.root)],
    ...losses.slice(0, SHOWN).map((loss) => ["Lost", sayLoss(loss)] as const),
    ["Lost", losses.length > SHOWN ? `and ${losses.length - SHOWN} more.` : undefined],
    ["Exhibits", `${exhibits} proved against the root, ${artifacts} with their file`],
    ...report.looks
      .slice(0, SHOWN)
      .map(({ exhibit, times, last }) => ["Registers", lookedAgain(exhibit, times, last)] as const),
    ...verdictFacts(report.verdicts),
    ["Key", key && `${key} (${whose})`],
    ["Earlier", report.earlier?.sentence],
  ];
  return {
    facts: facts.flatMap(([name, value]) => (value ? [[name, printable(value)] as const] : [])),
    verdict: said,
    problems: problemLines(problems).map(printable),
    notProved: notProved(report).map((item) => `${item}.`),
  };
}

const lookedAgain = (exhibit: string, times: number, last: string) =>
  `${exhibit} was found to say the same ${times === 1 ? "once" : `${times} times`} after it was sealed, last at ${last}`;

/** How many verdicts agreed, and the names of those that cannot be judged again, by why. */
function verdictFacts(verdicts: BundleReport["verdicts"]): (readonly [name: string, value: string])[] {
  if (!verdicts) return [];
  const { agreed, agreedByForeign, foreign, released, differs, notReperformable, resting, instant } = verdicts;
  const open = [...notReperformable];
  const left = open.reduce((sum, [, names]) => sum + names.length, 0);
  const by =
    agreedByForeign === 0
      ? ""
      : ` (${agreedByForeign === agreed ? "all" : agreedByForeign} with a judge of the bundle's issuer)`;
  const at = instant === undefined ? "" : `, as of ${instant}`;
  return [
    ["Verdicts", `judged again: ${agreed} agreed${by}, ${differs.length} differ, ${left} not re-performable${at}`],
    ...foreign.slice(0, SHOWN).map((sha256) => ["Judge", `${sha256} came with the bundle: ${FOREIGN}`] as const),
    ...(foreign.length > SHOWN ? [["Judge", `and ${foreign.length - SHOWN} more`] as const] : []),
    ...[...released].map(([sha256, version]) => ["Judge", `${sha256} is the judge of version ${version}`] as const),
    ...open.map(([why, names]) => ["Not again", `${why}: ${some(names)}`] as const),
    ...(resting.length > 0
      ? [["Resting", `agreed, on checks that were not judged again: ${some(resting)}`] as const]
      : []),
  ];
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

/** The words in plain lines. */
export function printReport(report: BundleReport): string[] {
  const words = wordReport(report);
  return [
    ...words.facts.map(([name, value]) => `${name.padEnd(10)}${value}`),
    ...(words.facts.length > 0 ? [""] : []),
    words.verdict.sentence,
    ...words.verdict.details,
    ...words.problems.map((line) => `  ${line}`),
    ...(words.notProved.length > 0 ? ["", "Not proved:"] : []),
    ...words.notProved.map((line) => `  - ${line}`),
  ];
}

function problemLines(problems: readonly Problem[]): string[] {
  const shown = problems.slice(0, SHOWN).map(({ path, exhibit, sentence }) => {
    return `${exhibit === undefined ? path : `${exhibit} (${path})`}: ${sentence}`;
  });
  return problems.length > SHOWN ? [...shown, `and ${problems.length - SHOWN} more.`] : shown;
}

function count(number: number, word: string, many: string): string {
  return `${number} ${number === 1 ? word : many}`;
}

/** Names in a bundle are a stranger's: none of them may steer the terminal. */
function printable(line: string): string {
  return line.replace(/[\p{C}\u2028\u2029]/gu, "?");
}
