import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import type { Challenge as SignedChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod";
import { fail } from "../app-error.ts";
import type { Challenge, HumanCheck } from "./human-check.ts";

/** How hard a browser has to work: rounds of PBKDF2 for each try, and the least number of tries, half of the most. */
export interface WorkCost {
  readonly rounds: number;
  readonly tries: number;
}

/** About a second on a phone; making and checking a challenge costs the server less than a millisecond. */
export const workOfASecond: WorkCost = { rounds: 1_000, tries: 600 };

const LIVES_MS = 10 * 60_000;

const payloadShape = z.object({
  challenge: z.object({
    parameters: z.object({ nonce: z.string(), expiresAt: z.number() }).loose(),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Answers with the secrets that may have signed a challenge, the one that signs now first. */
export type SigningSecrets = () => readonly { readonly challenge: string; readonly solution: string }[];

/**
 * The built-in check, with no third party: the browser searches for a number whose key begins as the challenge says.
 * Challenges are signed instead of stored, so asking for one costs no row. They end by `now` alone: the library would
 * judge an `expiresAt` by the machine's clock, so it signs and checks the end as data, which means nothing to it.
 */
export function proofOfWork(secrets: SigningSecrets, cost: WorkCost, now: () => Date): HumanCheck {
  const signing = () =>
    secrets().map(({ challenge, solution }) => ({
      hmacSignatureSecret: challenge,
      hmacKeySignatureSecret: solution,
    }));
  return {
    challenge: async () => {
      const expiresAt = Math.floor((now().getTime() + LIVES_MS) / 1_000);
      const { parameters, signature } = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: cost.rounds,
        counter: randomInt(cost.tries, cost.tries * 2),
        data: { expiresAt },
        deriveKey,
        ...signing()[0]!,
      });
      const { data: _, ...rest } = parameters;
      return { parameters: { ...rest, expiresAt }, signature } as Challenge;
    },
    verify: async (payload) => {
      if (payload === "") fail("verification-required");
      const read = payloadShape.safeParse(decode(payload));
      if (!read.success) return fail("verification-failed");
      const { challenge, solution } = read.data;
      const { expiresAt, ...rest } = challenge.parameters;
      const parameters = { ...rest, data: { expiresAt } } as unknown as SignedChallenge["parameters"];
      const isVerified = async (secret: ReturnType<typeof signing>[number]) => {
        const given = { parameters, signature: challenge.signature };
        return (await verifySolution({ challenge: given, solution, deriveKey, ...secret })).verified;
      };
      // A challenge under way outlives the secret that signed it. Wrong signatures are told without any of the work.
      let verified = false;
      for (const secret of signing()) if (!verified) verified = await isVerified(secret);
      if (!verified) fail("verification-failed");
      const ends = new Date(expiresAt * 1_000);
      if (ends <= now()) fail("verification-expired");
      return { challenge: challenge.parameters.nonce, expiresAt: ends };
    },
  };
}

function decode(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}
