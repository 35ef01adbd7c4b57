import type { EvidenceItem, Json, Subject } from "./connector.ts";
import type { HttpAnswer } from "./http.ts";
import { RequestFailed } from "./http.ts";

/** An item, observed when the vendor answered. Typed data is what is stored. */
export function item(kind: string, subject: Subject, data: object, answer: Pick<HttpAnswer, "at">): EvidenceItem {
  return { kind, subject, data: data as Json, observedAt: answer.at };
}

/** The item for one resource that could not be read, `at` an instant as ISO 8601; what ends a step is thrown again. */
export function unreadable(kind: string, subject: Subject, error: unknown, at: string): EvidenceItem {
  return { kind, subject, data: null, observedAt: at, gap: gapOf(error) };
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

/**
 * Why one resource could not be read, in a clause for `EvidenceItem.gap`: "403 Forbidden at /repos/a/b/hooks, needs
 * administration:read". Only what concerns one resource alone is answered, a 403 or a 404 of its own; everything else (refused
 * credentials, a vendor that is down, pages without end, an answer that is not as documented) ends the step and is thrown again.
 */
export function gapOf(error: unknown): string {
  if (!(error instanceof RequestFailed) || (error.kind !== "denied" && error.kind !== "unavailable")) throw error;
  return error.missing.length > 0 ? `${error.message}, needs ${error.missing.join(", ")}` : error.message;
}
