import * as z from "zod";
import type { Json } from "./connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "./http.ts";
import { RequestFailed } from "./http.ts";
import { byLinkHeader, pages } from "./paging.ts";

/** One page of a list, in the shape that the vendor documents. */
export interface RowsOfPage<Row> {
  readonly rows: readonly Row[];
  readonly answer: HttpAnswer;
  /** For a checkpoint behind this page; undefined on the last one. */
  readonly next: Json | undefined;
}

/**
 * Pages of a list whose next page a Link header names, as `pages` reads them. `rowsOf` finds the rows in a body that is no
 * array itself. A body of another shape is `malformed`.
 */
export async function* linkPages<Row>(
  http: Http,
  request: HttpRequest,
  row: z.ZodType<Row>,
  from?: Json,
  rowsOf: (body: Json) => Json = (body) => body,
): AsyncGenerator<RowsOfPage<Row>> {
  const rows = z.array(row);
  for await (const { answer, next } of pages(http, request, byLinkHeader, { from }))
    yield { rows: parseAs(rows, rowsOf(answer.json()), request.path), answer, next };
}

/** All rows of such a list at once, for the short ones. */
export async function linkedRows<Row>(http: Http, request: HttpRequest, row: z.ZodType<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of linkPages(http, request, row)) all.push(...page.rows);
  return all;
}

/** `json` in the shape that the vendor documents; throws `RequestFailed` of kind `malformed` for any other. */
export function parseAs<Shape>(shape: z.ZodType<Shape>, json: Json, path: string): Shape {
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join(".") || "its top";
  throw new RequestFailed("malformed", `the answer of ${path} is not what the vendor documents, at ${at}`);
}
