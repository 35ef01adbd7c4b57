import * as z from "zod";
import { providerKeys } from "#domain/provider.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import { change, query } from "./endpoint.ts";
import { day, id, instant, shortText } from "./fields.ts";

const kind = z.enum(systemKindKeys, "This is not a kind of system.");

/** Who decided it, why, and the last day in UTC on which it holds. */
const decision = z.strictObject({
  reason: z.string(),
  until: day,
  decidedBy: z.string(),
  decidedAt: instant,
});

const system = z.strictObject({
  id,
  name: z.string(),
  /** Those of its provider included. */
  kinds: z.array(kind),
  provider: z.enum(providerKeys).nullable(),
  addedBy: z.string(),
  addedAt: instant,
  /** The connection that reads it, or that read it last; null where it was never connected. */
  connection: z
    .strictObject({
      id,
      state: z.enum(["linking", "confirming", "connected", "paused", "needs attention", "disconnected"]),
      /** When something was last collected from it. */
      lastCollectedAt: instant.nullable(),
    })
    .nullable(),
  /** Null while it is in scope. */
  outOfScope: decision.nullable(),
  /** Whether it can be removed: nothing ever answered for it. */
  removable: z.boolean(),
});

const kindAnswer = z.strictObject({
  kind,
  label: z.string(),
  state: z.enum(["in scope", "out of scope", "declared none", "not answered"]),
  /** The decision that the company has none; null in any other state. */
  none: decision.nullable(),
});

const ofCompany = z.strictObject({ companyId: id });
const systemPath = z.strictObject({ companyId: id, systemId: id });
const ofKind = z.strictObject({ companyId: id, kind });
const name = shortText("Please enter a name for the system");

/** Why, and until when; a year from today where no day is given. */
const decided = {
  reason: z
    .string()
    .trim()
    .min(1, "Please give a reason")
    .max(1000, "Please use at most 1000 characters")
    .regex(/^[^\0]*$/, "Please remove control characters"),
  until: day.optional(),
};

const path = "/companies/{companyId}/systems";
const pathOfOne = "/companies/{companyId}/systems/{systemId}";
const pathOfNone = "/companies/{companyId}/system-kinds/{kind}/none";

export const systems = {
  list: query({
    access: "systems.read",
    path,
    summary:
      "The systems of a company, and its answer for each kind: in scope, out of scope, declared none or not answered",
    input: ofCompany,
    output: z.strictObject({ systems: z.array(system), kinds: z.array(kindAnswer) }),
  }),
  add: change({
    access: "systems.manage",
    path,
    summary: "Add a system; connecting an account of the same provider later continues it",
    records: "system.added",
    input: ofCompany.extend({
      name,
      kinds: z.array(kind).min(1, "Please choose a kind").max(systemKindKeys.length),
      provider: z.enum(providerKeys, "This is not a provider.").nullable().default(null),
    }),
    output: system,
    fails: ["system-exists"],
  }),
  rename: change({
    method: "PATCH",
    access: "systems.manage",
    path: pathOfOne,
    summary: "Rename a system",
    records: "system.renamed",
    input: systemPath.extend({ name }),
    output: system,
    fails: ["not-found", "system-exists"],
  }),
  remove: change({
    method: "DELETE",
    access: "systems.manage",
    path: pathOfOne,
    summary: "Remove a system that was added by mistake and that nothing answered for",
    records: "system.removed",
    input: systemPath,
    output: z.strictObject({ id }),
    fails: ["not-found", "system-answered"],
  }),
  leaveOut: change({
    access: "systems.manage",
    path: `${pathOfOne}/out-of-scope`,
    summary: "Put a system out of scope, with a reason, until a day within a year",
    records: "system.leftOut",
    input: systemPath.extend(decided),
    output: system,
    fails: ["not-found", "scope-until"],
  }),
  bringBack: change({
    method: "DELETE",
    access: "systems.manage",
    path: `${pathOfOne}/out-of-scope`,
    summary: "Put a system in scope again",
    records: "system.broughtBack",
    input: systemPath,
    output: system,
    fails: ["not-found"],
  }),
  declareNone: change({
    access: "systems.manage",
    path: pathOfNone,
    summary: "Declare that the company has no system of a kind, with a reason, until a day within a year",
    records: "system.noneDeclared",
    input: ofKind.extend(decided),
    output: kindAnswer,
    fails: ["kind-has-systems", "scope-until"],
  }),
  takeBackNone: change({
    method: "DELETE",
    access: "systems.manage",
    path: pathOfNone,
    summary: "Withdraw the declaration that the company has no system of a kind",
    records: "system.noneTakenBack",
    input: ofKind,
    output: kindAnswer,
  }),
};
