import { ALONE_FOR_DAYS } from "#domain/policies/policy.ts";
import { groupsAt } from "#domain/registers/same-before.ts";
import { whoIs } from "#domain/registers/same-people.ts";
import type { PolicyScope, SnapshotRow } from "#domain/registers/snapshot.ts";
import { listOf, textOf } from "./registers.ts";

const DAY_MS = 86_400_000;
const numberOf = (row: SnapshotRow) => Number(row.fields["number"]);

/** Versions that were in force, and approvals of them. */
interface Approved {
  readonly versions: readonly SnapshotRow[];
  readonly approvals: readonly SnapshotRow[];
}

/** Who is who among accounts. */
type Who = (id: string) => string;

/**
 * Who was who when a version was approved: accounts are one person's by what People says now, or said when the first approval of it was given.
 * Who has two is one person by either.
 */
export const whoApproved =
  ({ sameAccounts, sameBefore }: PolicyScope, approvals: readonly SnapshotRow[]) =>
  (version: SnapshotRow): Who => {
    const times = approvals.filter((row) => isOf(row, version)).map((row) => Date.parse(textOf(row, "at") ?? "") || 0);
    return whoIs(
      groupsAt({ now: sameAccounts, before: sameBefore }, new Date(times.length === 0 ? 0 : Math.min(...times))),
    );
  };

/**
 * Who wrote any of a version: its authors and those of whatever has the same text, and whoever wrote any of the version before it, unless
 * another person approved that one.
 */
export function authorsOf(
  version: SnapshotRow,
  approved: Approved,
  whoOf: (version: SnapshotRow) => Who = () => (id) => id,
): ReadonlySet<string> {
  const { versions, approvals } = approved;
  const same = versions.filter((row) => textOf(row, "sha256") === textOf(version, "sha256"));
  const own = [version, ...same].flatMap((row) => listOf(row, "authors"));
  const [before] = versions
    .filter((row) => textOf(row, "policyId") === textOf(version, "policyId") && numberOf(row) < numberOf(version))
    .toSorted((a, b) => numberOf(b) - numberOf(a));
  if (!before) return new Set(own);
  const carried = authorsOf(before, approved, whoOf);
  const who = whoOf(before);
  const wrote = new Set([...carried].map(who));
  const isByAnother = approvals.some(
    (row) => isOf(row, before) && row.fields["alone"] === false && !wrote.has(who(textOf(row, "by") ?? "")),
  );
  return new Set(isByAnother ? own : [...own, ...carried]);
}

/** Whether an approval is of the text that this version has. */
export const isOf = (approval: SnapshotRow, version: SnapshotRow): boolean =>
  textOf(approval, "versionId") === version.id && textOf(approval, "sha256") === textOf(version, "sha256");

/**
 * Until when an approval by an author counts: a month after the first account that wrote none of it could approve it. Another account of the
 * author's counts here: whoever writes People says whose it is, and that nobody else is there must not come from that.
 */
export function aloneUntil({ approvers }: PolicyScope, authors: ReadonlySet<string>): Date | undefined {
  const others = approvers.filter(({ id }) => !authors.has(id)).map(({ since }) => Date.parse(since));
  return others.length === 0 ? undefined : new Date(Math.min(...others) + ALONE_FOR_DAYS * DAY_MS);
}
