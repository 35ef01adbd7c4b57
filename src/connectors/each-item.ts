import type { CheckOutcome } from "#domain/verdict.ts";
import type { CheckFacts, Observation } from "./check.ts";
import type { EvidenceItem } from "./connector.ts";
import { gapOf } from "./observe.ts";

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
    return judged ? [{ resource: item.subject, outcome: judged[0], observed: judged[1], wanted }] : [];
  });
}

/** The data of all items of a kind that could be read. */
export function allOf<Data>(facts: Pick<CheckFacts, "items">, kind: string): Data[] {
  return facts.items(kind).flatMap((item) => (item.data === null ? [] : [item.data as Data]));
}

/** What `ask` brings; undefined where this one resource does not let us read it. What ends a step is thrown again. */
export async function ifReadable<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    gapOf(error);
    return undefined;
  }
}

function gapJudged(item: EvidenceItem): Judged {
  return ["unknown", item.gap ?? "it was not read"];
}
