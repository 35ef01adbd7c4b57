import { calendarDate } from "./calendar-date.ts";

/** A ledger that began again, because what was signed of the one before it is lost. */
export interface LedgerLoss {
  readonly oldOrigin: string;
  /** The last signed checkpoint of the old ledger that is known; undefined where none is. */
  readonly last: { readonly size: number; readonly root: string } | undefined;
  readonly reason: string;
  readonly person: string;
  readonly at: Date;
  /** The place of the entry that declares it. */
  readonly index: number;
}

/** The loss as every report, page and README says it. */
export function sayLoss({ oldOrigin, last, reason, person, at, index }: LedgerLoss): string {
  const known = last
    ? `The last checkpoint that is known of it has ${last.size} ${last.size === 1 ? "entry" : "entries"} and the root ${last.root}.`
    : "No checkpoint of it is known.";
  return [
    `This ledger began again on ${calendarDate(at)} and does not continue ${oldOrigin}: what was signed of that ledger is lost.`,
    known,
    `Reason given: ${reason.replace(/\.$/, "")}. Accepted by ${person}. Entry ${index} of the ledger declares it.`,
  ].join(" ");
}

/** The loss as the company's public portal says it: neither names nor reasons are for everybody. */
export function sayLossInPublic(at: Date): string {
  return `The ledger behind this evidence began again on ${calendarDate(at)}: what was signed of it before that day is lost.`;
}
