import type { CheckFacts, Observation } from "./check.ts";
import type { EvidenceItem, Json } from "./connector.ts";

export type Resource = Observation["resource"];

/** What was seen of one resource: whether it passes, undefined where that cannot be said, and what was observed. */
export type Seen = readonly [passes: boolean | undefined, observed: string];

/** An observation of one resource. */
export function observe(resource: Resource, [passes, observed]: Seen, wanted: string): Observation {
  return { resource, outcome: passes === undefined ? "unknown" : passes ? "pass" : "fail", observed, wanted };
}

/** An observation that a check does not apply, and why. */
export function doesNotApply(resource: Resource, observed: string, wanted: string): Observation {
  return { resource, outcome: "not applicable", observed, wanted };
}

/**
 * One observation for each item of a kind; none for those that `look` answers undefined for. An item that could not be read is
 * unknown, whatever `look` would say.
 */
export function each<Data>(
  facts: CheckFacts,
  kind: string,
  wanted: string,
  look: (data: Data, item: EvidenceItem) => Seen | undefined,
): Observation[] {
  return facts.items(kind).flatMap((item) => {
    const seen: Seen | undefined =
      item.gap === undefined ? look(item.data as Json as Data, item) : [undefined, item.gap];
    return seen ? [observe(item.subject, seen, wanted)] : [];
  });
}

/** Items of a kind that could be read, with their data, which the engine has compared with its kind's schema. */
export function readable<Data>(
  facts: CheckFacts,
  kind: string,
): { readonly item: EvidenceItem; readonly data: Data }[] {
  return facts
    .items(kind)
    .flatMap((item) => (item.gap === undefined ? [{ item, data: item.data as Json as Data }] : []));
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whole days from a day (`2026-01-31`, UTC) to an instant; negative for a day to come. */
export function daysSince(day: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(`${day}T00:00:00Z`)) / DAY_MS);
}

/** Why a count cannot be given: what of a kind could not be read. Undefined where all of it was. */
export function uncounted(facts: CheckFacts, kind: string, step: string): Seen | undefined {
  if (facts.step(step)?.status !== "complete") return [undefined, "the list was not read whole"];
  const gaps = facts.items(kind).filter((item) => item.gap !== undefined);
  return gaps.length > 0 ? [undefined, `${gaps.length} could not be read (${gaps[0]!.gap})`] : undefined;
}
