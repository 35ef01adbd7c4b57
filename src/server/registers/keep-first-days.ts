import { sql } from "kysely";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { timesOfWork } from "#judge/registers/first-day.ts";
import { instantOf } from "#judge/registers/registers.ts";
import type { Tx } from "../db/as-caller.ts";
import { plainArray } from "../db/array-literal.ts";

/** Since when somebody works here, and since when they are in People. */
interface FirstDay {
  readonly person_id: string;
  readonly starts_at: string;
  readonly added_at: Date;
}

/**
 * Keeps since when each of these people works here, as the judge counts it, where their record alone does not say so: they are asked by the
 * same day as they are judged by. Read and kept as the company itself.
 */
export async function keepFirstDays(
  tx: Tx,
  companyId: string,
  people: readonly SnapshotRow[],
  who: (id: string) => string,
  addedAt: (id: string) => Date,
): Promise<void> {
  const wanted = new Map(firstDays(people, who, addedAt).map((row) => [row.person_id, row]));
  const { rows: kept } = await sql<FirstDay>`SELECT f.person_id, f.starts_at, f.added_at FROM app.first_days f
    WHERE f.company_id = ${companyId}`.execute(tx);
  const isKept = (row: FirstDay) => isSame(row, wanted.get(row.person_id));
  const past = kept.flatMap((row) => (isKept(row) ? [] : row.person_id));
  const same = new Set(kept.flatMap((row) => (isKept(row) ? row.person_id : [])));
  const added = [...wanted.values()].filter((row) => !same.has(row.person_id));
  if (past.length > 0)
    await sql`DELETE FROM app.first_days f WHERE f.company_id = ${companyId} AND f.person_id = ANY (${plainArray(past)}::uuid[])`.execute(
      tx,
    );
  if (added.length > 0)
    await sql`INSERT INTO app.first_days (company_id, person_id, starts_at, added_at)
      SELECT ${companyId}, x.person_id, x.starts_at, x.added_at
      FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb) x (person_id uuid, starts_at text, added_at timestamptz)`.execute(
      tx,
    );
}

const isSame = (row: FirstDay, other: FirstDay | undefined): boolean =>
  row.starts_at === other?.starts_at && row.added_at.getTime() === other.added_at.getTime();

function firstDays(
  people: readonly SnapshotRow[],
  who: (id: string) => string,
  addedAt: (id: string) => Date,
): readonly FirstDay[] {
  const times = timesOfWork(people, who);
  // Once for each time of work: a shared address makes thousands of records one person's.
  const addedFirst = new Map<object, Date>();
  for (const [{ id }, time] of times) {
    const [least, other] = [addedFirst.get(time), addedAt(id)];
    if (least === undefined || other < least) addedFirst.set(time, other);
  }
  return [...times].flatMap(([row, time]) => {
    if (row.state === "ended") return [];
    const { first } = time;
    const added = addedFirst.get(time)!;
    // Whose first day cannot be told has no time left.
    const day = new Date(first || 0);
    const isOwn = instantOf(row, "startsAt")?.getTime() === day.getTime() && added >= addedAt(row.id);
    return isOwn ? [] : { person_id: row.id, starts_at: day.toISOString(), added_at: added };
  });
}
