import type { CheckOutcome } from "#domain/verdict.ts";
import type { CheckFacts, Observation } from "./check.ts";
import type { EvidenceItem } from "./connector.ts";

export type Resource = Observation["resource"];

/** What was seen of one resource, and the clause for it: an outcome, or whether it passes; undefined where that cannot be said. */
export type Judged = readonly [outcome: CheckOutcome | boolean | undefined, observed: string];

/**
 * One observation for each item of a kind, in their order; none for those that `judge` answers undefined for, of which the check
 * has nothing to say. What could not be read is unknown, with its gap, whatever `judge` would say.
 */
export function eachItem<Data>(
  facts: CheckFacts,
  kind: string,
  wanted: string,
  judge: (data: Data, item: EvidenceItem) => Judged | undefined,
): Observation[] {
  return facts.items(kind).flatMap((item) => {
    const judged = item.data === null ? gapJudged(item) : judge(item.data as Data, item);
    return judged ? [observe(item.subject, judged, wanted)] : [];
  });
}

/** An observation of one resource. */
export function observe(resource: Resource, [outcome, observed]: Judged, wanted: string): Observation {
  return { resource, outcome: typeof outcome === "string" ? outcome : outcomeOf(outcome), observed, wanted };
}

/** Items of a kind that could be read, with their data, which was compared with its kind's schema before it was stored. */
export function readable<Data>(
  facts: Pick<CheckFacts, "items">,
  kind: string,
): { readonly item: EvidenceItem; readonly data: Data }[] {
  return facts.items(kind).flatMap((item) => (item.data === null ? [] : [{ item, data: item.data as Data }]));
}

/** The data of all items of a kind that could be read. */
export function allOf<Data>(facts: Pick<CheckFacts, "items">, kind: string): Data[] {
  return readable<Data>(facts, kind).map(({ data }) => data);
}

function gapJudged(item: EvidenceItem): Judged {
  return ["unknown", item.gap ?? "it was not read"];
}

function outcomeOf(passes: boolean | undefined): CheckOutcome {
  return passes === undefined ? "unknown" : passes ? "pass" : "fail";
}
