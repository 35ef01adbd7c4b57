import { ownDevices } from "#domain/staff/own-devices.ts";
import type { FoundDevice, ReadDevice } from "#domain/staff/own-devices.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** The devices that are the person's, on record or as a connection lists them; read as that person. */
export async function readOwnDevices(tx: Tx): Promise<readonly FoundDevice[]> {
  const rows = await callFunction(tx, "app.own_devices", []);
  return ownDevices(
    rows.map(({ number, name, serial, source, seen_at: at, facts }) => ({
      number: number === null ? null : Number(number),
      name,
      serial,
      seen: source !== null && at !== null ? { source, at, facts: facts as unknown as ReadDevice } : null,
    })),
  );
}
