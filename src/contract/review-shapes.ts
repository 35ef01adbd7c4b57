import * as z from "zod";
import { reviewDecisions } from "#domain/reviews/review.ts";
import { day, exhibitNumber, id, instant } from "./fields.ts";

/** A member by name. */
export const person = z.strictObject({ userId: id, name: z.string() });
const counts = z.strictObject({
  accounts: z.number().int(),
  keep: z.number().int(),
  change: z.number().int(),
  remove: z.number().int(),
});
/** A review in a list. */
export const summary = z.strictObject({
  id,
  number: z.number().int(),
  name: z.string(),
  dueOn: day,
  openedAt: instant,
  openedBy: person,
  /** When it was closed, or cancelled. */
  closedAt: instant.nullable(),
  /** Why it was cancelled, so that it counts for nothing; null where it was not. */
  cancelled: z.string().nullable(),
  /** Why it was closed without systems that were not read; null where none was left out. */
  leftOut: z.string().nullable(),
  decided: counts,
  /** Systems that keep it open, because no complete reading of the last seven days is there. */
  notRead: z.number().int(),
  /** Names of its systems, each once. */
  systems: z.array(z.string()),
  /** Who decides, each once. */
  reviewers: z.array(person),
});
const population = z.strictObject({
  id,
  systemId: id,
  system: z.string(),
  /** Null where it was not read. */
  exhibit: exhibitNumber.nullable(),
  exhibitId: id.nullable(),
  seenAt: instant.nullable(),
  /** The list that it came from, where no connection was read: where and when it was exported, and who confirmed its count. */
  list: z.strictObject({ exportedFrom: z.string(), exportedOn: day, by: person }).nullable(),
  /** Without a connection its accounts come from a list. */
  connected: z.boolean(),
  frozenAt: instant.nullable(),
  /** Nothing can read it any more: its connection ended, or its system was removed. It may be left out, with a reason. */
  outOfReach: z.boolean(),
  reviewer: person,
  /** Who decides on the reviewer's own account. */
  other: person,
  decided: counts,
  /** Whoever kept nearly everything at less than two seconds an account. */
  quick: z.array(
    z.strictObject({
      person,
      rows: z.number().int(),
      kept: z.number().int(),
      seconds: z.number().int(),
    }),
  ),
});
/** A review with its systems and what became of removals. */
export const details = summary.extend({
  populations: z.array(population),
  /** What is to be removed, and whether a later complete snapshot has it no more. */
  removals: z.array(
    z.strictObject({
      rowId: id,
      account: z.string(),
      system: z.string(),
      by: person,
      at: instant,
      due: instant,
      state: z.enum(["waiting", "not read", "still there", "gone", "late", "back"]),
      /** Since when it is gone or back, and the exhibit that says so. */
      since: instant.nullable(),
      exhibit: exhibitNumber.nullable(),
      exhibitId: id.nullable(),
    }),
  ),
});
/** An account as a review froze it, with its standing decision. */
export const account = z.strictObject({
  id,
  number: z.number().int(),
  accountId: z.string(),
  label: z.string(),
  class: z.string().nullable(),
  administrator: z.boolean().nullable(),
  /** A day, `never`, or null where that was not read. */
  lastSignIn: z.string().nullable(),
  /** Not used for 90 days when it was read. */
  unused: z.boolean(),
  /** Whose it is; null where nobody is known. */
  person: z.strictObject({ id, name: z.string() }).nullable(),
  /** That person has left, or is no longer in People. */
  left: z.boolean(),
  reviewer: person,
  own: z.boolean(),
  /** On a list, and nobody in People has its address: it may be removed, and not kept. */
  unknown: z.boolean(),
  mayDecide: z.boolean(),
  decision: z
    .strictObject({
      decision: z.enum(reviewDecisions),
      reason: z.string(),
      by: person,
      at: instant,
      /** On their own account, because nobody else could. */
      alone: z.boolean(),
    })
    .nullable(),
});

/** Why a system's accounts can be frozen now, or cannot. */
export const readiness = ["ready", "not connected", "not read", "incomplete", "too old"] as const;
/** Which accounts of a system are listed. */
export const accountFilters = [
  "all",
  "undecided",
  "mine",
  "administrators",
  "unused",
  "unmatched",
  "left",
  "keep",
  "change",
  "remove",
] as const;

/** A system as a review that starts now would find it. */
export const candidate = z.strictObject({
  systemId: id,
  system: z.string(),
  readiness: z.enum(readiness),
  /** As its connections listed them last; null where none did. */
  accounts: z.number().int().nullable(),
  seenAt: instant.nullable(),
  /** Without one its accounts come from a list that somebody exports. */
  connected: z.boolean(),
  /** Who owns it among Systems, or else who decided on it in the last review, if they may decide. */
  reviewerId: id.nullable(),
});
