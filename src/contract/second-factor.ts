import * as z from "zod";
import { publicEndpoint, selfEndpoint } from "./endpoint.ts";
import { nothing } from "./fields.ts";
import { signedIn } from "./session.ts";

const code = z
  .string()
  .trim()
  .transform((text) => text.replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^(\d{6}|[0-9A-Za-z]{10,16})$/, "Enter the 6 digits of your app, or a recovery code"));

/** Shown once; each stands in for the second factor one time. */
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const secondFactor = {
  verify: publicEndpoint({
    path: "/second-factor/verify",
    summary: "Finish signing in with a one-time code or a recovery code; brings a new session token",
    perMinute: 30,
    input: z.strictObject({ code }),
    output: signedIn,
    fails: ["wrong-code", "second-factor-expired"],
  }),
  beginTotp: selfEndpoint({
    path: "/second-factor/totp",
    summary: "Begin to add an authenticator app: a fresh secret, not in force until a code from it was typed",
    confirmed: true,
    input: nothing,
    output: z.strictObject({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: selfEndpoint({
    path: "/second-factor/totp/confirm",
    summary: "Put the authenticator app in force with a code from it; answers with recovery codes when there are none",
    perMinute: 30,
    confirmed: true,
    input: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, "Enter the 6 digits of your app"),
    }),
    output: recoveryCodes,
    fails: ["wrong-code"],
  }),
  removeTotp: selfEndpoint({
    method: "DELETE",
    path: "/second-factor/totp",
    summary: "Remove the authenticator app",
    confirmed: true,
    input: nothing,
    output: nothing,
    fails: ["second-factor-kept", "not-found"],
  }),
  renewRecoveryCodes: selfEndpoint({
    path: "/second-factor/recovery-codes",
    summary: "Ten new recovery codes; those before them stop working",
    confirmed: true,
    input: nothing,
    output: recoveryCodes,
    fails: ["second-factor-needed-first"],
  }),
};
