import type * as z from "zod";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { fieldsOf, textOf } from "../json-fields.ts";
import { parseAs } from "../link-pages.ts";

const headers = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

/** A question to GitHub's REST API, version 2022-11-28. */
export function ask(
  path: string,
  query?: HttpRequest["query"],
  accept?: readonly number[],
): HttpRequest & { readonly path: string } {
  return { endpoint: "api", path, query, headers, accept };
}

/** One answer in the shape that GitHub documents. */
export async function read<Shape>(
  http: Http,
  request: HttpRequest,
  shape: z.ZodType<Shape>,
): Promise<{ readonly data: Shape; readonly answer: HttpAnswer }> {
  const answer = await http.send(request);
  return { data: parseAs(shape, answer.json(), request.path), answer };
}

/** `path` of a repository, whose full name is GitHub's own: "owner/name". */
export function ofRepository(fullName: string, path: string): string {
  return `/repos/${fullName.split("/").map(encodeURIComponent).join("/")}${path}`;
}

/** What GitHub says with a refusal; empty where it says nothing that can be read. */
export function messageOf(answer: HttpAnswer): string {
  try {
    return textOf(fieldsOf(answer.json())["message"]);
  } catch {
    return "";
  }
}
