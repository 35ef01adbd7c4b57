import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { limitConcurrency } from "../limit-concurrency.ts";

const derive = promisify(argon2);

/** Parameters of new hashes: OWASP's minimum for argon2id (19 MiB, 2 passes, 1 lane). */
const now = { memory: 19_456, passes: 2, parallelism: 1 };
const HASH_BYTES = 32;
const AT_ONCE = 4;

/** Each hash takes 19 MiB: a flood of sign-ins queues here instead of exhausting the memory. */
const inTurn = limitConcurrency(AT_ONCE);

const parameters = `$argon2id$v=19$m=${now.memory},t=${now.passes},p=${now.parallelism}$`;

/** Belongs to no password: what an unknown address is compared with, so that it takes as long as a known one. */
export const unknownHash = `${parameters}${"A".repeat(22)}$${"A".repeat(43)}`;

/** Whether a hash was made with other parameters than new ones are. */
export function needsNewHash(hash: string): boolean {
  return !hash.startsWith(parameters);
}

/** Hashes a password with argon2id; the answer is a PHC string that names its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await inTurn(() =>
    derive("argon2id", { message: password.normalize("NFC"), nonce, tagLength: HASH_BYTES, ...now }),
  );
  const part = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");
  return `${parameters}${part(nonce)}$${part(tag)}`;
}

/** True when the password is the one hashed. A hash in any other form is refused, not guessed at. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce, tag] = match;
  const wanted = Buffer.from(tag!, "base64");
  const given = await inTurn(() =>
    derive("argon2id", {
      message: password.normalize("NFC"),
      nonce: Buffer.from(nonce!, "base64"),
      tagLength: wanted.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  );
  return timingSafeEqual(Buffer.from(given), wanted);
}
