import { fail } from "../app-error.ts";

/** Where a page ends: the value that it is sorted by, as the database writes it, and the record's number. */
export type Place = readonly [value: string, number: number];

/** A place as an answer gave it. Refuses `record-sort` for anything else. */
export function readPlace(text: string, isText: boolean): Place {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.length === 2 && typeof read[0] === "string" && Number.isSafeInteger(read[1]))
      if (isText || /^-?\d{1,17}$/.test(read[0])) return [read[0], read[1] as number];
  } catch {
    // It is none.
  }
  return fail("record-sort");
}
