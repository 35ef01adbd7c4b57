import * as z from "zod";
import { selfEndpoint } from "./endpoint.ts";
import { instant, nothing } from "./fields.ts";

const provider = z.enum(["single-sign-on", "google", "microsoft", "github"]);

export const signInProviders = {
  list: selfEndpoint({
    method: "GET",
    path: "/account/sign-in-providers",
    summary: "The providers that sign in to the caller's account, and those that could",
    input: nothing,
    output: z.strictObject({
      connected: z.array(
        z.strictObject({
          provider,
          name: z.string(),
          since: instant,
          /** As far back as the history of sign-ins reaches. */
          lastUsedAt: instant.nullable(),
        }),
      ),
      offered: z.array(z.strictObject({ provider, name: z.string() })),
    }),
  }),
  connect: selfEndpoint({
    path: "/account/sign-in-providers/{provider}/connect",
    summary: "Begin to connect a provider to the account: answers where the browser has to go",
    confirmed: true,
    perMinute: 30,
    input: z.strictObject({ provider }),
    output: z.strictObject({ url: z.url() }),
    fails: ["not-found", "single-sign-on-foreign", "single-sign-on-unreachable"],
  }),
  disconnect: selfEndpoint({
    method: "DELETE",
    path: "/account/sign-in-providers/{provider}",
    summary: "Disconnect a provider; ends the other sessions that it opened",
    confirmed: true,
    input: z.strictObject({ provider }),
    output: nothing,
    fails: ["not-found", "last-way-in"],
  }),
};
