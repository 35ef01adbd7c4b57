import { instant, listOf, orNull, text } from "#domain/judge/shapes.ts";
import type { AnotherSince, SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";

/** What is asked: the sealed exhibit, and the pages that it names. */
export interface AskedSnapshot {
  readonly snapshot: SnapshotManifest;
  readonly pages: readonly SnapshotPage[];
  readonly collections: readonly unknown[];
}

/** Whether pages and exhibits are as many, and hold as many records, as the snapshot says: a check over most of a register is none. */
export function isWhole({ snapshot, pages, collections }: AskedSnapshot): boolean {
  if (collections.length !== snapshot.collections.length) return false;
  // Without it one person with two records would be two.
  if (!listOf(listOf(text))(snapshot.samePeople)) return false;
  if (snapshot.formerlySame !== undefined && !listOf(listOf(text))(snapshot.formerlySame)) return false;
  if (snapshot.anotherSince !== undefined && !saysSince(snapshot.anotherSince)) return false;
  if (snapshot.collections.some(({ seenAt }) => snapshot.takenAt < seenAt)) return false;
  const named = new Set(snapshot.registers.map(({ key }) => key));
  return (
    pages.every(({ register }) => named.has(register)) &&
    snapshot.registers.every(({ key, count, pages: hashes }) => {
      const own = pages.filter(({ register }) => register === key);
      const rows = own.flatMap((page) => page.rows);
      const open = rows.filter(({ state }) => state !== "ended");
      const isOnce = new Set(rows.map(({ id }) => id)).size === rows.length;
      return isOnce && own.length === hashes.length && open.length === count;
    })
  );
}

const saysSince = (said: AnotherSince | null): boolean =>
  said !== null && [said.contributors, said.managers].every((since) => orNull(instant)(since));
