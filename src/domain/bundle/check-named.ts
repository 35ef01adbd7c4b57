import type { RegistersQuestion } from "../judge/contract.ts";
import { listOf, text } from "../judge/shapes.ts";
import { isAfterEntry } from "./check-runs.ts";
import type { Witnesses } from "./check-runs.ts";

/** Why an exhibit contradicts the ledger, or why the ledger tells nothing of it. */
export type Unlike = { readonly fault: string } | { readonly open: string };

interface Named {
  readonly exhibit: string;
  readonly sha256: string;
  readonly source: string;
  readonly seenAt: string;
}

/** The judge of a bundle's issuer may have taken anything for a list of exhibits. */
const areNamed = listOf((named) => {
  const { exhibit, sha256, source, seenAt } = (named ?? {}) as Partial<Record<keyof Named, unknown>>;
  return [exhibit, sha256, source, seenAt].every(text);
});

/**
 * The question with those exhibits alone that the ledger proves to be of the source, and seen at the moment, that the snapshot says;
 * and why the others are not proved, by their source. A snapshot that says otherwise than the ledger is at fault as a whole.
 */
export function provedQuestion(
  question: RegistersQuestion,
  ledgerIndex: number,
  cited: Witnesses & { readonly items: ReadonlyMap<string, { readonly ledgerIndex: number }> },
): { readonly question: RegistersQuestion; readonly open: ReadonlyMap<string, string> } | { readonly fault: string } {
  const { snapshot, collections } = question.input as {
    readonly snapshot: { readonly collections?: unknown };
    readonly collections: readonly { readonly sample?: unknown }[];
  };
  const given = snapshot.collections ?? [];
  if (!areNamed(given)) return { fault: "it does not say with which exhibits it was read" };
  const named = given as readonly Named[];
  const open = new Map<string, string>();
  const proved: number[] = [];
  for (const [place, own] of named.entries()) {
    const { exhibit, source } = own;
    const filedAt = cited.items.get(exhibit)?.ledgerIndex ?? Infinity;
    const unlike = unlikeLedger(own, { after: filedAt, before: ledgerIndex }, cited);
    if (unlike && "fault" in unlike) return unlike;
    const isSample = collections[place]?.sample !== undefined;
    if (isSample) open.set(source, "read from a sample account, which is made up");
    else if (unlike) open.set(source, unlike.open);
    else proved.push(place);
  }
  const input = {
    ...question.input,
    snapshot: { ...snapshot, collections: proved.map((place) => named[place]) },
    collections: proved.map((place) => collections[place]),
  };
  return { question: { ...question, input }, open };
}

/** What a snapshot says of an exhibit otherwise than the exhibit's own entry, and the runs that were written between the two. */
function unlikeLedger(
  { exhibit, source, seenAt }: Named,
  { after, before }: { readonly after: number; readonly before: number },
  { runs, filings }: Witnesses,
): Unlike | undefined {
  const filedUnder = filings.get(exhibit)?.source;
  if (filedUnder === undefined) return { open: "read with an exhibit that was filed under no source" };
  if (filedUnder !== source) return { fault: `${exhibit} was filed under ${filedUnder}, not under ${source}` };
  const own = (runs.get(exhibit) ?? []).filter(({ index }) => index > after && index < before);
  if (own.length === 0) return { open: "read with an exhibit of a run whose ledger entry is not in this bundle" };
  const told = own.flatMap((line) => (line.run.observedAt ? [{ line, moment: line.run.observedAt }] : []));
  if (told.length === 0) return { open: "read with an exhibit of a run whose ledger entry does not say when" };
  const moments = told.flatMap(({ line, moment }) => (isAfterEntry(moment, line) ? [] : [moment]));
  if (moments.length === 0)
    return { open: "read with an exhibit of a run that names a later moment than its ledger entry" };
  // Accounts may be older than the run that saw them last, which looks not at everything each hour; they are never younger.
  const last = moments.reduce((newest, moment) => (moment > newest ? moment : newest));
  if (Date.parse(seenAt) <= Date.parse(last)) return undefined;
  return { fault: `the ledger says that ${exhibit} was seen at ${last}, not at ${seenAt}` };
}
