import { decisionDue } from "../incidents/notice-mail.ts";
import type { Task } from "./tasks.ts";

/** What a check asks for again and again, and until when the last one counts. */
export interface StandingDuty {
  readonly kind: DutyKind;
  readonly until: Date;
}

/** A periodic review, and until when the last one counts. */
export interface StandingReview {
  readonly key: string;
  readonly label: string;
  readonly counts: number;
  readonly until: Date;
}

/** An incident whose data ask for a decision on notice, which nobody has taken. */
export interface PendingNotice {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly discovered: Date;
}

/** An incident that staff reported, and that nobody has looked at. */
export interface ReportedIncident {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly reportedAt: Date;
}

/** A device of which its holder says that they do not have it, since their record names them. */
export interface DeniedDevice {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly holder: string;
  readonly isLost: boolean;
  readonly saidAt: Date;
}

/** A device that staff named, that is in no record, and that nobody dismissed: by the key of its proposal. */
export interface NamedDevice {
  readonly key: string;
  readonly namedAt: Date;
}

interface Duty {
  readonly title: string;
  readonly register: "meetings" | "tests";
  /** So many days the last one counts, and so many before that the next is asked for. */
  readonly counts: number;
  readonly ahead: number;
}

/** What is done again in each quarter or year, each closed by a record of the register that it leads to. */
export const duties = {
  leadership: { title: "Hold the next leadership review", register: "meetings", counts: 92, ahead: 14 },
  "internal-scan": { title: "Run the next internal scan", register: "tests", counts: 92, ahead: 14 },
  "external-scan": { title: "Run the next external scan", register: "tests", counts: 92, ahead: 14 },
  audit: { title: "Carry out the next internal audit", register: "tests", counts: 365, ahead: 30 },
  pentest: { title: "Order the next penetration test", register: "tests", counts: 365, ahead: 30 },
  exercise: { title: "Hold the next incident exercise", register: "tests", counts: 365, ahead: 30 },
  disclosure: { title: "Test the contact for security reports again", register: "tests", counts: 365, ahead: 30 },
} as const satisfies Readonly<Record<string, Duty>>;
export type DutyKind = keyof typeof duties;

const DAY_MS = 86_400_000;

/** The tasks about what is done again, from some time before the last one is too old to count, and about notice of incidents. */
export function ofDuties(
  {
    duties: standing,
    periodic,
    notices,
    reports,
    denied,
    named,
  }: {
    readonly duties: readonly StandingDuty[];
    readonly periodic: readonly StandingReview[];
    readonly notices: readonly PendingNotice[];
    readonly reports: readonly ReportedIncident[];
    readonly denied: readonly DeniedDevice[];
    readonly named: readonly NamedDevice[];
  },
  now: Date,
): Task[] {
  return [
    ...standing.flatMap((duty) => ofDuty(duty, now)),
    ...periodic.flatMap((review) => ofReview(review, now)),
    ...notices.map(ofNotice),
    ...reports.map(ofReport),
    ...denied.map(ofDenied),
    ...ofNamed(named),
  ];
}

function ofDuty({ kind, until }: StandingDuty, now: Date): Task[] {
  const { title, register, ahead } = duties[kind];
  if (until.getTime() - now.getTime() > ahead * DAY_MS) return [];
  return [
    {
      key: `duty ${kind}`,
      area: "registers",
      title,
      detail: until <= now ? "The last one is too old to count" : "The last one counts until then",
      to: `/dashboard/program/${register}`,
      due: until,
    },
  ];
}

/** The task about a periodic review: the more often it is done, the later it is asked for. */
function ofReview({ key, label, counts, until }: StandingReview, now: Date): Task[] {
  const ahead = Math.min(30, Math.ceil(counts / 6));
  if (until.getTime() - now.getTime() > ahead * DAY_MS) return [];
  return [
    {
      key: `duty review ${key}`,
      area: "registers",
      title: `Review ${label.charAt(0).toLowerCase()}${label.slice(1)} again`,
      detail: until <= now ? "The last review is too old to count" : "The last review counts until then",
      to: `/dashboard/program/tests?do=review-${key}`,
      due: until,
    },
  ];
}

const ofNotice = ({ id, number, title, discovered }: PendingNotice): Task => ({
  key: `notice ${id}`,
  area: "registers",
  title: `Decide on notice of ${number}: ${title}`,
  detail: "Within 72 hours of the discovery",
  to: `/dashboard/program/incidents?record=${id}`,
  due: decisionDue(discovered),
  standing: { register: "incidents", count: 1, single: "notice to decide on", many: "notices to decide on" },
});

const ofReport = ({ id, number, title, reportedAt }: ReportedIncident): Task => ({
  key: `report ${id}`,
  area: "registers",
  title: `Look at ${number}. ${title}`,
  detail: "Staff reported it: say who leads it and how severe it is, or end it",
  to: `/dashboard/program/incidents?record=${id}`,
  due: new Date(reportedAt.getTime() + DAY_MS),
  standing: { register: "incidents", count: 1, single: "report to look at", many: "reports to look at" },
});

/** So many days a company has to correct its list of devices. */
const CORRECT_DAYS = 7;

const ofDenied = ({ id, number, name, holder, isLost, saidAt }: DeniedDevice): Task => ({
  key: `device ${id}`,
  area: "registers",
  title: `Look at ${number}. ${name}`,
  detail: isLost
    ? `${holder} says that it was lost or stolen: see to the incident, and end the record`
    : `${holder} says that they do not have it: assign it to who has it, or end it`,
  to: `/dashboard/program/devices?record=${id}`,
  due: new Date(saidAt.getTime() + (isLost ? 1 : CORRECT_DAYS) * DAY_MS),
  standing: {
    register: "devices",
    count: 1,
    ...(isLost
      ? { single: "lost, as its holder says", many: "lost, as their holders say" }
      : { single: "unassigned, as its holder says", many: "unassigned, as their holders say" }),
  },
});

function ofNamed(named: readonly NamedDevice[]): Task[] {
  if (named.length === 0) return [];
  const first = Math.min(...named.map(({ namedAt }) => namedAt.getTime()));
  return [
    {
      key: "devices named",
      area: "registers",
      title: `Add or dismiss ${named.length === 1 ? "1 device" : `${named.length} devices`} that staff named`,
      detail: "They work on what is not in Devices",
      to: "/dashboard/program/devices?do=proposals",
      due: new Date(first + CORRECT_DAYS * DAY_MS),
      standing: { register: "devices", count: named.length, single: "named by staff", many: "named by staff" },
    },
  ];
}
