import type * as z from "zod";
import type { CheckOutcome } from "#domain/verdict.ts";
import type { CheckFacts, Observation } from "./check.ts";
import type { EvidenceItem } from "./connector.ts";

/** What one resource came to, and what was seen of it, as a clause. */
export type Seen = readonly [outcome: CheckOutcome, observed: string];

/**
 * Judges each item of a kind by itself, in their order. An item with a gap, or of a shape that `schema` does not know, such
 * as an older version's, is unknown. `judge` answers undefined for what the check does not look at.
 */
export function eachItem<T>(
  facts: CheckFacts,
  kind: string,
  schema: z.ZodType<T>,
  wanted: string,
  judge: (data: T, item: EvidenceItem) => Seen | undefined,
): Observation[] {
  return facts.items(kind).flatMap((item) => {
    const seen = item.gap === undefined ? judged(item, schema, judge) : (["unknown", item.gap] as const);
    return seen ? [{ resource: item.subject, outcome: seen[0], observed: seen[1], wanted }] : [];
  });
}

function judged<T>(item: EvidenceItem, schema: z.ZodType<T>, judge: (data: T, item: EvidenceItem) => Seen | undefined) {
  const read = schema.safeParse(item.data);
  return read.success ? judge(read.data, item) : (["unknown", "not stored in a form that can be judged"] as const);
}

/** Items of a kind that hold what `schema` knows, and how many others there are. */
export function readable<T>(facts: CheckFacts, kind: string, schema: z.ZodType<T>): { data: T[]; others: number } {
  const items = facts.items(kind);
  const data = items.flatMap((item) => {
    const read = item.gap === undefined ? schema.safeParse(item.data) : undefined;
    return read?.success ? [read.data] : [];
  });
  return { data, others: items.length - data.length };
}
