import { STATUS_CODES } from "node:http";
import { RequestFailed } from "#connectors/http.ts";
import type { RequestFailure } from "#connectors/http.ts";
import type { Headers } from "./instants.ts";

/** A status with its usual name: "403 Forbidden". */
export function named(status: number): string {
  return STATUS_CODES[status] ? `${status} ${STATUS_CODES[status]}` : String(status);
}

/** What a status outside 2xx means that no waiting changes. `path` may be shown to people. */
export function failureOf(status: number, headers: Headers, host: string, path: string): RequestFailed {
  if (status >= 300 && status < 400) {
    const to = URL.parse(headers["location"] ?? "", `https://${host}`)?.host ?? "nowhere";
    return new RequestFailed("failed", `${host} redirects ${path} to ${to}, which is not followed`, status);
  }
  return new RequestFailed(kindOf(status), `${named(status)} at ${path}`, status, missingScopes(status, headers));
}

function kindOf(status: number): RequestFailure {
  if (status === 403) return "denied";
  // Not there, gone for good, not paid for, or not to be shown.
  return [402, 404, 410, 451].includes(status) ? "unavailable" : "failed";
}

/** Permissions that the vendor names as missing, as `name` or `name:level`. */
export function missingScopes(status: number, headers: Headers): string[] {
  if (status !== 403 && status !== 404) return [];
  // Ways to be let in stand between semicolons; the first is the least. https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
  const permissions = (headers["x-accepted-github-permissions"] ?? "").split(";")[0]!;
  const ofGithub = [...permissions.matchAll(/\b([a-z_]+)=(\w+)/g)].map(([, name, level]) => `${name}:${level}`);
  // RFC 6750, section 3.1.
  const challenge = headers["www-authenticate"] ?? "";
  const ofBearer = /insufficient_scope/.test(challenge)
    ? (/\bscope="([^"]*)"/.exec(challenge)?.[1] ?? "").split(" ").filter((name) => name !== "")
    : [];
  return [...ofGithub, ...ofBearer];
}
