import * as z from "zod";
import { audiences, versionStates } from "#domain/policies/policy.ts";
import { exhibitNumber, id, instant } from "./fields.ts";

const person = z.strictObject({ userId: id, name: z.string() });

/** The person of People who owns it; `leftAt` once they have left. */
const owner = z.strictObject({ personId: id, name: z.string(), leftAt: instant.nullable() });

/** How many of those to whom it is assigned have acknowledged a version. */
const acknowledged = z.strictObject({
  done: z.number().int(),
  of: z.number().int(),
  /** Of those who have not, how many are late. */
  late: z.number().int(),
  nextDue: instant.nullable(),
});

const version = z.strictObject({
  id,
  number: z.number().int(),
  state: z.enum(versionStates),
  /** SHA-256 of its UTF-8 bytes, hexadecimal. */
  sha256: z.string(),
  /** Each edit counts: an approval is of one revision. */
  revision: z.number().int(),
  authors: z.array(person),
  quorum: z.number().int().nullable(),
  changedAt: instant,
  changedBy: person,
  inForceAt: instant.nullable(),
  replacedAt: instant.nullable(),
  /** The exhibit of the document that its text was imported from; `item` is null once that is withdrawn. */
  original: z
    .strictObject({ exhibit: exhibitNumber, item: z.strictObject({ id, fileName: z.string() }).nullable() })
    .nullable(),
  /** Of its present revision. `alone`: by an author, because nobody else could. */
  approvals: z.array(person.extend({ at: instant, alone: z.boolean() })),
});

export const policyVersion = version.extend({ text: z.string() });

export const policySummary = z.strictObject({
  id,
  number: z.number().int(),
  title: z.string(),
  /** The expected document that it is, and its control; null for another policy. */
  documentId: z.string().nullable(),
  controlId: z.string().nullable(),
  /** Null where nobody was chosen. */
  owner: owner.nullable(),
  inForce: version.nullable(),
  /** A draft, or a version that waits for approval. */
  open: version.nullable(),
  /** Until when its approvals hold. */
  renewBy: instant.nullable(),
  acknowledged: acknowledged.nullable(),
  /** Whether anybody is asked to acknowledge the version in force. */
  isAssigned: z.boolean(),
});

export const policyAssignment = z.strictObject({
  id,
  audience: z.enum(audiences),
  personId: id.nullable(),
  name: z.string(),
  by: person,
  at: instant,
  carried: z.boolean(),
});

export const policyDetails = policySummary.extend({
  /** Who could approve the open version and has not, by name; empty where none is open. */
  waitsFor: z.array(person),
  /** Newest first, without those that were discarded. */
  versions: z.array(version),
  /** Of the version in force. */
  assignments: z.array(policyAssignment),
  /** A page of those whom it is assigned to: who has not acknowledged it, late ones first, then the others. */
  people: z.array(
    z.strictObject({
      personId: id,
      number: z.string(),
      name: z.string(),
      due: instant,
      acknowledged: z.strictObject({ at: instant, method: z.string(), version: z.number().int() }).nullable(),
    }),
  ),
  /** Give it as `after` for the next page; null at the end. */
  next: z.string().nullable(),
  may: z.strictObject({
    write: z.boolean(),
    assign: z.boolean(),
    /** The open version, now. */
    approve: z.boolean(),
    /** How many people can approve the open version, or one that the caller starts: none of them wrote any of it. */
    approvers: z.number().int(),
    /** Whether the caller alone may approve policies here, their own included. */
    alone: z.boolean(),
  }),
});

export const comparedBlock = z.strictObject({
  /** Changed: a paragraph of which some words are others; `text` is what it is now. */
  kind: z.enum(["same", "removed", "added", "changed"]),
  text: z.string(),
  /** Of a changed one, in reading order: what stayed, what was removed and what was added. */
  parts: z.array(z.strictObject({ kind: z.enum(["same", "removed", "added"]), text: z.string() })).optional(),
});
