import { noticeRules } from "#catalog/notice-rules.ts";
import { asksCounsel, SENSITIVE } from "#domain/incidents/notice-clock.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import {
  allFiled,
  fails,
  hasValue,
  instantOf,
  isApproved,
  isFiled,
  isGone,
  isUnknown,
  listOf,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SEVERITIES = ["critical", "high", "medium", "low"];
const DATA = [...SENSITIVE, "client", "business", "public", "none"];
const TOLD = ["timeline", "cause", "lessons"];

const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `INC-${number}`));

/** Incidents and what is none; who says that something was no incident needs another person who agrees. */
function sorted({ register, now }: RegisterInputs) {
  const incidents = register("incidents");
  const isNone = (row: SnapshotRow) => ["exercise", "mistake"].includes(textOf(row, "kind") ?? "");
  const there = incidents.rows.filter((row) => !isGone(row));
  const asked = there.filter((row) => !isNone(row));
  const unsure = there.filter((row) => isNone(row) && !isApproved(row));
  const discovered = (row: SnapshotRow) => {
    const at = instantOf(row, "discoveredAt");
    // Nobody moves the hours by an edit that nobody else has seen.
    const first = new Date(Date.parse(row.discoveredFirst ?? "") || Infinity);
    return at !== undefined && at <= now ? (first < at ? first : at) : undefined;
  };
  const undated = asked.filter((row) => discovered(row) === undefined);
  const why = () =>
    notWhole(incidents, "Incidents", now) ??
    (undated.length > 0 ? `When these were discovered cannot be: ${numbers(undated)}.` : undefined) ??
    (unsure.length > 0 ? `Nobody else approved that these are no incidents: ${numbers(unsure)}.` : undefined);
  return { incidents, asked, discovered, why };
}

/**
 * Each incident that was closed within 365 days has severity, timeline, cause, evidence on file and lessons, and another person reviewed
 * it; none is open for more than 90 days without an update in the last 14.
 */
export function recordsComplete(inputs: RegisterInputs): RegisterVerdict {
  const { now } = inputs;
  const { incidents, asked, discovered, why } = sorted(inputs);
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const closedAt = (row: SnapshotRow) => instantOf(row, "closedAt");
  const isClosed = (row: SnapshotRow) => row.fields["closedAt"] !== undefined;
  const withdrawn = asked.filter((row) => row.state === "ended" && !isClosed(row));
  if (withdrawn.length > 0) return fails(`Withdrawn without being closed: ${numbers(withdrawn)}.`);
  const closed = asked.filter((row) => isClosed(row) && !(closedAt(row)! < ago(365)));
  const bare = closed.filter(
    (row) =>
      !SEVERITIES.includes(textOf(row, "severity") ?? "") ||
      !TOLD.every((field) => hasValue(row, field)) ||
      listOf(row, "evidence").length === 0,
  );
  if (bare.length > 0) return fails(`Closed without severity, timeline, cause, evidence or lessons: ${numbers(bare)}.`);
  const open = asked.filter((row) => !isClosed(row));
  const updated = (row: SnapshotRow) => new Date(Date.parse(row.changedAt ?? "") || 0);
  const isOld = (row: SnapshotRow) => (discovered(row) ?? now) <= ago(90);
  const stale = open.filter((row) => isOld(row) && row.changedAt !== undefined && updated(row) <= ago(14));
  if (stale.length > 0) return fails(`Open for more than 90 days without an update in the last 14: ${numbers(stale)}.`);
  const missing = why();
  if (missing !== undefined) return isUnknown(missing);
  const misdated = asked
    .filter(isClosed)
    .filter((row) => !closedAt(row) || closedAt(row)! > now || closedAt(row)! < discovered(row)!);
  if (misdated.length > 0) return isUnknown(`When these were closed cannot be: ${numbers(misdated)}.`);
  const unread = open.filter((row) => isOld(row) && row.changedAt === undefined);
  if (unread.length > 0) return isUnknown(`When these were last updated is not known: ${numbers(unread)}.`);
  const alone = closed.filter((row) => !allFiled(row, "evidence"));
  if (alone.length > 0)
    return isUnknown(`Closed, and not reviewed by another person with the evidence on file: ${numbers(alone)}.`);
  // Who types that one was closed long ago needs another person who agrees.
  const former = asked.filter((row) => isClosed(row) && !closed.includes(row) && !isApproved(row));
  if (former.length > 0)
    return isUnknown(`Closed more than 365 days ago, and not reviewed by another person: ${numbers(former)}.`);
  const counts = `${closed.length} closed within 365 days, ${open.length} open.`;
  const what = asked.length === 0 ? "No incident is recorded." : counts;
  return passes(what, [
    incidents.confirmedUntil,
    ...open.map((row) => {
      const isOldAt = discovered(row)!.getTime() + 90 * DAY_MS;
      return new Date(Math.max(isOldAt, updated(row).getTime() + 14 * DAY_MS));
    }),
  ]);
}

