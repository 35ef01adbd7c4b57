import * as z from "zod";
import { tokenLifetimes, tokenScopeKeys } from "#domain/token-scopes.ts";
import { change, query } from "./endpoint.ts";
import { id, instant, shortText } from "./fields.ts";

const scopes = z.array(z.enum(tokenScopeKeys)).min(1, "Choose at least one scope").max(tokenScopeKeys.length);

const apiToken = z.strictObject({
  id,
  name: z.string(),
  /** Its first characters. */
  start: z.string(),
  scopes: z.array(z.enum(tokenScopeKeys)),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  state: z.enum(["live", "expired", "revoked"]),
});

const path = z.strictObject({ companyId: id, tokenId: id });

export const apiTokens = {
  list: query({
    access: "apiTokens.manage",
    path: "/companies/{companyId}/api-tokens",
    summary: "The company's API tokens, and whether it may have any",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      /** What keeps the company from the API; null when nothing does. */
      closedBy: z.enum(["installation", "plan"]).nullable(),
      tokens: z.array(apiToken),
    }),
  }),
  create: change({
    access: "apiTokens.manage",
    path: "/companies/{companyId}/api-tokens",
    summary: "Make an API token that acts as you in this company; it is answered once and never again",
    records: "apiToken.created",
    confirmed: true,
    perMinute: 30,
    input: z.strictObject({
      companyId: id,
      name: shortText("Please enter a name", 60),
      scopes,
      days: z.literal(tokenLifetimes).default(90),
    }),
    output: z.strictObject({ token: z.string(), apiToken }),
    fails: ["api-access-off", "too-many-tokens", "confirm-identity"],
  }),
  revoke: change({
    access: "apiTokens.manage",
    path: "/companies/{companyId}/api-tokens/{tokenId}/revoke",
    summary: "Revoke an API token at once and for good",
    records: "apiToken.revoked",
    input: path,
    output: apiToken,
    fails: ["not-found", "token-ended"],
  }),
};
