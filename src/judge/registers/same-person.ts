import { whoIs } from "#domain/registers/same-people.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import type { RegisterInputs } from "./registers.ts";

type Who = Pick<RegisterInputs, "who" | "everWho">;

/** Who is who among records of People, as a snapshot says it. */
export const whoOf = ({ samePeople, formerlySame = [] }: SnapshotManifest): Who => ({
  who: whoIs(samePeople),
  everWho: whoIs([...samePeople, ...formerlySame]),
});

/** Who is who for what may not be somebody's own: whoever was one person stays one, until another confirms that they are not. */
export const whoEver = ({ who = (id) => id, everWho = who }: Who) => everWho;

/** Whether some of these people are among those, by whichever of their records. */
export function meet(inputs: Who, some: readonly string[], others: readonly string[]): boolean {
  const who = whoEver(inputs);
  const known = new Set(others.map(who));
  return some.some((id) => known.has(who(id)));
}
