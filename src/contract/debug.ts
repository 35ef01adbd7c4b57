import * as z from "zod";
import { selfEndpoint } from "./endpoint.ts";
import { id, instant, nothing, shortText } from "./fields.ts";

/** A policy as it is in force, in words made from its expression. */
const policy = z.strictObject({
  table: z.string(),
  name: z.string(),
  message: z.string(),
  using: z.string().nullable(),
  check: z.string().nullable(),
});

// Answered where the installation is not in production, and there for platform admins only: `not-found` otherwise.
export const debug = {
  session: selfEndpoint({
    method: "GET",
    path: "/debug/session",
    summary: "The caller's session as the server sees it, its id masked",
    input: nothing,
    output: z.strictObject({
      userId: id,
      email: z.string(),
      /** Its first and last characters; the token itself is known to the browser's cookie alone. */
      session: z.string(),
      method: z.string(),
      hasSecondFactor: z.boolean(),
      authenticatedAt: instant,
      expiresAt: instant,
      platformAdmin: z.boolean(),
    }),
    fails: ["not-found"],
  }),
  policies: selfEndpoint({
    method: "GET",
    path: "/debug/policies",
    summary: "The row-level security policies in force, read from the database and put in words",
    input: nothing,
    output: z.array(policy),
    fails: ["not-found"],
  }),
  insertCompany: selfEndpoint({
    path: "/debug/companies",
    summary: "Try to insert a company past the API, as the caller; answers what the database says and keeps nothing",
    input: z.strictObject({ name: shortText("Please enter a company name") }),
    output: z.strictObject({ id }),
    fails: ["not-found", "forbidden", "company-exists", "company-not-readable"],
  }),
};
