import { keptUntil } from "#domain/client-matters.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import { dayOf, endOfDay } from "./days.ts";
import {
  fails,
  isActivePerson,
  isApproved,
  isFiled,
  isUnknown,
  leftAt,
  listOf,
  notConfirmed,
  looksItself,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import { meet } from "./same-person.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "./registers.ts";

const LISTED_DAYS = 31;
const DAY_MS = 86_400_000;
const DESTROYED = ["shred", "deletion", "returned"];

const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `MAT-${number}`));

/** Until when the matter list that a record was read from counts; undefined where none of the last 31 days is on file. */
function listedUntil(row: SnapshotRow, now: Date): Date | undefined {
  const day = textOf(row, "listedOn");
  if (!isFiled(row, "list") || day === undefined || day > dayOf(now)) return undefined;
  const until = new Date(endOfDay(day).getTime() + LISTED_DAYS * DAY_MS);
  return now < until ? until : undefined;
}

/** Matters that were not withdrawn, and why they cannot answer. */
function read({ register, now }: RegisterInputs) {
  const matters = register("client-matters");
  const rows = matters.rows.filter(({ state }) => state !== "ended");
  const why = () => {
    const missing = notWhole(matters, "Client matters", now, looksItself);
    if (missing !== undefined) return missing;
    if (rows.length === 0) return "No client matter is listed.";
    const old = rows.filter((row) => listedUntil(row, now) === undefined);
    return old.length > 0 ? `No reviewed matter list of the last 31 days shows these: ${numbers(old)}.` : undefined;
  };
  const ends = [matters.confirmedUntil, ...rows.map((row) => listedUntil(row, now) ?? null)];
  const withdrawn = matters.rows.filter(({ state }) => state === "ended");
  return { rows, withdrawn, why, ends };
}

/** Which matters have an approved record under Disposals: of what was destroyed after they were closed, or that there is no such matter. */
function disposedOf({ rows }: ReadRegister, today: string) {
  const ofMatter = ({ id }: SnapshotRow) => rows.filter((row) => listOf(row, "matterIds").includes(id));
  const isDisposed = (matter: SnapshotRow) =>
    ofMatter(matter).some((row) => {
      const day = textOf(row, "disposedOn");
      const isThen = day !== undefined && (textOf(matter, "closedOn") ?? "") <= day && day <= today;
      return isThen && isFiled(row, "certificate") && DESTROYED.includes(textOf(row, "method") ?? "");
    });
  const isNone = (matter: SnapshotRow) =>
    ofMatter(matter).some((row) => row.state === "open" && isApproved(row) && textOf(row, "method") === "mistake");
  return { isDisposed, isNone };
}

/** Each open confidential matter is open to its group alone, and nobody in the group has a conflict. */
export function matterAccess(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const { rows, withdrawn, why, ends } = read(inputs);
  const people = register("people");
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  // What cannot be read, or is a day to come, closes nothing.
  const isClosed = (day: string | undefined) =>
    day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && day <= dayOf(now);
  const open = rows.filter((row) => !isClosed(textOf(row, "closedOn")));
  const asked = open.filter((row) => textOf(row, "restricted") !== "no");
  const group = (row: SnapshotRow) => listOf(row, "groupIds");
  const access = (row: SnapshotRow) => listOf(row, "accessIds");
  const conflicts = (row: SnapshotRow) => listOf(row, "conflictIds");
  const conflicted = asked.filter((row) => meet(inputs, group(row), conflicts(row)));
  if (conflicted.length > 0) return fails(`Somebody in the group has a conflict: ${numbers(conflicted)}.`);
  const strangers = asked.filter((row) => access(row).some((id) => !group(row).includes(id)));
  if (strangers.length > 0) return fails(`Somebody outside the group has access: ${numbers(strangers)}.`);
  const leavers = asked.filter((row) => access(row).some((id) => byId.has(id) && !isActivePerson(byId.get(id), now)));
  if (leavers.length > 0) return fails(`Somebody who does not work here has access: ${numbers(leavers)}.`);
  const missing = why() ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const unsaid = asked.filter((row) => textOf(row, "restricted") !== "yes" || group(row).length === 0);
  if (unsaid.length > 0) return isUnknown(`Who may open these is not stated: ${numbers(unsaid)}.`);
  const unread = asked.filter((row) => access(row).length === 0 || !access(row).every((id) => byId.has(id)));
  if (unread.length > 0) return isUnknown(`Who has access was not read: ${numbers(unread)}.`);
  // A matter that somebody withdraws stays open to whom it was.
  const disposals = withdrawn.length > 0 ? register("disposals") : undefined;
  const unconfirmed = disposals && notConfirmed(disposals, "Disposals", now);
  if (unconfirmed !== undefined) return isUnknown(unconfirmed);
  const disposed = disposals && disposedOf(disposals, dayOf(now));
  const gone = withdrawn.filter((row) => !disposed?.isDisposed(row) && !disposed?.isNone(row));
  if (gone.length > 0)
    return isUnknown(`Withdrawn without a disposal or an approved record that it is a mistake: ${numbers(gone)}.`);
  const what =
    asked.length === 0
      ? "No open matter is confidential."
      : counted(
          asked.length,
          "confidential matter is open to its group alone.",
          "confidential matters are each open to their group alone.",
        );
  return passes(what, [
    ...ends,
    people.confirmedUntil,
    disposals?.confirmedUntil ?? null,
    ...asked.flatMap(access).map((id) => leftAt(byId.get(id)!) ?? null),
  ]);
}

