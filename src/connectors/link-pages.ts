import * as z from "zod";
import type { Json } from "./connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "./http.ts";
import { RequestFailed } from "./http.ts";

/** One page of a list, and where the vendor says that the next one is. */
export interface LinkedPage<Row> {
  readonly rows: readonly Row[];
  readonly answer: HttpAnswer;
  readonly next: string | undefined;
}

const MOST_PAGES = 1_000;

/**
 * Pages of a list whose next page is named in a Link header (RFC 8288), in the vendor's order. `from` is the `next` of an
 * earlier page, to go on there. `rowsOf` finds the rows in a body that is no array itself. A body of another shape is
 * `malformed`; a list without end, or one that comes back to a page already read, is `truncated`.
 */
export async function* linkPages<Row>(
  http: Http,
  request: HttpRequest,
  row: z.ZodType<Row>,
  from?: string,
  rowsOf: (body: Json) => Json = (body) => body,
): AsyncGenerator<LinkedPage<Row>> {
  const rows = z.array(row);
  const read = new Set<string>();
  let asked: HttpRequest = from === undefined ? request : { ...request, path: from, query: undefined };
  for (;;) {
    const answer = await http.send(asked);
    const next = nextLink(answer.headers["link"]);
    yield { rows: parseAs(rows, rowsOf(answer.json()), request.path), answer, next };
    if (next === undefined) return;
    if (read.has(next) || read.size >= MOST_PAGES)
      throw new RequestFailed("truncated", `${request.path} has no last page`);
    read.add(next);
    asked = { ...request, path: next, query: undefined };
  }
}

/** All rows of such a list at once, for the short ones. */
export async function linkedRows<Row>(http: Http, request: HttpRequest, row: z.ZodType<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of linkPages(http, request, row)) all.push(...page.rows);
  return all;
}

/** The target of the link with rel="next". Undefined where there is none. */
export function nextLink(header: string | undefined): string | undefined {
  for (const [, target, parameters] of (header ?? "").matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel="?next"?\s*(?:[,;]|$)/i.test(parameters ?? "")) return target;
  return undefined;
}

/** `json` in the shape that the vendor documents; throws `RequestFailed` of kind `malformed` for any other. */
export function parseAs<Shape>(shape: z.ZodType<Shape>, json: Json, path: string): Shape {
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join(".") || "its top";
  throw new RequestFailed("malformed", `the answer of ${path} is not what the vendor documents, at ${at}`);
}
