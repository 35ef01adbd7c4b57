import type { RecordFields } from "../registers/register.ts";

/** When an incident was discovered, as it says and as it said first. */
interface Discovery {
  readonly fields: RecordFields;
  /** The earliest time that it ever said; null where it is no incident. */
  readonly first: Date | null;
  /** Whether another person approved the time that it says. */
  readonly approved: boolean;
}

/** From when an incident's deadlines count where that is not when it says that it was discovered: nobody moves them by an edit alone. */
export function earlierDiscovery({ fields, first, approved }: Discovery): string | undefined {
  if (first === null || approved) return undefined;
  const said = Date.parse(String(fields["discoveredAt"] ?? ""));
  return first.getTime() < said ? first.toISOString() : undefined;
}

/** The fields of an incident as its deadlines are counted. */
export function countedFields(discovery: Discovery): RecordFields {
  const discoveredAt = earlierDiscovery(discovery);
  return discoveredAt === undefined ? discovery.fields : { ...discovery.fields, discoveredAt };
}

/** Why deadlines began before an incident is said to have been discovered. */
export const sayEarlier = (at: string): string =>
  `Counted from ${at.slice(0, 10)}, ${at.slice(11, 16)} UTC, when it was first said to be discovered. A later time counts once another person approves this record.`;
