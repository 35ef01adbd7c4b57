import { RequestFailed } from "../http.ts";
import type { Http, HttpAnswer } from "../http.ts";
import type { Json } from "../connector.ts";
import { fieldsOf, textOf } from "../json-fields.ts";
import type { Fields } from "../json-fields.ts";
import { byNextUrl, listAt, pages } from "../paging.ts";

interface Page {
  readonly objects: readonly Fields[];
  readonly answer: HttpAnswer;
  /** The whole URL of the next page, for a checkpoint behind this one; undefined at the end. */
  readonly next: Json | undefined;
}

/** Pages of a collection, along `@odata.nextLink`. Fails as `pages` does, and `malformed` where an answer has no list. */
export async function* pagesOf(http: Http, first: string, from: Json | undefined): AsyncGenerator<Page> {
  const request = { endpoint: "graph", path: `/v1.0${first}` };
  for await (const { answer, next } of pages(http, request, byNextUrl("@odata.nextLink"), { from }))
    yield { objects: listAt(answer, "value").map(fieldsOf), answer, next };
}

/**
 * Whether an answer says that the tenant's licence lacks the feature (Graph's error codes for tenants without Entra ID
 * Premium, and for tenants without Intune). Any other 403 throws RequestFailed `denied`, any other 400 `failed`.
 */
export function isUnlicensed(answer: HttpAnswer, scope: string): boolean {
  if (answer.status !== 403 && answer.status !== 400) return false;
  const code = textOf(fieldsOf(fieldsOf(answer.json())["error"])["code"]);
  if (/NonPremiumTenant|NotLicensed|LicenseNotFound|PremiumLicenseRequired/i.test(code)) return true;
  if (answer.status === 400) throw new RequestFailed("failed", `400 Bad Request (${code || "no code"})`, 400);
  throw new RequestFailed("denied", `403 Forbidden (${code || "no code"})`, 403, [scope]);
}
