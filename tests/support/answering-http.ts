import type { Json } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";
import { RequestFailed } from "#connectors/http.ts";

/** What a vendor answers: a body with 200, or a status with its body. Undefined: 404. */
export type Answered = { readonly body: unknown } | { readonly status: number; readonly body?: unknown } | undefined;

/** A vendor made of a function of path and query, without a network: for thousands of accounts that nobody recorded. */
export function answeringHttp(answer: (path: string, query: Readonly<Record<string, string>>) => Answered): Http {
  return {
    send: async (request) => {
      const query = Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]);
      const answered = answer(request.path, Object.fromEntries(query) as Record<string, string>) ?? { status: 404 };
      const status = "status" in answered ? answered.status : 200;
      if (status >= 300 && !request.accept?.includes(status)) {
        const kind = status === 403 ? "denied" : status === 404 ? "unavailable" : "failed";
        throw new RequestFailed(kind, `${status} at ${request.path}`, status);
      }
      const text = JSON.stringify(answered.body ?? null);
      const json = () => JSON.parse(text) as Json;
      return { status, headers: {}, body: new Uint8Array(), json, text: () => text, at: "2026-11-21T10:00:00.000Z" };
    },
  };
}
