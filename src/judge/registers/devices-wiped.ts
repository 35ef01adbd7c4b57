import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import { dayOf } from "./days.ts";
import { fails, isApproved, isFiled, isUnknown, listOf, notConfirmed, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const WESTERNMOST_MS = 12 * 3_600_000;
const METHODS = ["wipe", "shred", "returned"];

/** Since when a device is not used any more: as stated, or else as it was ended here; undefined where that is not known. */
function retiredOn(row: SnapshotRow): string | undefined {
  const [stated, since, { endedAt }] = [textOf(row, "retiredOn"), textOf(row, "since"), row];
  // What is stated and cannot be read is no reason to ask less.
  if (row.fields["retiredOn"] !== undefined && !isDay(stated)) return undefined;
  // It may still be the day before where somebody ended it.
  const day = stated ?? (endedAt === undefined ? undefined : dayOf(new Date(Date.parse(endedAt) - WESTERNMOST_MS)));
  const isBefore = row.fields["since"] !== undefined && !(isDay(since) && since <= (day ?? ""));
  return isBefore ? undefined : day;
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);

/**
 * Each device that is not used any more has a wipe or destruction record with its certificate on file, of the day on which it was retired
 * or a later one: a wipe from before is of other data. When it was retired somebody may type, so that none is too long ago to be asked.
 */
export function devicesWiped({ register, now }: RegisterInputs): RegisterVerdict {
  const [devices, disposals] = [register("devices"), register("disposals")];
  const missing = notConfirmed(devices, "Devices", now) ?? notConfirmed(disposals, "Disposals", now);
  if (missing !== undefined) return isUnknown(missing);
  if (devices.rows.length === 0) return isUnknown("No device is listed.");
  const gone = devices.rows.filter(({ state }) => state === "ended");
  const numbers = (rows: typeof gone) => some(rows.map(({ number }) => `DEV-${number}`));
  /** When the approved records say that it was wiped, or that it never was a device. */
  const wipesOf = ({ id }: SnapshotRow) =>
    disposals.rows.flatMap((row) => {
      if (row.state !== "open" || !isApproved(row) || !listOf(row, "deviceIds").includes(id)) return [];
      const [method = "", day] = [textOf(row, "method"), textOf(row, "disposedOn")];
      if (day === undefined || day > dayOf(now)) return [];
      // Another person approved that it never was a device.
      if (method === "mistake") return [{ day, isNone: true }];
      return METHODS.includes(method) && isFiled(row, "certificate") ? [{ day, isNone: false }] : [];
    });
  const asked = gone.flatMap((row) => {
    const wipes = wipesOf(row);
    return wipes.some(({ isNone }) => isNone) ? [] : [{ row, wipes, since: retiredOn(row) }];
  });
  const of = (found: typeof asked) => numbers(found.map(({ row }) => row));
  const left = asked.filter(({ wipes }) => wipes.length === 0);
  if (left.length > 0) return fails(`Retired without a wipe or destruction record: ${of(left)}.`);
  const early = asked.filter(({ wipes, since }) => since !== undefined && wipes.every(({ day }) => day < since));
  if (early.length > 0) return fails(`Wiped before they were retired, and not since: ${of(early)}.`);
  const undated = asked.filter(({ since }) => since === undefined);
  if (undated.length > 0)
    return isUnknown(`When these were retired is not stated, or is before their use began: ${of(undated)}.`);
  return passes(
    gone.length === 0
      ? "No device was retired."
      : counted(gone.length, "device was retired, with its record.", "devices were retired, each with its record."),
    [devices.confirmedUntil, disposals.confirmedUntil],
  );
}
