import type { Json, ProbeContext, StepContext } from "../connector.ts";
import type { Fields } from "../json-fields.ts";
import { fieldsOf, textOf } from "../json-fields.ts";
import type { HttpRequest } from "../http.ts";
import { RequestFailed } from "../http.ts";

/** A request to Jira: over Atlassian's gateway where it was linked by consent, to the site itself with a token. */
export function toJira(
  context: Pick<StepContext, "method" | "account">,
  path: string,
  query: NonNullable<HttpRequest["query"]> = {},
): HttpRequest {
  return isGateway(context)
    ? { endpoint: "api", path: `/ex/jira/${encodeURIComponent(context.account.id)}${path}`, query }
    : { endpoint: "site", path, query };
}

/** Whether requests go over Atlassian's gateway. */
export function isGateway({ method }: Pick<ProbeContext, "method">): boolean {
  return method === "oauth";
}

/** A text that must be there; throws `RequestFailed` of kind `malformed` where it is not: what has no id is lost. */
export function needed(fields: Fields, name: string, what: string): string {
  const value = fields[name];
  const text = typeof value === "number" ? String(value) : textOf(value);
  if (text === "") throw new RequestFailed("malformed", `a ${what} without ${name}`);
  return text;
}

/** An instant as Jira writes it, "2026-11-21T10:00:00.000+0000", in ISO 8601; null for none. */
export function instantOf(value: Json | undefined): string | null {
  const zoned = textOf(value).replace(/([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = new Date(zoned);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** The account id of a person in an answer; null where there is nobody. */
export function personOf(value: Json | undefined): string | null {
  return textOf(fieldsOf(value)["accountId"]) || null;
}
