import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { Endpoint, Manifest } from "#connectors/connector.ts";
import type { Egress } from "../../outbound/egress.ts";

/** One request to a vendor about credentials. Nothing of it, and nothing of the answer, is ever logged. */
export interface VendorRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface VendorAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends one request. Throws `RequestFailed` when no answer came. */
export type AskVendor = (request: VendorRequest) => Promise<VendorAnswer>;

const LIMITS = { connectMs: 5_000, totalMs: 10_000, mostBytes: 256 * 1024 };

/** Asks through the guarded way out, ten seconds at most for each request. */
export function askThrough(egress: Pick<Egress, "line">, signal?: AbortSignal): AskVendor {
  return async ({ method, url, headers = {}, body }) => {
    const line = egress.line(LIMITS);
    try {
      const answer = await line.send({
        url,
        method,
        headers: { accept: "application/json", "user-agent": "Exhibit", ...headers },
        body: body === undefined ? undefined : Buffer.from(body),
        signal,
      });
      return { status: answer.status, text: Buffer.from(answer.body).toString("utf8") };
    } catch {
      throw new RequestFailed("failed", `no answer from ${url.host}`);
    } finally {
      line.close();
    }
  };
}

/** The answer's JSON as an object; empty for what is none. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Where an endpoint of the manifest is, with what was typed in its place. Throws where that is no host of the vendor's. */
export function endpointUrl(
  { endpoints }: Manifest,
  place: { readonly endpoint: string; readonly path: string },
  typed: Readonly<Record<string, string>>,
): URL {
  const endpoint = endpoints[place.endpoint];
  if (!endpoint) throw new Error(`the manifest has no endpoint ${place.endpoint}`);
  const path = place.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typed[name] ?? ""));
  // Joined and not resolved: a path that begins with two slashes would name another host.
  return new URL(originOf(endpoint, typed).origin + path);
}

function originOf(endpoint: Endpoint, typed: Readonly<Record<string, string>>): URL {
  if (!("host" in endpoint)) return new URL(endpoint.origin);
  const url = new URL(endpoint.origin(typed));
  const whole = new RegExp(`^(?:${endpoint.host.source})$`, endpoint.host.flags.replace(/[gy]/g, ""));
  if (!whole.test(url.hostname)) throw new CredentialsRefused(`${url.hostname} is no host of the vendor`);
  return url;
}
