import * as z from "zod";
import { providerKeys } from "#domain/provider.ts";
import { change, query } from "./endpoint.ts";
import { id, plainText } from "./fields.ts";

/** So many accounts can be decided at once. */
export const maxDecidedAccounts = 200;

const ofCompany = z.strictObject({ companyId: id });
const key = { provider: z.enum(providerKeys), scope: plainText(300), id: plainText(300) };
const person = z.strictObject({ id, number: z.string(), name: z.string() });

const goneKey = z.string().regex(/^[0-9a-f]{64}$/, "This is not a question about a person.");

const account = z.strictObject({
  provider: z.enum(providerKeys),
  scope: z.string(),
  id: z.string(),
  /** As its provider names it. */
  label: z.string(),
  /** The connection that lists it. */
  source: z.string(),
  class: z.enum(["human", "service", "guest", "root"]).nullable(),
  active: z.boolean().nullable(),
  email: z.string().nullable(),
  createdOn: z.iso.date().nullable(),
  administrator: z.boolean().nullable(),
  match: z.enum(["person", "program"]).nullable(),
  /** How it is known: by its address at a domain that was proved, or because somebody said so; null where it is not. */
  by: z.enum(["email", "decision"]).nullable(),
  person: person.nullable(),
  /** Somebody of a like name, for an account of nobody: a hint, by which nothing is decided. */
  suggestion: person.nullable(),
});

/** Accounts of connected systems, and whose they are. */
export const accounts = {
  list: query({
    access: "registers.read",
    path: "/companies/{companyId}/accounts",
    summary: "Accounts that connected systems list, with whose they are; those that nobody is known for come first",
    input: ofCompany.extend({
      /**
       * `unmatched`: active accounts that may be a person's, and of which nobody is known. `new`: active accounts of people with an address
       * that nobody in People has.
       */
      show: z.enum(["unmatched", "new", "all"]).default("unmatched"),
      /** Of one connection alone. */
      source: plainText(300).optional(),
      /** Whose they are, as it is known. */
      personId: id.optional(),
      /** In the account's name. */
      search: plainText(200).optional(),
      skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      accounts: z.array(account),
      /** How many fit. */
      total: z.number().int(),
      /** What was read, and when. */
      sources: z.array(
        z.strictObject({
          source: z.string(),
          provider: z.enum(providerKeys),
          seenAt: z.iso.datetime(),
          /** Whether these are all accounts there. */
          whole: z.boolean(),
          count: z.number().int(),
        }),
      ),
    }),
    fails: ["not-found"],
  }),
  gone: query({
    access: "registers.read",
    path: "/companies/{companyId}/accounts/gone",
    summary:
      "People in People who had an active account in the newest list of an identity provider before, and have none in the newest: nobody is ended by it. An empty or partial list says it of nobody",
    input: ofCompany,
    output: z.array(
      z.strictObject({
        key: goneKey,
        person,
        /** The connection whose list does not show them. */
        source: z.string(),
        /** The exhibit that says so first, and when it was read. */
        exhibit: z.string(),
        seenAt: z.iso.datetime(),
      }),
    ),
    fails: ["not-found"],
  }),
  stillHere: change({
    access: "registers.write",
    path: "/companies/{companyId}/accounts/gone/still-here",
    summary:
      "Say that people whom a list of accounts no longer shows still work here: nobody is asked about it again; or take it back",
    records: "record.stillHere",
    input: ofCompany.extend({
      keys: z.array(goneKey).min(1).max(maxDecidedAccounts),
      /** False takes back what was said: it is asked about again. */
      isHere: z.boolean().default(true),
    }),
    output: z.strictObject({ decided: z.number().int() }),
    fails: ["not-found", "forbidden", "proposal-gone"],
  }),
  decide: change({
    access: "registers.write",
    path: "/companies/{companyId}/accounts/decisions",
    summary: "Say whose accounts are: a person's, or a program's for a year; or take back what was said",
    records: "record.matched",
    input: ofCompany.extend({
      accounts: z.array(z.strictObject(key)).min(1).max(maxDecidedAccounts),
      kind: z.enum(["person", "program", "none"]),
      /** Needed for `person` alone. */
      personId: id.nullable().default(null),
    }),
    output: z.strictObject({ decided: z.number().int() }),
    fails: ["not-found", "forbidden", "record-link", "account-address"],
  }),
};
