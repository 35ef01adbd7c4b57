import { countsAlone, countsUntil as aloneUntil } from "#domain/alone.ts";
import { flag, instant, matching, orNull, text } from "#domain/judge/shapes.ts";
import { digestOfDrawn } from "#domain/printed/drawn-data.ts";
import type { DrawnData } from "#domain/registers/drawn-data.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { each, holding, is } from "../fields.ts";
import { countsUntil } from "./filed-within-year.ts";
import { dayOf } from "./days.ts";
import { isApproved } from "./registers.ts";

const shape = holding({
  exhibit: is(text),
  takenAt: is(instant),
  own: is(flag),
  anotherSince: is(orNull(instant)),
  shown: each(holding({ id: is(text), sha256: is(matching(/^[0-9a-f]{64}$/)) })),
});

/**
 * Until when a kind of data is shown by diagrams that were drawn from the registers within 365 days, and accepted by another person, or by the
 * one who submitted them for as long as that counts; undefined for one that they do not show as it is now, or that nobody else approved.
 */
export function drawnUntil(drawn: unknown, now: Date): (row: SnapshotRow) => Date | undefined {
  if (shape(drawn, "") !== undefined) return () => undefined;
  const { takenAt, own, anotherSince, shown } = drawn as DrawnData;
  const alone = own ? aloneUntil(anotherSince) : null;
  const ends = new Date(takenAt) <= now ? countsUntil(dayOf(takenAt), now) : undefined;
  if (ends === undefined || !countsAlone(alone, now)) return () => undefined;
  const until = alone && alone < ends ? alone : ends;
  const digests = new Map(shown.map(({ id, sha256 }) => [id, sha256]));
  return (row) =>
    row.state === "open" && isApproved(row) && digests.get(row.id) === digestOfDrawn(row) ? until : undefined;
}
