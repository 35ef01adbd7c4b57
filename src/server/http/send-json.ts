import type { IncomingMessage, ServerResponse } from "node:http";
import type { NamedEndpoint } from "#contract/index.ts";
import { compress, preferredEncoding } from "./encodings.ts";

/** Shorter answers fit into one packet, packed or not. */
const WORTHWHILE = 1_400;

/**
 * Sends what an endpoint answers, as its contract shapes it. What is only read is compressed where the client takes it; an
 * answer to a change is not: it may hold a secret that was issued just now, beside words of the same request, and how small both
 * are together would tell of the one by the other (BREACH).
 */
export async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: NamedEndpoint,
  answer: unknown,
  status = 200,
): Promise<void> {
  // As text: Node then sends head and body in one write.
  const text = JSON.stringify(endpoint.output.parse(answer));
  const headers: Record<string, string | number> = { "content-type": "application/json" };
  const send = (body: string | Buffer) => {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(body);
  };
  if (endpoint.kind !== "query" || text.length < WORTHWHILE) return send(text);
  headers["vary"] = "accept-encoding";
  const encoding = preferredEncoding(String(request.headers["accept-encoding"] ?? ""));
  if (!encoding) return send(text);
  const packed = await compress(Buffer.from(text), encoding, "once");
  headers["content-encoding"] = encoding;
  send(packed);
}
