import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { SessionLimits } from "./sessions/session-deps.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";

/**
 * Deletes what has served its time: ended sessions and exchanges, accounts that files were read with, links, the choices of sign-ups that were not confirmed
 * within a week, links and sessions of staff, browsers not seen for 400 days, and the history of sign-ins after 180 days.
 */
export async function forgetOldAccess(db: Kysely<DB>, { idleMinutes }: SessionLimits, now: Date): Promise<void> {
  const days = (count: number) => new Date(now.getTime() - count * 24 * 60 * 60 * 1000);
  await sql`DELETE FROM auth.sessions WHERE expires_at < ${now} OR last_used_at < ${days(idleMinutes / (24 * 60))}`.execute(
    db,
  );
  await sql`DELETE FROM auth.ceremonies WHERE expires_at < ${now}`.execute(db);
  await sql`DELETE FROM auth.file_grants WHERE expires_at < ${now}`.execute(db);
  await sql`DELETE FROM auth.one_time_links WHERE expires_at < ${now} AND (purpose <> 'signup' OR created_at < ${days(7)})`.execute(
    db,
  );
  await callFunction(db, "app.forget_staff_access", [now]);
  await sql`DELETE FROM auth.devices WHERE last_seen_at < ${days(400)}`.execute(db);
  await sql`DELETE FROM auth.sign_ins WHERE at < ${days(180)} OR (user_id IS NULL AND at < ${days(1)})`.execute(db);
}
