import { randomBytes } from "node:crypto";
import { NONCE, seal, unseal } from "../keys/keys.ts";

/**
 * The key of one company's rows in one backup, and the version of the company's key that it comes from. It goes with that key:
 * once it is erased, nobody opens these rows.
 */
export interface RowsKey {
  readonly version: number;
  readonly key: Buffer;
}

/** Rows of one company are sealed together until there is so much of them. */
const FULL = 512 * 1024;
/** Of all companies together, in memory. */
const HELD = 32 * 1024 * 1024;
const NEWLINE = 10;
/** Length of what follows, company, version of its key. */
const HEAD = 4 + 16 + 4;
const UUID = 36;

/**
 * Seals rows for their companies. `rows` are lines of COPY whose first column is the company's id. Yields frames: 4 bytes of
 * length, 16 of the company, 4 of the key's version, then nonce, ciphertext and tag of whole lines. Rows of a company without a
 * key are left out: it is being erased. `bound` names backup and table; the number of the frame is authenticated with it.
 */
export async function* sealRows(
  rows: AsyncIterable<Uint8Array>,
  keyOf: (company: string) => RowsKey | undefined,
  bound: string,
): AsyncGenerator<Buffer> {
  const waiting = new Map<string, { lines: Buffer[]; bytes: number }>();
  let held = 0;
  let frame = 0;
  const take = (company: string): Buffer | undefined => {
    const { lines, bytes } = waiting.get(company)!;
    waiting.delete(company);
    held -= bytes;
    const rowsKey = keyOf(company);
    if (!rowsKey) return undefined;
    const sealed = seal(rowsKey.key, Buffer.concat(lines), `${bound}|${company}|${frame++}`, randomBytes(NONCE));
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE(sealed.length, 0);
    head.set(Buffer.from(company.replaceAll("-", ""), "hex"), 4);
    head.writeUInt32BE(rowsKey.version, 20);
    return Buffer.concat([head, sealed]);
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of rows) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
    const full = new Set<string>();
    let from = 0;
    // COPY writes no other line feed than the one after a row.
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const company = bytes.toString("latin1", from, from + UUID);
      let kept = waiting.get(company);
      if (!kept) {
        if (!/^[0-9a-f-]{36}$/.test(company)) throw new Error("a row does not begin with its company");
        waiting.set(company, (kept = { lines: [], bytes: 0 }));
      }
      kept.lines.push(bytes.subarray(from, end + 1));
      kept.bytes += end + 1 - from;
      held += end + 1 - from;
      if (kept.bytes >= FULL) full.add(company);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    for (const company of held < HELD ? full : [...waiting.keys()]) {
      const sealed = take(company);
      if (sealed) yield sealed;
    }
  }
  if (rest.length > 0) throw new Error("a table ends in the middle of a row");
  for (const company of waiting.keys()) {
    const sealed = take(company);
    if (sealed) yield sealed;
  }
}

/**
 * Undoes {@link sealRows} for the companies that `keyOf` has keys of; frames of the others are passed over. Throws when a frame
 * is not what was sealed.
 */
export async function* openRows(
  frames: AsyncIterable<Uint8Array>,
  keyOf: (company: string, version: number) => RowsKey | undefined,
  bound: string,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let frame = 0;
  for await (const chunk of frames) {
    held = Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= HEAD && held.length - at >= HEAD + held.readUInt32BE(at)) {
      const end = at + HEAD + held.readUInt32BE(at);
      const company = uuidOf(held.subarray(at + 4, at + 20));
      const rowsKey = keyOf(company, held.readUInt32BE(at + 20));
      if (rowsKey) yield unseal(rowsKey.key, held.subarray(at + HEAD, end), `${bound}|${company}|${frame}`);
      frame += 1;
      at = end;
    }
    held = held.subarray(at);
  }
  if (held.length > 0) throw new Error("the rows of a table end in the middle");
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
