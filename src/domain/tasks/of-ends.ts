import type { Task, TaskFacts } from "./tasks.ts";

/** Until when the newest report of a vendor counts. */
export interface StandingAssurance {
  readonly vendorId: string;
  readonly vendor: string;
  readonly until: Date;
}

/** So early the next report or contract is asked for. */
const AHEAD_MS = 30 * 86_400_000;

/** The task about a vendor's next report, from a month before the last one is too old to count. */
const ofAssurance = ({ vendorId, vendor, until }: StandingAssurance, now: Date): Task[] =>
  until.getTime() - now.getTime() > AHEAD_MS
    ? []
    : [
        {
          key: `assurance ${vendorId}`,
          area: "registers",
          title: `Renew the report of ${vendor}`,
          detail: until <= now ? "The last one is too old to count" : "The last one counts until then",
          to: "/dashboard/program/assurances",
          due: until,
        },
      ];

/** The last contract with somebody about something, which has an end. */
export interface EndingContract {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** The end of its last day. */
  readonly until: Date;
}

/** The task about a contract, from a month before it ends until another takes its place or it is ended in the register. */
const ofContract = ({ id, number, title, until }: EndingContract, now: Date): Task[] =>
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

/** The tasks about what ends and has to be renewed. */
export const ofEnds = ({ assurances, contracts }: Pick<TaskFacts, "assurances" | "contracts">, now: Date): Task[] => [
  ...assurances.flatMap((assurance) => ofAssurance(assurance, now)),
  ...contracts.flatMap((contract) => ofContract(contract, now)),
];
