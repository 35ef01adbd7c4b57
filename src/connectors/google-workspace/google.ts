import type { EvidenceItem, Json, Subject } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { fieldsOf, listOf, textOf } from "../json-fields.ts";
import type { Fields } from "../json-fields.ts";
import type { Data, schemas } from "./kinds.ts";

interface Page {
  readonly objects: readonly Fields[];
  readonly answer: HttpAnswer;
  readonly next: string | undefined;
}

const MOST_PAGES = 1_000;

/**
 * Pages of a list, along `nextPageToken`. An absent list is an empty page, as Google leaves out what is empty. Throws
 * RequestFailed `truncated` after 1,000 pages, and where a token comes again.
 */
export async function* pagesOf(
  http: Http,
  request: Pick<HttpRequest, "endpoint" | "path" | "query">,
  list: string,
  from: Json | undefined,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let token = typeof from === "string" ? from : undefined;
  for (;;) {
    const answer = await http.send({
      ...request,
      query: { ...request.query, ...(token !== undefined && { pageToken: token }) },
    });
    const body = fieldsOf(answer.json());
    const value = body[list];
    if (value !== undefined && !Array.isArray(value))
      throw new RequestFailed("malformed", `no list at ${request.path}`, answer.status);
    token = textOf(body["nextPageToken"]) || undefined;
    yield { objects: listOf(value).map(fieldsOf), answer, next: token };
    if (token === undefined) return;
    if (seen.has(token) || seen.size >= MOST_PAGES)
      throw new RequestFailed("truncated", `more than ${seen.size + 1} pages at ${request.path}`);
    seen.add(token);
  }
}

/** An item whose data is of its kind. */
export function item<K extends keyof typeof schemas>(
  kind: K,
  subject: Subject,
  data: Data<K>,
  observedAt: string,
): EvidenceItem {
  return { kind, subject, data: data as unknown as Json, observedAt };
}

/** The day of an instant; null for none and for the beginning of 1970, which is how Google says never. */
export function dayOf(value: Json | undefined): string | null {
  const text = textOf(value);
  return /^(19[7-9]\d|2\d{3})-\d\d-\d\dT/.test(text) && !text.startsWith("1970-01-01") ? text.slice(0, 10) : null;
}
