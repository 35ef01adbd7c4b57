import type { Task } from "./tasks.ts";

/** The last contract with somebody about something, which has an end. */
export interface EndingContract {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** The end of its last day. */
  readonly until: Date;
}

/** So early a contract's end is told. */
const AHEAD_MS = 30 * 86_400_000;

/** The task about a contract, from a month before it ends until another takes its place or it is ended in the register. */
export const ofContract = ({ id, number, title, until }: EndingContract, now: Date): Task[] =>
  until.getTime() - now.getTime() > AHEAD_MS
    ? []
    : [
        {
          key: `contract ${id}`,
          area: "registers",
          title: `Renew ${number}: ${title}`,
          detail: until <= now ? "It has ended. Add the next contract, or end this one" : "It ends then",
          to: `/dashboard/program/contracts?record=${id}`,
          due: until,
        },
      ];
