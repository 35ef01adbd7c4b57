import type { Checkpoint, EvidenceItem, StepContext, Subject } from "../../connector.ts";
import { textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { item as stored } from "../../observe.ts";
import { pagesOf } from "../graph.ts";
import type { Data, kinds } from "../kinds.ts";

type Kind = keyof typeof kinds;

/** An item whose data is of its kind. */
export function item<K extends Kind>(kind: K, subject: Subject, data: Data<K>, observedAt: string): EvidenceItem {
  return stored(kind, subject, data, { at: observedAt });
}

/** Reads a collection page by page; after each page it is safe to go on from the next. */
export async function* collection(
  context: StepContext,
  path: string,
  read: (object: Fields, at: string) => EvidenceItem | undefined,
): AsyncGenerator<EvidenceItem | Checkpoint> {
  for await (const page of pagesOf(context.http, path, context.cursor)) {
    for (const object of page.objects) {
      const one = read(object, page.answer.at);
      if (one) yield one;
    }
    if (page.next !== undefined) yield { checkpoint: page.next };
  }
}

/** A directory object as a subject; the id is Graph's own. */
export const subject = (type: string, object: Fields, label = textOf(object["displayName"])): Subject => ({
  type,
  id: textOf(object["id"]),
  label: label || textOf(object["id"]),
});
