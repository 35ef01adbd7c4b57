import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { DeviceAnswer, DeviceQuestion } from "#domain/staff/device-questions.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { limitRefusal } from "../db/refuse-limit.ts";
import { writeAct } from "../ledger/record-act.ts";
import type { StaffMember } from "./staff-sessions.ts";

/** A device on record as the person's that no connection reports. */
export interface OwnDeviceQuestion extends DeviceQuestion {
  readonly id: string;
  /** As people quote the record, DEV-4. */
  readonly number: string;
  readonly name: string;
  /** In words: `Laptop`. */
  readonly kind: string;
  readonly serial: string | null;
  /** SHA-256 of what the person is shown of it. */
  readonly sha256: string;
}

const register = findRegister("devices")!;
/** The kinds of devices, with their labels. */
export const deviceKinds = register.fields["kind"]!.choices!;

/** What the person is asked about devices, and said; read as that person. */
export async function readOwnDeviceQuestions(tx: Tx, now: Date): Promise<readonly OwnDeviceQuestion[]> {
  const rows = await callFunction(tx, "app.own_device_questions", [now]);
  return rows.map((row) => ({
    id: row.device_id,
    number: recordNumber(register, Number(row.number)),
    name: row.name,
    kind: deviceKinds[row.kind] ?? "Device",
    serial: row.serial,
    sha256: row.text_sha256,
    askedAt: row.asked_at,
    answered:
      row.answer === null || row.answered_at === null
        ? null
        : { answer: row.answer as DeviceAnswer, at: row.answered_at },
  }));
}

/** Keeps what the person says of a device as they were shown it; false where it is another device by now, or another's. */
export async function answerDevice(
  tx: Tx,
  staff: StaffMember,
  device: Pick<OwnDeviceQuestion, "id" | "number">,
  said: { readonly answer: DeviceAnswer; readonly shown: string },
  now: Date,
): Promise<boolean> {
  const details = {
    device: device.number,
    person: staff.number,
    answer: said.answer,
    sha256: said.shown,
    method: staff.method,
  };
  const act = writeAct({ userId: staff.personId }, "staff.deviceAnswered", { subject: device.id, details });
  return await callFunction(tx, "app.answer_device", [
    device.id,
    said.shown,
    said.answer,
    now,
    act.id,
    act.details,
    act.salt,
    act.commitment,
  ]).catch((error: unknown) => {
    throw limitRefusal(error) ?? error;
  });
}
