import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { maxJsonBytes } from "#contract/endpoint.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { fail } from "../app-error.ts";
import { ClientLeft } from "./streams.ts";

/** What was sent is not what the endpoint declares; each issue names its field. */
export class InvalidInput extends Error {
  readonly fields: readonly { readonly path: string; readonly message: string }[];

  constructor(issues: readonly Pick<z.core.$ZodIssue, "path" | "message">[]) {
    super("the input is not what the endpoint declares");
    this.fields = issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  }
}

/**
 * The input of an endpoint: what its path says, together with the query string of what reads or moves bytes, or with
 * the JSON body of what writes. A name that comes twice is refused, so that nothing can be said two ways.
 */
export async function readInput(
  endpoint: NamedEndpoint,
  parameters: Readonly<Record<string, string>>,
  request: IncomingMessage,
): Promise<Record<string, unknown>> {
  const isJson = endpoint.method !== "GET" && endpoint.kind !== "upload";
  const sent = isJson ? await readJson(request, maxJsonBytes(endpoint.kind)) : readQuery(request);
  for (const name of Object.keys(parameters)) if (Object.hasOwn(sent, name)) fail("invalid-input");
  // Nothing can have an address that cannot be stored.
  if (!unstorableTexts(parameters).next().done) fail("not-found");
  const unstorable = [...unstorableTexts(sent)];
  if (unstorable.length > 0) throw new InvalidInput(unstorable);
  const read = endpoint.input.safeParse({ ...sent, ...parameters });
  if (!read.success) throw new InvalidInput(read.error.issues);
  return read.data as Record<string, unknown>;
}

/** Depth to which input is looked through; no endpoint takes any that is deeper. */
const DEEPEST = 20;

/** Texts that PostgreSQL does not store: with a NUL, or with half of a surrogate pair, which is no Unicode (RFC 3629). */
function* unstorableTexts(
  value: unknown,
  path: readonly PropertyKey[] = [],
): Generator<{ path: PropertyKey[]; message: string }> {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed())
      yield { path: [...path], message: "Please remove characters that cannot be stored" };
  } else if (typeof value === "object" && value !== null && path.length < DEEPEST) {
    for (const [name, part] of Object.entries(value)) yield* unstorableTexts(part, [...path, name]);
  }
}

function readQuery(request: IncomingMessage): Record<string, unknown> {
  const url = request.url ?? "/";
  const start = url.indexOf("?");
  if (start < 0) return {};
  const query = new URLSearchParams(url.slice(start));
  const input = Object.fromEntries(query);
  return Object.keys(input).length === query.size ? input : fail("invalid-input");
}

async function readJson(request: IncomingMessage, most: number): Promise<Record<string, unknown>> {
  if (Number(request.headers["content-length"] ?? 0) > most) fail("too-large");
  const bytes = await readWhole(request, most);
  if (bytes.length === 0) return {};
  const value = parse(bytes);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail("malformed-json");
}

async function readWhole(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) fail("too-large");
      chunks.push(chunk);
    }
  } catch (error) {
    // Node ends a body that breaks off with ECONNRESET. That somebody hung up is no failure of ours.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") throw new ClientLeft();
    throw error;
  }
  return Buffer.concat(chunks, size);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return fail("malformed-json", error);
  }
}
