import type { RecordState } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { isGone } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

/** What many checks ask of all rows of a register: a few words and numbers, for which nobody has to hold or read the rows again. */
export interface AboutRows {
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
  const found = known.get(register) ?? tellRows(register.rows);
  known.set(register, found);
  return found;
}

/** Keeps it of a register where it was told of each of its pages while their rows were at hand. */
export function noteAbout(register: ReadRegister, pages: readonly AboutRows[]): void {
  const sum = (of: (page: AboutRows) => number) => pages.reduce((total, page) => total + of(page), 0);
  known.set(register, {
    size: sum(({ size }) => size),
    states: {
      open: sum(({ states }) => states.open),
      waiting: sum(({ states }) => states.waiting),
      ended: sum(({ states }) => states.ended),
    },
    approvedAlone: pages.flatMap((page) => page.approvedAlone),
    endedAlone: pages.flatMap((page) => page.endedAlone),
    hasEndAlone: pages.some((page) => page.hasEndAlone),
  });
}

/** Says the same of a register whose rows cite otherwise, and are the same in all that is said here. */
export const sameAboutRows = (register: ReadRegister, as: ReadRegister): void =>
  void known.set(register, aboutRows(as));

/** Whether one has not ended. */
export const hasCurrent = (register: ReadRegister): boolean => {
  const { size, states } = aboutRows(register);
  return states.ended < size;
};

/** What these rows say of themselves. */
export const tellRows = (rows: readonly SnapshotRow[]): AboutRows => ({
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
