import type { Checkpoint, EvidenceItem, Step, StepContext, Subject } from "../../connector.ts";
import { textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { item as stored } from "../../observe.ts";
import { isUnlicensed, pagesOf } from "../graph.ts";
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
      const shaped = read(object, page.answer.at);
      if (shaped) yield shaped;
    }
    if (page.next !== undefined) yield { checkpoint: page.next };
  }
}

/** A step over a feature that not every licence has. */
export function licensed(
  step: Omit<Step, "collect">,
  feature: string,
  path: string,
  read: (object: Fields, at: string) => EvidenceItem,
): Step {
  return {
    ...step,
    kinds: [...step.kinds, "ms.unlicensed"],
    async *collect(context) {
      const probe = await context.http.send({ endpoint: "graph", path: `/v1.0${path}`, accept: [403] });
      if (isUnlicensed(probe, step.scopes[0]!)) yield item("ms.unlicensed", tenantIn(context), { feature }, probe.at);
      else yield* collection(context, path, read);
    },
  };
}

/** The tenant as a subject. */
export const tenantIn = ({ account }: Pick<StepContext, "account">): Subject => ({
  type: "tenant",
  id: account.id,
  label: account.label,
});

/** A directory object as a subject; the id is Graph's own. */
export const subject = (type: string, object: Fields, label = textOf(object["displayName"])): Subject => ({
  type,
  id: textOf(object["id"]),
  label: label || textOf(object["id"]),
});
