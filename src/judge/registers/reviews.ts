import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { REVIEW_COUNTS_DAYS } from "#domain/reviews/review.ts";
import { accountOf, removals, reviewsOf, thisQuarter, wrongWith } from "./closed-reviews.ts";
import type { ReviewedSystem } from "./closed-reviews.ts";
import { accountPresence } from "./presence.ts";
import { isApprovedShared } from "./accounts.ts";
import { dayOf } from "./days.ts";
import { inDays, saysNothing } from "./review-times.ts";
import { fails, isCertain, isUnknown, mayBe, passes, some, textOf } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

function connected({ register, now }: RegisterInputs, system: ReadSystem): ReviewedSystem {
  const { source, systemId, accounts, people, programs, seenAt } = system;
  const labelOf = (row: SnapshotRow) =>
    accounts.members.find(({ key }) => key.id === accountOf(row))?.label ?? accountOf(row);
  const isShared = (row: SnapshotRow) => isApprovedShared({ register, now }, system, [labelOf(row), accountOf(row)]);
  return {
    source,
    systemId,
    personOf: (account) => people.get(account),
    labelOf,
    mayBeGone: () => true,
    // Anything but what is plainly no person's may be one's.
    personal: (rows) =>
      rows.filter((row) => !["service", "guest", "root"].includes(textOf(row, "class") ?? "") && !isShared(row)),
    isSaid: (row) =>
      textOf(row, "personId") !== undefined ||
      people.has(accountOf(row)) ||
      now < (programs.get(accountOf(row)) ?? now),
    present: (account) => {
      const present = accountPresence(accounts, account);
      return present === undefined ? undefined : { at: seenAt, present };
    },
  };
}

/** The newest review of a system was closed within 92 days: each account of its population decided, by nobody on their own. */
export const reviewedThisQuarter = (inputs: RegisterInputs, system: ReadSystem): RegisterVerdict =>
  thisQuarter(inputs, connected(inputs, system));

/** Each account that was to be removed is gone within 14 days, by every complete snapshot since, and stays away for 90. */
export const removalsDone = (inputs: RegisterInputs, system: ReadSystem): RegisterVerdict =>
  removals(inputs, connected(inputs, system), []);

/** The newest review of a system decided on each of its service accounts. */
export function serviceAccountsReviewed(inputs: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const [newest] = reviewsOf(inputs, system);
  if (!newest) return isUnknown("No access review of it has been closed. Start one in Access reviews.");
  const wrong = wrongWith(newest, connected(inputs, system), inputs);
  if (wrong !== undefined) return fails(wrong);
  const nothing = saysNothing(newest, inputs.now);
  if (nothing) return nothing;
  const reviewed = new Set(newest.rows.map(accountOf));
  const asked = system.accounts.members.filter(
    ({ facts }) => mayBe(facts.class.is("service")) && mayBe(facts.active.is(true)),
  );
  const left = asked.filter(({ key }) => !reviewed.has(key.id)).map(({ label }) => label);
  if (left.length > 0)
    return isUnknown(
      `Not there when it was reviewed, on ${dayOf(newest.closedAt)}: ${some(left)}. Start another review.`,
    );
  if (mayBe(system.accounts.whole.not())) return isUnknown("Not every account was read.");
  const service = asked.filter(({ facts }) => isCertain(facts.class.is("service"))).length;
  const other = asked.length - service;
  const besides = other > 0 ? ` ${other} more may be, and were decided too.` : "";
  return passes(
    service === 0
      ? `It has no service account.${besides}`
      : `${service} service ${service === 1 ? "account" : "accounts"} decided by ${dayOf(newest.closedAt)}.${besides}`,
    [inDays(newest.closedAt, REVIEW_COUNTS_DAYS)],
  );
}
