import { RequestFailed } from "../http.ts";
import type { Http, HttpAnswer } from "../http.ts";
import type { Json } from "../connector.ts";
import { fieldsOf, listOf, textOf } from "../json-fields.ts";
import type { Fields } from "../json-fields.ts";

/** The day of an instant that Graph names; null for none, and for its year 1 and 1601, which mean never. */
export function dayOf(value: Json | undefined): string | null {
  const text = textOf(value);
  return /^(19[7-9]\d|2\d{3})-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : null;
}

interface Page {
  readonly objects: readonly Fields[];
  readonly answer: HttpAnswer;
  /** The whole URL of the next page; undefined at the end. */
  readonly next: string | undefined;
}

const MOST_PAGES = 1_000;

/**
 * Pages of a collection, along `@odata.nextLink`. Throws RequestFailed `truncated` after 1,000 pages, and where a page leads to one
 * that was read before.
 */
export async function* pagesOf(http: Http, first: string, from?: string): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let path: string | undefined = from ?? `/v1.0${first}`;
  while (path !== undefined) {
    if (seen.has(path) || seen.size >= MOST_PAGES)
      throw new RequestFailed("truncated", `more than ${seen.size} pages at ${first.split("?")[0]}`);
    seen.add(path);
    const answer = await http.send({ endpoint: "graph", path });
    const body = fieldsOf(answer.json());
    if (!Array.isArray(body["value"]))
      throw new RequestFailed("malformed", `no list at ${first.split("?")[0]}`, answer.status);
    const next = body["@odata.nextLink"];
    path = typeof next === "string" ? next : undefined;
    yield { objects: listOf(body["value"]).map(fieldsOf), answer, next: path };
  }
}

/**
 * Whether an answer says that the tenant's licence lacks the feature (Graph's error codes for tenants without Entra ID
 * Premium, and for tenants without Intune). Any other 403 throws RequestFailed `denied`.
 */
export function isUnlicensed(answer: HttpAnswer, scope: string): boolean {
  if (answer.status !== 403) return false;
  const code = textOf(fieldsOf(fieldsOf(answer.json())["error"])["code"]);
  if (/NonPremiumTenant|NotLicensed|LicenseNotFound/i.test(code)) return true;
  throw new RequestFailed("denied", `403 Forbidden (${code || "no code"})`, 403, [scope]);
}
