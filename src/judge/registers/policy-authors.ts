import { ALONE_FOR_DAYS } from "#domain/policies/policy.ts";
import type { PolicyScope, SnapshotRow } from "#domain/registers/snapshot.ts";
import { listOf, textOf } from "./registers.ts";

const DAY_MS = 86_400_000;
const numberOf = (row: SnapshotRow) => Number(row.fields["number"]);

/** Who wrote any of a version: its authors, and those of the version before it and of whatever has the same text. */
export function authorsOf(version: SnapshotRow, versions: readonly SnapshotRow[]): ReadonlySet<string> {
  const own = versions.filter((row) => textOf(row, "policyId") === textOf(version, "policyId"));
  const before = own
    .filter((row) => numberOf(row) < numberOf(version))
    .toSorted((a, b) => numberOf(b) - numberOf(a))
    .slice(0, 1);
  const same = versions.filter((row) => textOf(row, "sha256") === textOf(version, "sha256"));
  return new Set([version, ...before, ...same].flatMap((row) => listOf(row, "authors")));
}

/** Until when an approval by an author counts: a month after the first who wrote none of it could approve it. */
export function aloneUntil({ approvers }: PolicyScope, authors: ReadonlySet<string>): Date | undefined {
  const others = approvers.filter(({ id }) => !authors.has(id)).map(({ since }) => Date.parse(since));
  return others.length === 0 ? undefined : new Date(Math.min(...others) + ALONE_FOR_DAYS * DAY_MS);
}
