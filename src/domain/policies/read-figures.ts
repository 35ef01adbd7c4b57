import type { SnapshotRow } from "../registers/snapshot.ts";

/** A figure that an exhibit shows, with what shows it. */
export interface ShownFigure {
  /** In the unit of its measure: time in hours. */
  readonly value: number;
  /** What shows it: "MTG-3". */
  readonly of: string;
}

const HOUR_MS = 3_600_000;

/** A field that is a text. */
export const textOf = ({ fields }: SnapshotRow, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
};

/** The instant that a field names. */
export const instantIn = (row: SnapshotRow, name: string): number | undefined => instantOf(row.fields[name]);

/** An instant as a number; a day counts until its end, so that nothing seems older than it is. */
function instantOf(value: unknown): number | undefined {
  const text = typeof value === "string" ? value : "";
  const instant = Date.parse(text.length === 10 ? `${text}T23:59:59.999Z` : text);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The hours from one instant to another; none where the other is before. */
export const hoursBetween = (from: number, to: number): number => Math.max(0, to - from) / HOUR_MS;

/** Whether a record has not ended. */
export const isOpen = ({ state }: SnapshotRow): boolean => state !== "ended";

/** How long ago the newest of these was: what is done as often as is promised has one that is younger. */
export const newest = (
  rows: readonly SnapshotRow[],
  field: string,
  nameOf: (row: SnapshotRow) => string,
  at: Date,
): readonly ShownFigure[] => {
  const dated = rows.flatMap((row) => {
    const moment = instantIn(row, field);
    return moment === undefined || moment > at.getTime() + 24 * HOUR_MS ? [] : [{ row, moment }];
  });
  const last = dated.toSorted((a, b) => b.moment - a.moment)[0];
  return last ? [{ value: hoursBetween(last.moment, at.getTime()), of: nameOf(last.row) }] : [];
};

/** How long each of these took from one instant to another; one without an end, until the snapshot where that is asked. */
export const taken = (
  rows: readonly SnapshotRow[],
  [from, to]: readonly [string, string],
  prefix: string,
  until?: Date,
): readonly ShownFigure[] =>
  rows.filter(isOpen).flatMap((row) => {
    const [began, ended] = [instantIn(row, from), instantIn(row, to) ?? until?.getTime()];
    return began === undefined || ended === undefined
      ? []
      : [{ value: hoursBetween(began, ended), of: `${prefix}-${row.number}` }];
  });

/** A whole number, which some vendors write as text. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isFinite(count) ? count : undefined;
}

/** Days in hours. */
export const inHours = (days: number | undefined): number | undefined => (days === undefined ? undefined : days * 24);

/** The hours since an instant; since the end of a day. */
export function ageOf(value: unknown, at: Date): number | undefined {
  const then = instantOf(value);
  return then === undefined ? undefined : hoursBetween(then, at.getTime());
}
