import { Truth } from "#domain/facts/truth.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Entry } from "#domain/shapes/shapes.ts";
import { counted } from "./counted.ts";
import { isNotKnown, isOwnedBy } from "./owned-by.ts";
import { isCertain, isUnknown, fails, mayBe, notConfirmed, passes, some, textOf } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

const DAY_MS = 86_400_000;
/** Whole days: a device of which the provider heard on the first of them is asked until that day is over. */
const SYNCED_DAYS = 31;

type Device = Entry<"device">;

/**
 * Each device of which its management heard within 30 days is assigned to an active person: by its management, or, where that names nobody,
 * by a record of Devices with its serial number. Whose a device is, is a declaration; one that its holder denies is none, and one that they
 * confirm is no more than it was.
 */
export function devicesAssigned({ register, now }: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const [people, devices] = [register("people"), register("devices")];
  const read = system.devices;
  if (!read) return isUnknown("No device was read.");
  const rows = new Map(people.rows.map((row) => [row.id, row]));
  const since = new Date(now.getTime() - SYNCED_DAYS * DAY_MS);
  const asked = read.members.filter(({ facts }) => mayBe(facts.lastSyncAt.atLeast(since)));
  const listed = devices.rows.filter(({ state }) => state === "open");
  const unlisted = notConfirmed(devices, "Devices", now);
  const declared = new Map(asked.map((device) => [device, recordOf(device, system, listed)]));
  const isNamed = ({ facts }: Device) => facts.holder.holds((holder) => holder !== null);
  const isAssigned = (device: Device): Truth =>
    device.facts.holder.follow((holder) => {
      if (holder !== null) return isOwnedBy(rows.get(system.people.get(holder) ?? ""), now);
      const record = declared.get(device);
      if (record) {
        const owned = isOwnedBy(rows.get(textOf(record, "holderId") ?? ""), now);
        return isUncontested(record) ? owned : owned.and(isNotKnown("whether its holder has it"));
      }
      return unlisted === undefined ? Truth.any([]) : device.facts.serial.holds(() => undefined);
    });
  const found = asked.map((device) => ({
    device,
    truth: isAssigned(device),
    isSynced: isCertain(device.facts.lastSyncAt.atLeast(since)),
  }));
  const labels = (few: typeof found) => some(few.map(({ device }) => device.label));
  const missed = found.filter(({ truth }) => truth.outcome() === "fail");
  const certain = missed.filter(({ isSynced }) => isSynced);
  if (certain.length > 0) return fails(`Assigned to nobody who works here: ${labels(certain)}.`);
  const missing = notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  if (missed.length > 0) return isUnknown(`When these were last heard of was not read: ${labels(missed)}.`);
  const byRecord = asked.filter((device) => !isCertain(isNamed(device)));
  if (byRecord.length > 0 && unlisted !== undefined) return isUnknown(unlisted);
  const contested = byRecord.filter((device) => DENIALS.includes(declared.get(device)?.holderSays ?? ""));
  if (contested.length > 0)
    return isUnknown(`Their holders say that they do not have these: ${some(contested.map(({ label }) => label))}.`);
  const left = found.filter(({ truth }) => !isCertain(truth));
  if (left.length > 0) return isUnknown(`Whose these are is not known: ${labels(left)}.`);
  if (mayBe(read.whole.not())) return isUnknown("Not every device was read.");
  if (asked.length === 0) return isUnknown("No device was heard of within 30 days.");
  const holders = asked.flatMap((device) => {
    const record = declared.get(device);
    const holder = device.facts.holder.say((id) => system.people.get(id ?? "") ?? "");
    return rows.get(isCertain(isNamed(device)) ? holder : ((record && textOf(record, "holderId")) ?? "")) ?? [];
  });
  return passes(
    counted(
      asked.length,
      "device heard of within 30 days is assigned to somebody who works here.",
      "devices heard of within 30 days are each assigned to somebody who works here.",
    ),
    [people.confirmedUntil, byRecord.length > 0 ? devices.confirmedUntil : null, ...holders.map((row) => leaves(row))],
  );
}

const DENIALS = ["denies", "lost"];

/** A record assigns nothing of which its holder says that they do not have it, or of which it is not sealed what they say. */
const isUncontested = ({ holderSays }: SnapshotRow): boolean => holderSays === "nothing" || holderSays === "has";

const leaves = (row: SnapshotRow): Date | null => {
  const ends = textOf(row, "endsAt");
  return ends === undefined ? null : new Date(ends);
};

/** The record of a device that is managed there: by its serial number, or by its name where the record has none. One alone is meant. */
function recordOf(
  { facts, label }: Device,
  { systemId }: ReadSystem,
  rows: readonly SnapshotRow[],
): SnapshotRow | undefined {
  const fold = (text: string) => text.trim().toLowerCase();
  const own = rows.filter((row) => {
    const [serial, name, managed] = [textOf(row, "serial"), textOf(row, "name"), textOf(row, "systemId")];
    if (managed !== undefined && managed !== systemId) return false;
    if (serial !== undefined) return isCertain(facts.serial.holds((held) => fold(held) === fold(serial)));
    return managed === systemId && name !== undefined && fold(name) === fold(label);
  });
  return own.length === 1 ? own[0] : undefined;
}
