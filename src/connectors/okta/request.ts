import type * as z from "zod";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { parseAs } from "../link-pages.ts";

/** A question to Okta's management API. */
export function ask(path: string, query?: HttpRequest["query"], accept?: readonly number[]): HttpRequest {
  return { endpoint: "org", path, query, headers: { accept: "application/json" }, accept };
}

/** One answer in the shape that Okta documents. */
export async function read<Shape>(
  http: Http,
  request: HttpRequest,
  shape: z.ZodType<Shape>,
): Promise<{ readonly data: Shape; readonly answer: HttpAnswer }> {
  const answer = await http.send(request);
  return { data: parseAs(shape, answer.json(), request.path), answer };
}
