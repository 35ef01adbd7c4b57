import pg from "pg";

const { TIMESTAMPTZ } = pg.types.builtins;
/** Of lists of ids, of which the driver names no type. */
const UUIDS = 2951 as never;
const anyInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;
const anyUuids = pg.types.getTypeParser(UUIDS) as (text: string) => string[];

/** A digit at a place of a text; what is none makes everything that it is added to NaN. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

/**
 * An instant as our sessions are told it, in UTC: "2026-11-30 10:41:35.123+00". Whatever is written otherwise is the driver's, whose four
 * expressions a text took longer than all else of a row.
 */
export function parseInstant(text: string): Date {
  const end = text.length - 3;
  const isDay = text[4] === "-" && text[7] === "-" && text[10] === " ";
  const isUsual = isDay && text[13] === ":" && text[16] === ":" && end >= 19 && text.endsWith("+00");
  const fraction = end === 19 ? 0 : text[19] === "." ? 1_000 * Number(`0${text.slice(19, end)}`) : Number.NaN;
  const year = two(text, 0) * 100 + two(text, 2);
  const at = Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), fraction);
  // Of the first hundred years others are meant.
  return isUsual && year >= 100 && !Number.isNaN(at) ? new Date(at) : anyInstant(text);
}

/** Ids as PostgreSQL writes a list of them, which it never quotes. */
export function parseUuids(text: string): string[] {
  if (text === "{}") return [];
  const isPlain = text.length % 37 === 1 && !text.startsWith("{{") && !text.includes("NULL");
  return isPlain ? text.slice(1, -1).split(",") : anyUuids(text);
}

/** Reads what rows have most of without the driver's detours. */
export function setValueParsers(): void {
  pg.types.setTypeParser(TIMESTAMPTZ, parseInstant);
  pg.types.setTypeParser(UUIDS, parseUuids);
}
