import { notProved } from "#domain/bundle/bundle-report.ts";
import type { BundleReport, Problem } from "#domain/bundle/bundle-report.ts";

/** More than a person reads; the bundle is refused by the first. */
const SHOWN = 100;

/** What a verification found, in plain lines. `isKeyGiven`: the key came from the auditor, not from the bundle. */
export function printReport(report: BundleReport, isKeyGiven: boolean): string[] {
  const { problems, files, bytes, exhibits, artifacts, checkpoint, key } = report;
  const head = checkpoint && `${checkpoint.origin}, ${count(checkpoint.size, "entry", "entries")}`;
  const whose = isKeyGiven
    ? "the one you gave"
    : "the bundle's own: compare it with the one you were given by another route";
  const facts = {
    Files: `${files} (${bytes.toLocaleString("en-US")} bytes)`,
    Ledger: head,
    Root: checkpoint && Buffer.from(checkpoint.root).toString("base64"),
    Exhibits: `${exhibits} proved against the root, ${artifacts} with their file`,
    Key: key && `${key} (${whose})`,
    Earlier: report.earlier,
  };
  const known = Object.entries(facts).flatMap(([name, value]) => (value ? [`${name.padEnd(10)}${value}`] : []));
  const limits = notProved.map((one) => `  - ${one}.`);
  return [...known, "", ...verdict(problems), "", "Not proved:", ...limits].map(printable);
}

function verdict(problems: readonly Problem[]): string[] {
  if (problems.length === 0)
    return ["VERIFIED. Every file is the one that was sealed, and every exhibit is in the ledger."];
  const shown = problems.slice(0, SHOWN).map(({ path, exhibit, sentence }) => {
    return `  ${exhibit === undefined ? path : `${exhibit} (${path})`}: ${sentence}`;
  });
  const rest = problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more.`] : [];
  return [`REFUSED. This is not what was sealed: ${count(problems.length, "problem", "problems")}.`, ...shown, ...rest];
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Names in a bundle are a stranger's: none of them may steer the terminal. */
function printable(line: string): string {
  return line.replace(/[\p{C}\u2028\u2029]/gu, "?");
}
