import type { NamedDevice } from "#domain/staff/named-device.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { limitRefusal } from "../db/refuse-limit.ts";
import { writeAct } from "../ledger/record-act.ts";
import type { StaffMember } from "./staff-sessions.ts";

/** A device that the person named, and that is in no record yet. */
export interface OwnNamedDevice {
  readonly id: string;
  readonly name: string;
  readonly serial: string | null;
  readonly namedAt: Date;
  /** The company decided not to add it. */
  readonly dismissed: boolean;
}

/** What the person named and no record says yet; read as that person. */
export async function readOwnNamedDevices(tx: Tx, now: Date): Promise<readonly OwnNamedDevice[]> {
  const rows = await callFunction(tx, "app.own_named_devices", [now]);
  return rows.map(({ named_at: namedAt, ...row }) => ({ ...row, namedAt }));
}

/** Keeps that the person named a device that is missing, once for each `id` of a form: a proposal for who keeps Devices, and no record. */
export async function nameDevice(
  tx: Tx,
  staff: StaffMember,
  id: string,
  { name, kind, serial }: NamedDevice,
  now: Date,
): Promise<void> {
  const details = { person: staff.number, name, kind, serial, method: staff.method };
  const act = writeAct({ userId: staff.personId }, "staff.deviceNamed", { subject: id, details });
  await callFunction(tx, "app.name_device", [
    id,
    name,
    kind,
    serial,
    now,
    act.id,
    act.details,
    act.salt,
    act.commitment,
  ]).catch((error: unknown) => {
    throw limitRefusal(error) ?? error;
  });
}
