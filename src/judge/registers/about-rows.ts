import type { RecordState } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { isGone } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

/** What many checks ask of all rows of a register: a few words and numbers, for which nobody has to hold or read the rows again. */
interface AboutRows {
  readonly size: number;
  /** How many there are in each state. */
  readonly states: Readonly<Record<RecordState, number>>;
  /** Numbers of those that are open, and that nobody approved but whoever wrote them. */
  readonly approvedAlone: readonly number[];
  /** Those that are gone, and whose end nobody else approved, each with when it was approved. */
  readonly endedAlone: readonly { readonly number: number; readonly at: string }[];
  /** Whether the end of one was approved by whoever ended it. */
  readonly hasEndAlone: boolean;
}

const known = new WeakMap<ReadRegister, AboutRows>();

/** Said of a register's rows once, however often it is asked. */
export function aboutRows(register: ReadRegister): AboutRows {
  const found = known.get(register) ?? tell(register.rows);
  known.set(register, found);
  return found;
}

/** Keeps it of rows that were read, and that are not held for long. */
export const noteRows = (register: ReadRegister, rows: readonly SnapshotRow[]): void =>
  void known.set(register, known.get(register) ?? tell(rows));

/** Says the same of a register whose rows cite otherwise, and are the same in all that is said here. */
export const sameAboutRows = (register: ReadRegister, as: ReadRegister): void =>
  void known.set(register, aboutRows(as));

/** Whether one has not ended. */
export const hasCurrent = (register: ReadRegister): boolean => {
  const { size, states } = aboutRows(register);
  return states.ended < size;
};

const tell = (rows: readonly SnapshotRow[]): AboutRows => ({
  size: rows.length,
  states: {
    open: rows.filter(({ state }) => state === "open").length,
    waiting: rows.filter(({ state }) => state === "waiting").length,
    ended: rows.filter(({ state }) => state === "ended").length,
  },
  approvedAlone: rows.flatMap(({ number, state, approval }) =>
    state === "open" && approval?.another === false ? number : [],
  ),
  endedAlone: rows.flatMap((row) =>
    isGone(row) && row.endApproval?.another !== true ? { number: row.number, at: row.endApproval?.at ?? "" } : [],
  ),
  hasEndAlone: rows.some(({ endApproval }) => endApproval?.another === false),
});
