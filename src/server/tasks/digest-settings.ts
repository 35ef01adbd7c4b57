import { sql } from "kysely";
import { movedDigest, nextDigest } from "#domain/tasks/digest.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";

type Member = Pick<Caller, "companyId" | "userId">;
interface Digest {
  readonly on: boolean;
  readonly timeZone: string | null;
}

/** Whether a member is mailed their tasks weekly, and by which clock. */
export async function readDigest(tx: Tx, { companyId, userId }: Member): Promise<Digest> {
  const row = await tx
    .selectFrom("app.task_digests")
    .select(["is_on", "time_zone"])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { on: row?.is_on ?? false, timeZone: row?.time_zone ?? null };
}

/** Changes what is given of it. Turned on, the next mail comes on the next Monday from `now`; by another clock it stays on its Monday. */
export async function setDigest(
  tx: Tx,
  { companyId, userId }: Member,
  { on, timeZone }: { readonly on?: boolean | undefined; readonly timeZone?: string | undefined },
  now: Date,
): Promise<void> {
  const row = await tx
    .selectFrom("app.task_digests")
    .select(["is_on", "time_zone", "due_at"])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const isOn = on ?? row?.is_on ?? false;
  const zone = timeZone ?? row?.time_zone ?? null;
  const due = row?.is_on ? movedDigest(row.due_at, row.time_zone, zone) : nextDigest(zone, now);
  await sql`INSERT INTO app.task_digests (company_id, user_id, is_on, time_zone, due_at)
    VALUES (${companyId}, ${userId}, ${isOn}, ${zone}, ${due})
    ON CONFLICT (company_id, user_id) DO UPDATE SET is_on = excluded.is_on, time_zone = excluded.time_zone, due_at = excluded.due_at`.execute(
    tx,
  );
}
