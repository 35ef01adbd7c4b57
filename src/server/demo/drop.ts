import { removeFiles } from "./demo-session.ts";
import type { DemoParts } from "./parts.ts";

type Parts = Pick<DemoParts, "place" | "origin" | "databases" | "visits" | "names">;

/** Drops a visit with its files. */
export async function dropVisit({ place, databases, visits }: Parts, database: string): Promise<void> {
  await visits.close(database);
  await databases.drop(database);
  await removeFiles(place.folder, database);
}

/** The same; what cannot be dropped now is dropped with what has ended, later. */
export async function dropOrLeave(parts: Parts, database: string): Promise<void> {
  await dropVisit(parts, database).catch((error: unknown) => sayLater(parts, error));
}

export function sayLater({ origin }: Pick<Parts, "origin">, error: unknown): void {
  origin.log.warn({ err: error }, "a database of the demo is dropped later");
}

/** The visits there are, whoever opened them. */
export async function runningVisits({ databases, names }: Parts): Promise<string[]> {
  const { endOf, prefix } = await names();
  return (await databases.list(prefix)).filter((name) => endOf(name) !== undefined);
}

/** Drops what is past its time, whoever made it. */
export async function dropEnded(parts: Parts): Promise<void> {
  const { names, visits, origin } = parts;
  const { endOf } = await names();
  for (const name of await runningVisits(parts)) if (endOf(name)! <= origin.now()) await dropOrLeave(parts, name);
  // What another process has dropped.
  for (const name of visits.databases()) if (endOf(name)! <= origin.now()) await visits.close(name);
}
