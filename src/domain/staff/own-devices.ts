/** What was read of a device; null where it was not read. */
export interface ReadDevice {
  readonly encrypted: boolean | null;
  readonly compliant: boolean | null;
  readonly managed: boolean | null;
  /** A day. */
  readonly lastSyncOn: string | null;
}

/** A device of somebody: as Devices has it, as a connection lists it, or both. */
export interface FoundDevice {
  readonly number: number | null;
  readonly name: string;
  readonly serial: string | null;
  /** Where it was read and when; null of what is only on record. */
  readonly seen: { readonly source: string; readonly at: Date; readonly facts: ReadDevice } | null;
}

const DAY_MS = 86_400_000;
/** A device of which its management heard nothing for so many days is not known any more. */
const HEARD_DAYS = 31;
const fold = (text: string | null) => text?.trim().toLowerCase() || undefined;

/** What is on record and what was read, each device once: by its serial number, or by its name where one of them has none. */
export function ownDevices(found: readonly FoundDevice[]): readonly FoundDevice[] {
  const left = found.filter(({ seen }) => seen !== null);
  const recorded = found
    .filter(({ seen }) => seen === null)
    .map((record) => {
      const isSame = ({ name, serial }: FoundDevice) =>
        fold(serial) !== undefined && fold(record.serial) !== undefined
          ? fold(serial) === fold(record.serial)
          : fold(name) === fold(record.name);
      const at = left.findIndex(isSame);
      return at === -1 ? record : { ...record, seen: left.splice(at, 1)[0]!.seen };
    });
  return [...recorded, ...left];
}

/** What is wrong with a device, and what of it nobody read: one sentence each, empty where all was read and nothing is wrong. */
export function deviceProblems({ seen }: Pick<FoundDevice, "seen">, now: Date): readonly string[] {
  if (!seen) return ["No device management says how it is."];
  const { encrypted, compliant, managed, lastSyncOn } = seen.facts;
  const unread = [
    ...(encrypted === null ? ["whether it is encrypted"] : []),
    ...(compliant === null ? ["whether it keeps the company's rules"] : []),
    ...(lastSyncOn === null ? ["when it was last heard of"] : []),
  ];
  const isSilent = lastSyncOn !== null && now.getTime() - Date.parse(lastSyncOn) > HEARD_DAYS * DAY_MS;
  return [
    ...(encrypted === false ? ["It is not encrypted."] : []),
    ...(compliant === false ? ["It does not keep the company's rules."] : []),
    ...(managed === false ? ["It is not managed."] : []),
    ...(isSilent ? [`Nothing was heard of it since ${lastSyncOn}. Switch it on and connect it.`] : []),
    ...(unread.length > 0 ? [`Not read: ${unread.join(", ")}.`] : []),
  ];
}
