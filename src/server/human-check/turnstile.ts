import * as z from "zod";
import { fail } from "../app-error.ts";
import type { HumanCheck } from "./human-check.ts";

/** Cloudflare's address (Turnstile documentation, "Server-side validation"). */
export const turnstileVerifyUrl = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

interface Deps {
  readonly secretKey: string;
  readonly verifyUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
}

/** A token is good for five minutes and once, says Cloudflare; we count by ourselves, too. */
const LIVES_MS = 5 * 60_000;
const TIMEOUT_MS = 8_000;

const answerShape = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });

/** The human check of a third party. When it cannot be asked, nobody passes. */
export function turnstile({ secretKey, verifyUrl, fetch: send, now }: Deps): HumanCheck {
  const ask = async (token: string, address: string) => {
    try {
      const answer = await send(verifyUrl, {
        method: "POST",
        body: new URLSearchParams({ secret: secretKey, response: token, remoteip: address }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return answerShape.parse(await answer.json());
    } catch (error) {
      return fail("verification-failed", error);
    }
  };
  return {
    // The widget gets its challenges from Cloudflare.
    challenge: async () => fail("not-found"),
    verify: async (payload, address) => {
      if (payload === "") fail("verification-required");
      // Of IPv6 only the network is known, which is not an address.
      const answer = await ask(payload, address.includes("/") ? "" : address);
      if (answer["error-codes"].includes("timeout-or-duplicate")) fail("verification-expired");
      if (!answer.success) fail("verification-failed");
      return { challenge: payload, expiresAt: new Date(now().getTime() + LIVES_MS) };
    },
  };
}
