import * as z from "zod";
import { publicEndpoint } from "./endpoint.ts";
import { emailAddress, instant, nothing } from "./fields.ts";

export const demo = {
  accounts: publicEndpoint({
    method: "GET",
    path: "/demo/accounts",
    summary: "The two demo accounts; 404 where the demo is off",
    input: nothing,
    output: z.array(z.strictObject({ kind: z.enum(["demo", "admin"]), email: z.string(), password: z.string() })),
    fails: ["not-found"],
  }),
  enter: publicEndpoint({
    path: "/demo/visits",
    summary: "Open a demo workspace of one's own, which is thrown away after an hour",
    perMinute: 60,
    input: z.strictObject({ email: emailAddress, password: z.string().max(128, "Invalid credentials") }),
    output: z.strictObject({ email: z.string(), endsAt: instant }),
    fails: ["invalid-credentials", "demo-full", "demo-full-for-network", "not-found"],
  }),
};
