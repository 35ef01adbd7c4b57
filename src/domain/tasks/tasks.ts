import { ofDuties } from "./of-duties.ts";
import type {
  DeniedDevice,
  NamedDevice,
  PendingNotice,
  ReportedIncident,
  StandingDuty,
  StandingReview,
} from "./of-duties.ts";
import { ofEnds } from "./of-ends.ts";
import { ofPeople } from "./of-people.ts";
import type { Comer } from "./of-people.ts";
import { ofRecords } from "./of-records.ts";
import type { AskingRecord } from "./of-records.ts";
import { ofMissingPolicies, ofPolicy } from "./of-policies.ts";
import type { EndingContract, MissingPaper, StandingAssurance, StandingRestore } from "./of-ends.ts";
import { askedOf, current, plural } from "../registers/next-of-register.ts";
import type { StandingRegister } from "../registers/next-of-register.ts";
import { REVIEW_COUNTS_DAYS } from "../reviews/review.ts";

/** Parts of the program, in the order of its tabs. */
export const taskAreas = ["registers", "people", "policies", "training", "reviews", "actions"] as const;
export type TaskArea = (typeof taskAreas)[number];

/** Something that is missing or due. Nobody ticks it: what it asks for closes it. */
export interface Task {
  /** The same as long as the same thing is asked; no two tasks have the same. */
  readonly key: string;
  readonly area: TaskArea;
  readonly title: string;
  /** What it is about; empty where the title says it. */
  readonly detail: string;
  /** The address in the workspace at which it is done. */
  readonly to: string;
  readonly due: Date | null;
  /** What is said of it beside its register: how many records it is about, and the words behind that of one and of several. */
  readonly standing?: TaskStanding;
  /** The member whose it is until somebody else is chosen. */
  readonly owner?: TaskOwner;
}

export interface TaskStanding {
  readonly register: string;
  /** Where exactly those records are listed; absent where their register has no such list. */
  readonly list?: string;
  readonly count: number;
  readonly single: string;
  readonly many: string;
}

export interface TaskOwner {
  readonly userId: string;
  readonly name: string;
}

/** All that tasks follow from, read at one moment. */
export interface TaskFacts {
  readonly registers: readonly (StandingRegister & { readonly key: string })[];
  readonly policies: readonly {
    readonly id: string;
    readonly title: string;
    /** Null where nobody was chosen; `account` is theirs where they are a member. */
    readonly owner: { readonly name: string; readonly leftAt: Date | null; readonly account: TaskOwner | null } | null;
    /** Approvals that a version waits for; null where none is sent. */
    readonly waitsFor: number | null;
    readonly hasDraft: boolean;
    readonly renewBy: Date | null;
    /** It is in force, and nobody is asked to acknowledge it. */
    readonly toAssign: boolean;
    readonly left: number;
    readonly late: number;
    readonly nextDue: Date | null;
  }[];
  /** Policies that open frameworks require and that are not in force here. */
  readonly missingPolicies: number;
  readonly courses: readonly {
    readonly key: string;
    readonly title: string;
    readonly left: number;
    /** Whose pass ends soon. */
    readonly again: number;
    readonly late: number;
    readonly nextDue: Date | null;
  }[];
  readonly reviews: readonly {
    readonly id: string;
    readonly name: string;
    readonly due: Date;
    readonly left: number;
    readonly notRead: number;
  }[];
  /** When a review was closed last; null where none ever was. */
  readonly reviewedAt: Date | null;
  /** Accounts of which nobody is known whose they are. */
  readonly unmatched: number;
  /** Email addresses of people that nobody has confirmed. */
  readonly unvouched: number;
  /** People who left, or are about to, and whose accounts are open. */
  readonly leavers: readonly {
    readonly id: string;
    readonly number: string;
    readonly name: string;
    readonly endsAt: Date;
    readonly open: number;
  }[];
  /** People whom a list of accounts no longer shows, and of whom nobody said whether they left. */
  readonly gone: number;
  /** When the first of these lists was read; null where there is none. */
  readonly goneSince: Date | null;
  /** People who start, and people whose role changed, with how much of what is due of them is open. */
  readonly starting: readonly Comer[];
  readonly moved: readonly Comer[];
  /** Vendors rated high: until when their newest report counts. */
  readonly assurances: readonly StandingAssurance[];
  readonly papers: readonly MissingPaper[];
  readonly contracts: readonly EndingContract[];
  /** Systems that are critical or in production. */
  readonly restores: readonly StandingRestore[];
  /** What was done before and is done again. */
  readonly duties: readonly StandingDuty[];
  /** Periodic reviews that were done before. */
  readonly periodic: readonly StandingReview[];
  /** Records that may ask for something by themselves, as their registers declare it. */
  readonly asking: readonly AskingRecord[];
  readonly notices: readonly PendingNotice[];
  /** What staff reported, and nobody has changed or ended since. */
  readonly reports: readonly ReportedIncident[];
  /** Devices that their holders say they do not have, and those that staff named as missing. */
  readonly denied: readonly DeniedDevice[];
  readonly named: readonly NamedDevice[];
  readonly actions: readonly {
    readonly id: string;
    readonly number: string;
    readonly title: string;
    readonly owner: string;
    readonly due: Date | null;
  }[];
}

