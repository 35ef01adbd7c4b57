import { fail } from "../app-error.ts";

const MAX_BYTES = 64 * 1024;

/**
 * Reads a posted form: no more than 64 KB, and each field that may stand there at most once. Refuses `too-large`,
 * `unsupported-media-type` or `invalid-input`. A NUL, which nobody types and PostgreSQL does not store, is left out.
 */
export async function readForm(request: Request, declared: (name: string) => boolean): Promise<Map<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) fail("unsupported-media-type");
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) fail("too-large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) fail("too-large");
    chunks.push(chunk);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString("utf8"))) {
    if (!declared(name) || fields.has(name)) fail("invalid-input");
    fields.set(name, value.replaceAll("\0", ""));
  }
  return fields;
}
