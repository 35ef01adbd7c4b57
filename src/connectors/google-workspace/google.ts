import type { EvidenceItem, Json, Subject } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { fieldsOf, listOf } from "../json-fields.ts";
import type { Fields } from "../json-fields.ts";
import { item as stored } from "../observe.ts";
import { byToken, pages } from "../paging.ts";
import type { Data, kinds } from "./kinds.ts";

interface Page {
  readonly objects: readonly Fields[];
  readonly answer: HttpAnswer;
  /** For a checkpoint behind this page; undefined on the last one. */
  readonly next: Json | undefined;
}

/**
 * Pages of a list, along `nextPageToken`. An absent list is an empty page, as Google leaves out what is empty. Fails as `pages` does.
 */
export async function* pagesOf(
  http: Http,
  request: Pick<HttpRequest, "endpoint" | "path" | "query">,
  list: string,
  from: Json | undefined,
): AsyncGenerator<Page> {
  for await (const { answer, next } of pages(http, request, byToken("pageToken", "nextPageToken"), { from })) {
    const value = fieldsOf(answer.json())[list];
    if (value !== undefined && !Array.isArray(value))
      throw new RequestFailed("malformed", `no list at ${request.path}`, answer.status);
    yield { objects: listOf(value).map(fieldsOf), answer, next };
  }
}

/** An item whose data is of its kind. */
export function item<K extends keyof typeof kinds>(
  kind: K,
  subject: Subject,
  data: Data<K>,
  observedAt: string,
): EvidenceItem {
  return stored(kind, subject, data, { at: observedAt });
}