const DAY_MS = 86_400_000;
const PROGRAM = "/dashboard/program";
/** So early a confirmation or the next review is asked for. */
const AHEAD_DAYS = { confirmation: 14, review: 14 } as const;

const people = (count: number, singular: string, many: string) =>
  count === 1 ? `1 person ${singular}` : `${count} people ${many}`;
const within = (due: Date, days: number, now: Date) => due.getTime() - now.getTime() <= days * DAY_MS;

/** Every task of a company, what is due first at the top. Pure: the same facts and instant give the same tasks. */
export function tasksOf(facts: TaskFacts, now: Date): readonly Task[] {
  const all = [
    ...facts.registers.flatMap((register) => ofRegister(register, now)),
    ...ofPeople(facts),
    ...facts.policies.flatMap((policy) => ofPolicy(policy, now)),
    ...ofMissingPolicies(facts),
    ...facts.courses.flatMap(ofCourse),
    ...ofReviews(facts, now),
    ...ofEnds(facts, now),
    ...ofDuties(facts, now),
    ...ofRecords(facts.asking, now),
    ...facts.actions.map((action) => ofAction(action, now)),
  ];
  const at = ({ due }: Task) => due?.getTime() ?? Infinity;
  return all.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)));
}

function ofRegister(register: TaskFacts["registers"][number], now: Date): Task[] {
  const { key, confirmation, label } = register;
  const to = `${PROGRAM}/${key}`;
  const asked = askedOf(register);
  const task = (kind: string, rest: Omit<Task, "key" | "area">): Task[] => [
    { key: `register ${key} ${kind}`, area: "registers", ...rest },
  ];
  if (asked?.kind === "approve")
    return task("approve", {
      title: `Approve ${plural(register)}`,
      detail: asked.words,
      to: `${to}?view=waiting`,
      due: null,
    });
  const until = confirmation && new Date(confirmation.until);
  if (asked?.kind === "confirm")
    return task("confirm", { title: `Confirm ${label}`, detail: asked.words, to: `${to}?do=confirm`, due: until });
  if (asked !== undefined || !until || !within(until, AHEAD_DAYS.confirmation, now)) return [];
  const detail = `${current(register)} confirmed until then`;
  return task("confirm", { title: `Confirm ${label} again`, detail, to: `${to}?do=confirm`, due: until });
}

function ofCourse({ key, title, left, again, late, nextDue }: TaskFacts["courses"][number]): Task[] {
  if (left + again === 0) return [];
  const ending = again > 0 ? `${people(again, "passes", "pass")} it again by then` : "";
  return [
    {
      key: `course ${key}`,
      area: "training",
      title:
        left > 0
          ? `${people(left, "has", "have")} not passed ${title}`
          : `${title} ends for ${again === 1 ? "1 person" : `${again} people`}`,
      detail: [late > 0 ? `${late} late` : "", ending].filter((words) => words !== "").join(", "),
      to: `${PROGRAM}/training?do=links`,
      due: nextDue,
    },
  ];
}

function ofReviews({ reviews, reviewedAt }: TaskFacts, now: Date): Task[] {
  const open = reviews.map(({ id, name, due, left, notRead }): Task => {
    const accounts = left === 1 ? "1 account left" : `${left} accounts left`;
    const systems = notRead === 1 ? "1 system to be read" : `${notRead} systems to be read`;
    const words = [...(left > 0 ? [accounts] : []), ...(notRead > 0 ? [systems] : [])];
    const detail = words.join(", ") || "Every account is decided: close it";
    return {
      key: `review ${id}`,
      area: "reviews",
      title: `Finish ${name}`,
      detail,
      to: `${PROGRAM}/reviews/${id}`,
      due,
    };
  });
  const next = reviewedAt && new Date(reviewedAt.getTime() + REVIEW_COUNTS_DAYS * DAY_MS);
  if (open.length > 0 || !next || !within(next, AHEAD_DAYS.review, now)) return open;
  const detail = `The last one counts for ${REVIEW_COUNTS_DAYS} days`;
  return [
    {
      key: "review next",
      area: "reviews",
      title: "Start an access review",
      detail,
      to: `${PROGRAM}/reviews`,
      due: next,
    },
  ];
}

const ofAction = ({ id, number, title, owner, due }: TaskFacts["actions"][number], now: Date): Task => ({
  key: `action ${id}`,
  area: "actions",
  title,
  detail: `${number}, ${owner}`,
  to: `${PROGRAM}/actions?record=${id}`,
  due,
  ...(due && due <= now && { standing: { register: "actions", count: 1, single: "late", many: "late" } }),
});
