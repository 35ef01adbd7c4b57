import { EASTERNMOST_MS } from "#domain/calendar-day.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { filedUntil } from "./filed-within-year.ts";
import {
  isApproved,
  isEndedUnseen,
  isExhibitOnFile,
  isFiled,
  isGone,
  hasValue,
  listOf,
  some,
  textOf,
} from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

const KINDS = ["audit", "pentest", "internal-scan", "external-scan", "restore", "exercise", "review", "disclosure"];

/** Whether a test still speaks: nobody withdrew it, or another person had approved it, whatever became of that approval since. */
const isSeen = (row: SnapshotRow): boolean =>
  row.state !== "ended" || ((isApproved(row) || row.approvedBefore === true) && !isGone(row));

/** Tests that speak and of which it is not known what they are, so that one more of any kind may be among them. */
export const unknownTests = ({ rows }: ReadRegister): readonly SnapshotRow[] =>
  rows.filter((row) => isSeen(row) && !KINDS.includes(textOf(row, "kind") ?? ""));

/** Whether Exhibit sent it as a link to a published contact, whatever somebody made of the record since. */
export const isSentTest = (row: SnapshotRow): boolean => hasValue(row, "sentAt");

/** Whether nothing became of a sent test but that its link was answered: Exhibit wrote its second version. */
const isJustAnswered = (row: SnapshotRow): boolean =>
  isSentTest(row) && hasValue(row, "answeredAt") && row.version === 2 && row.state !== "ended";

/** Tests that somebody rewrote and nobody else approved since: what spoke against a check may be gone from them. */
export const rewrittenTests = ({ rows }: ReadRegister): readonly SnapshotRow[] =>
  rows.filter(
    (row) =>
      isEndedUnseen(row) || (row.state !== "ended" && row.version > 1 && !isApproved(row) && !isJustAnswered(row)),
  );

/** Tests of a kind that nobody withdrew. */
export const testsOf = ({ rows }: ReadRegister, ...kinds: readonly string[]): readonly SnapshotRow[] =>
  rows.filter((row) => row.state !== "ended" && kinds.includes(textOf(row, "kind") ?? ""));

/** These, and the withdrawn ones that another person had approved: what a test found is not gone with its record. They speak for nothing. */
export const testsSeen = ({ rows }: ReadRegister, ...kinds: readonly string[]): readonly SnapshotRow[] =>
  rows.filter((row) => isSeen(row) && kinds.includes(textOf(row, "kind") ?? ""));

export const testNumbers = (rows: readonly SnapshotRow[]): string => some(rows.map(({ number }) => `TST-${number}`));

/** Whether its report is on file, or the signed note of whoever tested. What somebody typed is no ground. */
export const isFounded = (row: SnapshotRow): boolean => isFiled(row, "report");

/** Until when a founded test of the last 365 days counts. */
export const foundedUntil = (row: SnapshotRow, now: Date): Date | undefined => filedUntil(row, "report", "doneOn", now);

/** What a test found, without "None"; undefined where nobody said it. */
export function findingsOf(row: SnapshotRow): readonly string[] | undefined {
  const said = listOf(row, "findings");
  if (said.length === 0) return undefined;
  const isNone = (finding: string) => /^none\.?$/i.test(finding.trim());
  const found = said.filter((finding) => !isNone(finding));
  return found.length > 0 && found.length < said.length ? undefined : found;
}

/**
 * Which actions count for what was found on a day: those that are open, and those that ended since with proof that was made since. They are
 * looked through once, however many tests and incidents they follow from.
 */
export type CountingActions = (id: string, day: string | undefined) => boolean;

export function actionsThatCount({ rows }: ReadRegister): CountingActions {
  const counts = new Map<string, number>();
  for (const action of rows) counts.set(action.id, Math.max(counts.get(action.id) ?? -Infinity, countsFor(action)));
  return (id, day) => Date.parse(`${day}T00:00:00Z`) <= (counts.get(id) ?? -Infinity);
}

/** The latest instant for whose findings an action counts; forever where it is open, and never where it ended without proof. */
function countsFor(action: SnapshotRow): number {
  if (action.state !== "ended") return Infinity;
  const proof = textOf(action, "proof") ?? "";
  const made = Date.parse((action.made ?? {})[proof] ?? "") + EASTERNMOST_MS;
  const last = Math.min(Date.parse(action.endedAt ?? ""), made);
  return isExhibitOnFile(action, proof) && !Number.isNaN(last) ? last : -Infinity;
}

/** Whether as many actions follow from a test as it has findings: open ones, and those that ended since with proof. */
export function isFollowed(row: SnapshotRow, counts: CountingActions): boolean {
  const actions = new Set(listOf(row, "actionIds").filter((id) => counts(id, textOf(row, "doneOn"))));
  return actions.size >= (findingsOf(row)?.length ?? Infinity);
}
