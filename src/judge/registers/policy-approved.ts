import { approvedUntil } from "#domain/policies/policy.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { aloneUntil, authorsOf, isOf, whoApproved } from "./policy-authors.ts";
import type { PolicyInputs } from "./policies.ts";
import { textOf } from "./registers.ts";

/** How a version in force was approved, or what is wrong with that. */
export type Approved =
  | { readonly problem: string }
  | {
      /** When it falls. */
      readonly ends: readonly Date[];
      readonly people: number;
      /** When the last of those that it needs was given. */
      readonly at: Date;
      /** An author approved it, because nobody else could. */
      readonly own: boolean;
      /** Another person could approve it now, and has not. */
      readonly mayBeAnother: boolean;
    };

/** Longer than rows are read for. */
const READING_MS = 3_600_000;

export const inForceOf = ({ register }: PolicyInputs): readonly SnapshotRow[] =>
  register("policy-versions").rows.filter((row) => textOf(row, "state") === "in force");

export const numberOf = (row: SnapshotRow, field: string): number | undefined => {
  const value = row.fields[field];
  return typeof value === "number" ? value : undefined;
};

/** An instant of a row that can be read. */
export const instantOf = (row: SnapshotRow, field: string): Date => new Date(Date.parse(textOf(row, field) ?? "") || 0);

/** Whether a version in force has as many approvals of its text as it needs, none older than 365 days and none by its author alone. */
export function approvedOf({ register, scope, now }: PolicyInputs, title: string, version: SnapshotRow): Approved {
  const approvals = register("policy-approvals").rows;
  if (textOf(version, "leaf") !== textOf(version, "sha256"))
    return { problem: `${title} is not as the ledger has it.` };
  const whoOf = whoApproved(scope, approvals);
  const who = whoOf(version);
  const byOf = (row: SnapshotRow) => who(textOf(row, "by") ?? "");
  const approved = { versions: register("policy-versions").rows, approvals };
  const authors = new Set([...authorsOf(version, approved, whoOf)].map(who));
  const all = approvals.filter((row) => isOf(row, version));
  const people = new Set(all.map(byOf));
  const given = [...people].map((person) => all.find((row) => byOf(row) === person)!);
  const isOwn = (row: SnapshotRow) => authors.has(byOf(row));
  if (
    new Set(all.map((row) => textOf(row, "by"))).size !== all.length ||
    all.some((row) => isOwn(row) && row.fields["alone"] !== true)
  )
    return { problem: `${title} was approved by its author, or twice by the same person.` };
  const own = all.some(isOwn);
  const quorum = numberOf(version, "quorum") ?? Infinity;
  const times = given.map((row) => instantOf(row, "at"));
  // One that was given while the rows were read is somewhat later than the reading.
  if (times.some((time) => time.getTime() - now.getTime() > READING_MS))
    return { problem: `${title} has an approval from a time that is to come.` };
  const until = approvedUntil(times, quorum);
  const twice =
    given.length < all.length ? " Somebody approved it by two accounts, and counts once: ask another person." : "";
  if (!until) return { problem: `${title} is in force with fewer approvals than it needs.${twice}` };
  if (until <= now) return { problem: `${title} was approved more than 365 days ago.` };
  const end = own ? aloneUntil(scope, authorsOf(version, approved)) : undefined;
  const isOver = end !== undefined && end <= now;
  return {
    ends: end && !isOver ? [until, end] : [until],
    people: people.size,
    at: new Date(Math.max(...times.map((time) => time.getTime()))),
    own,
    mayBeAnother: isOver,
  };
}
