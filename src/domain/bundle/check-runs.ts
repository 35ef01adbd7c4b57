import { actFault } from "../ledger/act-line.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { parseRunLine, seenAt } from "../ledger/run-line.ts";
import type { RunLine } from "../ledger/run-line.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import type { Filing } from "./check-exhibits.ts";
import type { PartLine } from "./verdict-line.ts";

/** A line for each exhibit of a connection that a verdict cites: the entry of the newest run that saw it, in the ledger's order. */
export const RUNS = "ledger/runs.jsonl";

/** Runs by the exhibit that they saw. Each is an entry of the signed ledger. */
export type ProvedRuns = ReadonlyMap<string, readonly RunLine[]>;

/** What the ledger proves of where verdicts were read. */
export interface Witnesses {
  readonly runs: ProvedRuns;
  readonly filings: ReadonlyMap<string, Filing>;
  /** Exhibits that the bundle names as withdrawn, by their numbers. */
  readonly withdrawn: ReadonlySet<string>;
}

/** The clock that runs look at and the one of the ledger's entries may be so far apart; a clock that is more wrong is no forgery. */
const CLOCKS_MS = 5 * 60_000;

/** Whether a moment that a run names is later than the run's own entry. */
export const isAfterEntry = (moment: string, { at }: Pick<RunLine, "at">): boolean =>
  Date.parse(moment) > at.getTime() + CLOCKS_MS;

/** Reads the runs and proves each of them. Where no ledger is signed none is proved. */
export async function checkRuns(
  content: BundleContent,
  crypto: Cryptography,
  checkpoint: Checkpoint | undefined,
  findings: Findings,
): Promise<ProvedRuns> {
  const proved = new Map<string, RunLine[]>();
  if (!content.found.has(RUNS)) return proved;
  let before = -1;
  let number = 0;
  for await (const text of content.lines(RUNS)) {
    number += 1;
    const refuse = (sentence: string) => findings.add(RUNS, `Line ${number} ${sentence}`);
    const line = text === undefined ? undefined : parseRunLine(text);
    if (!line) refuse("is not a run of a connection.");
    else if (line.index <= before) refuse("is not in the ledger's order.");
    else {
      const fault = actFault(line, checkpoint, crypto);
      if (fault !== undefined) refuse(fault);
      else if (checkpoint) {
        const own = proved.get(line.run.exhibit) ?? [];
        own.push(line);
        proved.set(line.run.exhibit, own);
      }
      before = line.index;
    }
  }
  return proved;
}

/**
 * What a connection's line says otherwise than the ledger of its source, of when it was seen and by which judge; or why the ledger
 * tells nothing of that. Undefined where a run and the exhibit's own entry say the same.
 */
export function runFault(
  line: PartLine,
  { runs, filings }: Witnesses,
): { readonly fault: string } | { readonly open: string } | undefined {
  const { exhibit, source, observedAt, judge } = line;
  const filedUnder = filings.get(exhibit)?.source;
  if (filedUnder === undefined) return { open: "read from an exhibit that was filed under no source" };
  if (filedUnder !== source) return { fault: `${exhibit} was filed under ${filedUnder}` };
  // What a run saw it had filed before.
  const own = (runs.get(exhibit) ?? []).filter(({ index }) => index > line.ledgerIndex);
  if (own.length === 0) return { open: "seen by a run whose ledger entry is not in this bundle" };
  const said = own.filter(({ run }) => run.observedAt !== undefined);
  if (said.length === 0) return { open: "seen by a run whose ledger entry does not say when" };
  const part = line.aspect === null ? line.check : `${line.check}/${line.aspect}`;
  const run = said.find((candidate) => seenAt(candidate.run, part) === observedAt);
  if (!run)
    return { fault: `the ledger says that it was seen at ${seenAt(said.at(-1)!.run, part)}, not at ${observedAt}` };
  if (isAfterEntry(observedAt, run)) return { open: "seen by a run that names a later moment than its ledger entry" };
  return run.run.judge === judge ? undefined : { fault: "the ledger's entry of its run names another judge" };
}
