import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { writeAct } from "../ledger/record-act.ts";
import type { StaffMember } from "./staff-sessions.ts";

/** A legal hold that names the person, with what they are to keep. */
export interface OwnHold {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** What is kept; null where the hold does not say it. */
  readonly about: string | null;
  readonly startsOn: string;
  /** SHA-256 of what it says. */
  readonly sha256: string;
  readonly since: Date;
  /** Null until they confirm what it says now. */
  readonly acknowledgedAt: Date | null;
}

/** The holds that bind the person; read as that person. */
export async function readOwnHolds(tx: Tx): Promise<OwnHold[]> {
  const rows = await callFunction(tx, "app.own_holds", []);
  return rows.map((row) => ({
    id: row.hold_id,
    number: recordNumber(findRegister("legal-holds")!, Number(row.number)),
    title: row.title,
    about: row.about,
    startsOn: row.starts_on,
    sha256: row.text_sha256,
    since: row.told_at,
    acknowledgedAt: row.acknowledged_at,
  }));
}

/** Keeps that the person confirmed a hold as they were shown it; false where it says something else by now. */
export async function acknowledgeHold(
  tx: Tx,
  staff: StaffMember,
  hold: OwnHold,
  shown: string,
  now: Date,
): Promise<boolean> {
  const details = { hold: hold.number, person: staff.number, sha256: shown, method: staff.method };
  const act = writeAct({ userId: staff.personId }, "hold.acknowledged", { subject: hold.id, details });
  return await callFunction(tx, "app.acknowledge_hold", [
    hold.id,
    shown,
    now,
    act.id,
    act.details,
    act.salt,
    act.commitment,
  ]);
}
