import type { Json } from "#connectors/connector.ts";
import { RequestFailed } from "#connectors/http.ts";
import type { HttpAnswer } from "#connectors/http.ts";
import type { LineAnswer } from "../../outbound/line.ts";
import { observedAt } from "./instants.ts";

/** An answer as a connector reads it. `where` names it in errors: the path, without secrets. */
export function answerOf({ status, headers, body }: LineAnswer, where: string, now: Date): HttpAnswer {
  const text = () => new TextDecoder().decode(body);
  return {
    status,
    headers,
    body,
    text,
    json: () => {
      try {
        return JSON.parse(text()) as Json;
      } catch {
        throw new RequestFailed("malformed", `the answer at ${where} is no JSON`, status);
      }
    },
    at: observedAt(headers, now).toISOString(),
  };
}
