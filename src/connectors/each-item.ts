import type { CheckOutcome } from "#domain/verdict.ts";
import type { CheckFacts, Observation } from "./check.ts";
import type { EvidenceItem, Json, Subject } from "./connector.ts";
import { RequestFailed } from "./http.ts";

/** An outcome and the clause for it; undefined where the check has nothing to say of a resource. */
export type Judged = readonly [outcome: CheckOutcome, observed: string] | undefined;

/** One observation for each item of a kind, in their order. What could not be read is unknown, with its gap. */
export function eachItem<Data>(
  facts: CheckFacts,
  kind: string,
  wanted: string,
  judge: (data: Data, item: EvidenceItem) => Judged,
): Observation[] {
  return facts.items(kind).flatMap((item) => {
    const judged = item.data === null ? gapJudged(item) : judge(item.data as Data, item);
    return judged ? [{ resource: resourceOf(item.subject), outcome: judged[0], observed: judged[1], wanted }] : [];
  });
}

/** The data of all items of a kind that could be read. */
export function dataOf<Data>(facts: Pick<CheckFacts, "items">, kind: string): Data[] {
  return facts.items(kind).flatMap((item) => (item.data === null ? [] : [item.data as Data]));
}

/** The item for a resource that could not be read, if `error` concerns this resource alone; what ends a step is thrown again. */
export function gapOf(kind: string, subject: Subject, observedAt: string, error: unknown): EvidenceItem {
  const { message, missing } = ofOneResource(error);
  const needs = missing.length > 0 ? `, needs ${missing.join(", ")}` : "";
  return { kind, subject, data: null, observedAt, gap: `${message}${needs}` };
}

/** What `ask` brings; undefined where this one resource does not let us read it. What ends a step is thrown again. */
export async function ifReadable<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    ofOneResource(error);
    return undefined;
  }
}

function ofOneResource(error: unknown): RequestFailed {
  if (error instanceof RequestFailed && error.kind !== "failed" && error.kind !== "truncated") return error;
  throw error;
}

/** Typed data as what is stored: the same object. */
export const stored = (data: object): Json => data as Json;

function gapJudged(item: EvidenceItem): Judged {
  return ["unknown", item.gap ?? "it was not read"];
}

function resourceOf({ type, id, label }: Subject): Observation["resource"] {
  return { type, id, label };
}
