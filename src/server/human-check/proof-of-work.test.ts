import { solveChallenge } from "altcha-lib";
import type { Challenge as SolvableChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { describe, expect, test } from "vitest";
import { payloadOf } from "#tests/support/solve-challenge.ts";
import type { Challenge } from "./human-check.ts";
import { proofOfWork } from "./proof-of-work.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let clock = new Date();
const check = proofOfWork(
  () => [{ challenge: "c".repeat(32), solution: "s".repeat(32) }],
  { rounds: 1, tries: 4 },
  () => clock,
);

async function solved(): Promise<{ challenge: Challenge; payload: string }> {
  const challenge = await check.challenge();
  const solution = await solveChallenge({ challenge: challenge as unknown as SolvableChallenge, deriveKey });
  return { challenge, payload: payloadOf({ challenge: challenge as never, solution: solution! }) };
}

const outcome = async (payload: string) =>
  await check.verify(payload, "").then(
    ({ challenge }) => challenge,
    (error: { failure: string }) => error.failure,
  );

/** The payload as it is, with something of its parameters changed. */
function changed(payload: string, parameters: Record<string, unknown>): string {
  const read = JSON.parse(Buffer.from(payload, "base64").toString("utf8"));
  return payloadOf({
    ...read,
    challenge: { ...read.challenge, parameters: { ...read.challenge.parameters, ...parameters } },
  });
}

describe.each([
  ["a day behind the machine's", -DAY],
  ["the machine's", 0],
  ["a day ahead of the machine's", DAY],
  ["a year ahead of the machine's", 366 * DAY],
])("by a clock that is %s", (_, ahead) => {
  const began = new Date(Math.floor(Date.now() / 1_000) * 1_000 + ahead);
  const at = (ms: number) => (clock = new Date(began.getTime() + ms));

  test("a challenge is good for ten minutes, and refused from then on", async () => {
    at(0);
    const { challenge, payload } = await solved();
    expect(challenge.parameters.expiresAt * 1_000).toBe(began.getTime() + 10 * MINUTE);
    at(10 * MINUTE - 1);
    expect(await outcome(payload)).toBe(challenge.parameters.nonce);
    at(10 * MINUTE);
    expect(await outcome(payload)).toBe("verification-expired");
    at(2 * DAY);
    expect(await outcome(payload)).toBe("verification-expired");
  });

  test("an end that was moved is refused, wherever it is written", async () => {
    at(0);
    const { challenge, payload } = await solved();
    const { expiresAt } = challenge.parameters;
    at(11 * MINUTE);
    for (const later of [
      { expiresAt: expiresAt + 3_600 },
      { expiresAt: 9_999_999_999 },
      { expiresAt: 1e300 },
      { expiresAt: 0 },
      { expiresAt: expiresAt + 3_600, data: { expiresAt } },
    ])
      expect(await outcome(changed(payload, later)), JSON.stringify(later)).toBe("verification-failed");
    // What a visitor adds as data is not what was signed.
    expect(await outcome(changed(payload, { data: { expiresAt: expiresAt + 3_600 } }))).toBe("verification-expired");
    expect(await outcome(changed(payload, { expiresAt: undefined }))).toBe("verification-failed");
    expect(await outcome(changed(payload, { expiresAt: null }))).toBe("verification-failed");
  });
});
