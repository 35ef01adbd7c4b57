import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { limitConcurrency } from "../limit-concurrency.ts";

export type Encoding = "br" | "gzip";

/** What is kept is packed once and as small as it gets; what is sent once, as fast as it pays. */
const efforts = { kept: { br: 10, gzip: 9 }, once: { br: 4, gzip: 5 } } as const;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Many threads that all compute would leave the one that answers no time; most of them are there to wait for the disk. */
const inTurn = limitConcurrency(4);

/** The bytes in an encoding, made outside the event loop. */
export function compress(bytes: Buffer, encoding: Encoding, effort: keyof typeof efforts): Promise<Buffer> {
  const level = efforts[effort][encoding];
  if (encoding === "gzip") return inTurn(() => zip(bytes, { level }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return inTurn(() => brotli(bytes, { params }));
}

/** The encoding a client likes best (RFC 9110, section 12.5.3); Brotli where it likes both alike. */
export function preferredEncoding(accepted: string): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const best = weigh("br") >= weigh("gzip") ? "br" : "gzip";
  return weigh(best) > 0 ? best : undefined;
}
