import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import { spend } from "./human-check.ts";
import type { Proof } from "./human-check.ts";
import { inWords } from "./number-words.ts";

/** A question that a person answers without JavaScript, read by eye or by a screen reader. */
export interface Question {
  /** Travels with the form; says nothing about the answer. */
  readonly token: string;
  readonly text: string;
}

export interface WrittenQuestions {
  ask(): Question;
  /** Refuses `verification-failed` or `verification-expired`. One try: a wrong answer uses the question up as well. */
  verify(token: string, answer: string): Promise<Proof>;
}

const LIVES_MS = 20 * 60_000;
const TOKEN = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/;

/**
 * Questions are signed instead of stored. The signature covers the answer, which is not in the token: it can only be
 * checked by whoever has the key, and only once for each question.
 */
export function writtenQuestions(secrets: () => readonly string[], db: Kysely<DB>, now: () => Date): WrittenQuestions {
  const sign = (nonce: string, expires: string, answer: string, secret = secrets()[0]!) =>
    createHmac("sha256", secret).update(`${nonce}.${expires}.${answer}`).digest();
  return {
    ask: () => {
      const number = randomInt(101, 1_000);
      const nonce = randomBytes(16).toString("base64url");
      const expires = String(now().getTime() + LIVES_MS);
      const token = `${nonce}.${expires}.${sign(nonce, expires, String(number)).toString("base64url")}`;
      return { token, text: `Type this number in digits: ${inWords(number)}` };
    },
    verify: async (token, answer) => {
      const [, nonce, expires, signature] = TOKEN.exec(token) ?? fail("verification-failed");
      const proof = { challenge: nonce!, expiresAt: new Date(Number(expires)) };
      if (proof.expiresAt <= now()) fail("verification-expired");
      // None of ours lives longer: a made-up one would be remembered for as long as it says.
      if (proof.expiresAt.getTime() > now().getTime() + LIVES_MS) fail("verification-failed");
      const digits = answer.replace(/[\s.,]/g, "").slice(0, 20);
      const given = Buffer.from(signature!, "base64url");
      if (secrets().some((secret) => timingSafeEqual(sign(nonce!, expires!, digits, secret), given))) return proof;
      await db.transaction().execute((tx) => spend(tx, proof));
      return fail("verification-failed");
    },
  };
}