/** Holds that nobody else ever approved: they bind, and whoever may write can lift them alone. */
function liftedByOne({ rows }: ReadRegister): string {
  const alone = rows.filter(
    (row) =>
      row.state !== "ended" &&
      !isApproved(row) &&
      row.approvedBefore !== true &&
      row.fields["releasedOn"] === undefined,
  );
  if (alone.length === 0) return "";
  return ` One person can lift these holds, because nobody else approved them: ${some(alone.map(({ number }) => `HLD-${number}`))}.`;
}

/** Each matter that was closed longer ago than its files are kept was disposed of, or is under an active hold. */
export function closedMatters(inputs: RegisterInputs): RegisterVerdict {
  const verdict = disposedOrHeld(inputs);
  return { ...verdict, reason: `${verdict.reason}${liftedByOne(inputs.register("legal-holds"))}` };
}

function disposedOrHeld(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const { rows, withdrawn, why, ends } = read(inputs);
  const [disposals, holds] = [register("disposals"), register("legal-holds")];
  const today = dayOf(now);
  const missing = why() ?? notConfirmed(disposals, "Disposals", now) ?? notConfirmed(holds, "Legal holds", now);
  if (missing !== undefined) return isUnknown(missing);
  const closed = rows.filter((row) => row.fields["closedOn"] !== undefined);
  const yearsOf = (row: SnapshotRow) => row.fields["keptYears"];
  const dayClosed = (row: SnapshotRow) => textOf(row, "closedOn") ?? "";
  const unsaid = closed.filter((row) => {
    const years = yearsOf(row);
    return typeof years !== "number" || !/^\d{4}-\d{2}-\d{2}$/.test(dayClosed(row)) || dayClosed(row) > today;
  });
  if (unsaid.length > 0)
    return isUnknown(`When these closed or how long they are kept is not known: ${numbers(unsaid)}.`);
  const endOf = (row: SnapshotRow) => endOfDay(keptUntil(dayClosed(row), yearsOf(row) as number));
  const past = closed.filter((row) => endOf(row) <= now);
  const { isDisposed, isNone } = disposedOf(disposals, today);
  const isHeld = ({ id }: SnapshotRow) =>
    holds.rows.some(
      (row) =>
        listOf(row, "matterIds").includes(id) &&
        isApproved(row) &&
        isFiled(row, "notice") &&
        (textOf(row, "startsOn") ?? "9999") <= today &&
        row.fields["releasedOn"] === undefined,
    );
  const left = past.filter((row) => !isDisposed(row) && !isHeld(row));
  if (left.length > 0) return fails(`Past retention without a disposal or a hold: ${numbers(left)}.`);
  // A matter that somebody withdraws has files all the same.
  const gone = withdrawn.filter((row) => !isDisposed(row) && !isNone(row) && !isHeld(row));
  if (gone.length > 0)
    return fails(`Withdrawn without a disposal, a hold or an approved record that it is a mistake: ${numbers(gone)}.`);
  const what =
    past.length === 0
      ? "No matter is past its retention."
      : counted(
          past.length,
          "matter is past its retention, and is disposed of or held.",
          "matters are past their retention, each disposed of or held.",
        );
  return passes(what, [
    ...ends,
    disposals.confirmedUntil,
    holds.confirmedUntil,
    ...closed.filter((row) => !past.includes(row)).map(endOf),
  ]);
}
