import {
  dayOf,
  fails,
  isApproved,
  isFiled,
  isUnknown,
  listOf,
  notConfirmed,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const METHODS = ["wipe", "shred", "returned"];

/**
 * Each device that is not used any more has a wipe or destruction record with its certificate on file. When it was retired somebody typed,
 * so that none is too long ago to be asked.
 */
export function devicesWiped({ register, now }: RegisterInputs): RegisterVerdict {
  const [devices, disposals] = [register("devices"), register("disposals")];
  const missing = notConfirmed(devices, "Devices", now) ?? notConfirmed(disposals, "Disposals", now);
  if (missing !== undefined) return isUnknown(missing);
  if (devices.rows.length === 0) return isUnknown("No device is listed.");
  const gone = devices.rows.filter(({ state }) => state === "ended");
  const isWiped = ({ id }: (typeof gone)[number]) =>
    disposals.rows.some((row) => {
      if (row.state !== "open" || !isApproved(row) || !listOf(row, "deviceIds").includes(id)) return false;
      const [method = "", day] = [textOf(row, "method"), textOf(row, "disposedOn")];
      if (day === undefined || day > dayOf(now)) return false;
      // Another person approved that it never was a device.
      return method === "mistake" || (METHODS.includes(method) && isFiled(row, "certificate"));
    });
  const left = gone.filter((row) => !isWiped(row)).map(({ number }) => `DEV-${number}`);
  if (left.length > 0) return fails(`Retired without a wipe or destruction record: ${some(left)}.`);
  return passes(gone.length === 0 ? "No device was retired." : `${gone.length} retired, each with its record.`, [
    devices.confirmedUntil,
    disposals.confirmedUntil,
  ]);
}
