import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge, Payload } from "altcha-lib";

/** Asks a server for a challenge and does what the page's widget does: the payload of a solved one. */
export async function solvedChallenge(url: string, headers: Record<string, string> = {}): Promise<string> {
  const challenge = (await (await fetch(`${url}/api/v1/human-check`, { headers })).json()) as Challenge;
  return payloadOf({ challenge, solution: (await solveChallenge({ challenge, deriveKey }))! });
}

/** A payload as it travels. */
export function payloadOf(payload: Payload): string {
  return Buffer.from(JSON.stringify(payload)).toString("base64");
}
