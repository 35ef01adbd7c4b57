import { Fact } from "#domain/facts/fact.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { hasLeft, isActivePerson } from "./registers.ts";

/** Something that nobody said, or that was not read. */
export const isNotKnown = (what: string): Truth => Fact.unread<true>("not asked", [what]).exists();

/** Whether what is said to be somebody's is an active person's; unknown where nobody is known, or where they have not started yet. */
export function isOwnedBy(person: SnapshotRow | undefined, now: Date): Truth {
  if (!person) return isNotKnown("whose it is");
  if (isActivePerson(person, now)) return Truth.all([]);
  return hasLeft(person, now) ? Truth.any([]) : isNotKnown("since when they work here");
}