/** So long a decision that was late is counted. */
const COUNTED_DAYS = 365;

/**
 * Each incident that touched personal, health or card data has a notice decision within 72 hours of its discovery, whose record is on
 * file and which another person reviewed; where no rule is known for some of the data in a place, advice of counsel is on file too. A late decision counts for
 * 365 days.
 */
export function noticeDecided(inputs: RegisterInputs): RegisterVerdict {
  const { now } = inputs;
  const { incidents, asked, discovered, why } = sorted(inputs);
  const kinds = (row: SnapshotRow) => listOf(row, "data");
  const isSensitive = (row: SnapshotRow) => kinds(row).some((kind) => SENSITIVE.includes(kind));
  const isPending = (row: SnapshotRow) => now < dueOf(row);
  const dueOf = (row: SnapshotRow) => new Date((discovered(row)?.getTime() ?? 0) + 72 * HOUR_MS);
  const decidedAt = (row: SnapshotRow) =>
    ["notify", "none"].includes(textOf(row, "noticeDecision") ?? "") ? instantOf(row, "noticeDecidedAt") : undefined;
  const sensitive = asked.filter((row) => isSensitive(row) && discovered(row) !== undefined);
  // What was decided by then is shown by what was on file by then: a time may be typed at any time.
  const shownAt = (row: SnapshotRow) => {
    const [said, made] = [decidedAt(row), Date.parse((row.made ?? {})[textOf(row, "noticeRecord") ?? ""] ?? "")];
    return said === undefined || Number.isNaN(made) ? said : new Date(Math.max(said.getTime(), made));
  };
  const isShown = (row: SnapshotRow) => (row.made ?? {})[textOf(row, "noticeRecord") ?? ""] !== undefined;
  const isLate = (row: SnapshotRow) => {
    const at = shownAt(row);
    return at ? at > dueOf(row) : !isPending(row);
  };
  const from = new Date(now.getTime() - COUNTED_DAYS * DAY_MS);
  // Who types that it was decided long ago needs another person who agrees.
  const isFormer = (row: SnapshotRow) => (decidedAt(row) ?? now) < from && isFiled(row, "noticeRecord");
  const late = sensitive.filter((row) => isLate(row) && !isFormer(row));
  const filedLate = late.filter((row) => (decidedAt(row) ?? now) <= dueOf(row));
  const filed =
    filedLate.length > 0
      ? ` Decided in time as it is said, and filed later: ${numbers(filedLate)}. The record of a decision is filed within the 72 hours.`
      : "";
  const moved = late.filter(({ discoveredFirst }) => discoveredFirst !== undefined);
  const first =
    moved.length > 0
      ? ` Counted from when it was first said to be discovered, as nobody else approved the later time: ${numbers(moved)}.`
      : "";
  if (late.length > 0)
    return fails(`No notice decision within 72 hours of the discovery: ${numbers(late)}.${filed}${first}`);
  const missing = why();
  if (missing !== undefined) return isUnknown(missing);
  const due = asked.filter((row) => !isPending(row));
  const unsaid = due.filter((row) => kinds(row).length === 0 || !kinds(row).every((kind) => DATA.includes(kind)));
  if (unsaid.length > 0) return isUnknown(`Which data these touched is not stated: ${numbers(unsaid)}.`);
  const misdated = sensitive.filter((row) => {
    const at = decidedAt(row);
    return at !== undefined && (at > now || at < discovered(row)!);
  });
  if (misdated.length > 0) return isUnknown(`When notice was decided cannot be: ${numbers(misdated)}.`);
  const undated = sensitive.filter(
    (row) => hasValue(row, "noticeRecord") && shownAt(row) !== undefined && !isShown(row),
  );
  if (undated.length > 0)
    return isUnknown(`When the record of the decision was filed is not known: ${numbers(undated)}.`);
  const undecided = due.filter((row) => (isSensitive(row) ? !isFiled(row, "noticeRecord") : !isApproved(row)));
  if (undecided.length > 0)
    return isUnknown(`Not reviewed by another person with the decision on file: ${numbers(undecided)}.`);
  // Client files may hold anything: no rule is known for them either.
  const open = due.filter(
    (row) => asksCounsel(noticeRules, kinds(row), listOf(row, "places")) && !isFiled(row, "counselAdvice"),
  );
  if (open.length > 0) return isUnknown(`Ask counsel: no rule is known for a place of ${numbers(open)}.`);
  const what =
    sensitive.length === 0
      ? "No incident touched personal, health or card data."
      : counted(
          sensitive.length,
          "incident touched such data, and is decided or in time.",
          "incidents touched such data, each decided or in time.",
        );
  const former = sensitive.filter((row) => isLate(row) && isFormer(row));
  const before =
    former.length > 0 ? ` Decided late more than 365 days ago, and counted no more: ${numbers(former)}.` : "";
  return passes(`${what}${before}`, [incidents.confirmedUntil, ...asked.filter(isPending).map(dueOf)]);
}
