import type { Task, TaskFacts } from "./tasks.ts";

/** Until when the newest report of a vendor that is rated high counts; null where none is on file. */
export interface StandingAssurance {
  readonly vendorId: string;
  readonly vendor: string;
  readonly until: Date | null;
  /** Why there is none, where somebody brought one. */
  readonly lost?: "withdrawn" | "not verified";
}

/** What a vendor's data or hosting asks for, and is not on file. */
export interface MissingPaper {
  readonly kind: "contract" | "baa" | "hosting";
  readonly vendorId: string;
  readonly vendor: string;
}

/** Until when the last restore of a critical or production system counts; null where none is on file. */
export interface StandingRestore {
  readonly id: string;
  readonly number: string;
  readonly system: string;
  readonly isCritical: boolean;
  readonly until: Date | null;
}

/** So early the next report, contract or restore is asked for. */
export const AHEAD_DAYS = 30;
const AHEAD_MS = AHEAD_DAYS * 86_400_000;
const isAhead = (until: Date | null, now: Date) => until !== null && until.getTime() - now.getTime() > AHEAD_MS;

const lostWords = {
  withdrawn: "The last one was withdrawn",
  "not verified": "The Exhibit bundle on file is not verified",
} as const;

/** The task about a vendor's first or next report, from a month before the last one is too old to count. */
function ofAssurance({ vendorId, vendor, until, lost }: StandingAssurance, now: Date): Task[] {
  if (isAhead(until, now)) return [];
  const none = lost ? lostWords[lost] : "Rated high, and no approved report is on file";
  return [
    {
      key: `assurance ${vendorId}`,
      area: "registers",
      title: until || lost ? `Renew the report of ${vendor}` : `File the first report of ${vendor}`,
      detail:
        until === null ? none : until <= now ? "The last one is too old to count" : "The last one counts until then",
      to: "/dashboard/program/assurances",
      due: until,
      standing: {
        register: "assurances",
        count: 1,
        ...(until === null
          ? { single: "report missing", many: "reports missing" }
          : until <= now
            ? { single: "report is too old", many: "reports are too old" }
            : { single: "report ends soon", many: "reports end soon" }),
      },
    },
  ];
}

const papers = {
  contract: {
    title: (vendor: string) => `Sign a contract with ${vendor}`,
    detail: "It handles such data that security duties and breach notice must be in one",
    register: "contracts",
    standing: { single: "without a contract", many: "without a contract" },
  },
  baa: {
    title: (vendor: string) => `Sign a business associate agreement with ${vendor}`,
    detail: "It handles health data",
    register: "contracts",
    standing: { single: "without a business associate agreement", many: "without a business associate agreement" },
  },
  hosting: {
    title: (vendor: string) => `File a report about the buildings of ${vendor}`,
    detail: "It hosts your systems or data",
    register: "assurances",
    standing: { single: "without a report about its buildings", many: "without a report about their buildings" },
  },
} as const;

/** The task about a paper that a vendor has not signed or given. */
const ofPaper = ({ kind, vendorId, vendor }: MissingPaper): Task => ({
  key: `paper ${kind} ${vendorId}`,
  area: "registers",
  title: papers[kind].title(vendor),
  detail: papers[kind].detail,
  to: `/dashboard/program/${papers[kind].register}`,
  due: null,
  standing: { register: "vendors", count: 1, ...papers[kind].standing },
});

/** The task about a system's restore, from a month before the last one is too old to count. */
function ofRestore({ id, number, system, isCritical, until }: StandingRestore, now: Date): Task[] {
  if (isAhead(until, now)) return [];
  const kind = isCritical ? "critical" : "production";
  return [
    {
      key: `restore ${id}`,
      area: "registers",
      title: `Test a restore of ${system}`,
      detail:
        until === null
          ? `${number} is ${kind}, and no approved restore test is on file`
          : until <= now
            ? `${number} is ${kind}, and its last restore is too old to count`
            : "The last restore counts until then",
      to: "/dashboard/program/tests",
      due: until,
      standing: { register: "systems", count: 1, single: "restore to test", many: "restores to test" },
    },
  ];
}

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
          standing: {
            register: "contracts",
            count: 1,
            ...(until <= now ? { single: "has ended", many: "have ended" } : { single: "ends soon", many: "end soon" }),
          },
        },
      ];

/** The tasks about what ends and has to be renewed. */
export const ofEnds = (
  {
    assurances,
    contracts,
    papers: missing,
    restores,
  }: Pick<TaskFacts, "assurances" | "contracts" | "papers" | "restores">,
  now: Date,
): Task[] => [
  ...assurances.flatMap((assurance) => ofAssurance(assurance, now)),
  ...missing.map(ofPaper),
  ...contracts.flatMap((contract) => ofContract(contract, now)),
  ...restores.flatMap((restore) => ofRestore(restore, now)),
];
