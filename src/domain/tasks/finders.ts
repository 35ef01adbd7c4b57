import { SENSITIVE } from "../incidents/notice-clock.ts";
import type { RecordTask } from "../registers/record-task.ts";
import type { Register } from "../registers/register.ts";
import { duties } from "./of-duties.ts";

/**
 * What tasks find records of a register by: the database keeps a key for each record that is as it says, with the days of `from`. It knows
 * what a record says, and nothing of today.
 */
export interface Finder {
  /** Not the same as another one's of the register. */
  readonly key: string;
  readonly of: RecordTask["of"];
  /** A choice whose word stands behind the key. */
  readonly by?: string;
  readonly has?: readonly string[] | undefined;
  readonly lacks?: readonly string[] | undefined;
  /** Of choices, which they are, and which they are not. */
  readonly where?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly not?: Readonly<Record<string, readonly string[]>>;
  /** Of lists, what they have one of. */
  readonly any?: Readonly<Record<string, readonly string[]>>;
  readonly left?: string | undefined;
  readonly years?: string | undefined;
  /** Days or instants of the record, or `approved`, `ended` or `left`. */
  readonly from: readonly string[];
  /** Whether those without a day are found too. */
  readonly undated?: boolean;
}

const dutiesOf = (register: string) =>
  Object.entries(duties).flatMap(([kind, own]) => (own.register === register ? [kind] : []));

/** What is found for tasks that no register declares. */
const others: Readonly<Record<string, readonly Finder[]>> = {
  meetings: [{ key: "duty", of: "approved", by: "kind", where: { kind: dutiesOf("meetings") }, from: ["heldOn"] }],
  tests: [
    {
      key: "duty",
      of: "approved",
      by: "kind",
      where: { kind: dutiesOf("tests") },
      lacks: ["sentAt"],
      from: ["doneOn"],
    },
    // A link that nobody opened is no test of the contact yet.
    {
      key: "opened",
      of: "approved",
      by: "kind",
      where: { kind: dutiesOf("tests") },
      has: ["sentAt", "answeredAt"],
      from: ["doneOn"],
    },
    { key: "restore", of: "approved", where: { kind: ["restore"] }, from: ["doneOn"] },
    { key: "review", of: "approved", by: "reviewOf", where: { kind: ["review"] }, from: ["doneOn"] },
  ],
  incidents: [
    // An incident that was reviewed counts for an exercise.
    { key: "duty exercise", of: "approved", where: { kind: ["incident", "exercise"] }, from: ["closedAt"] },
    {
      key: "notice",
      of: "kept",
      where: { kind: ["incident"] },
      not: { noticeDecision: ["notify", "none"] },
      any: { data: SENSITIVE },
      from: ["discoveredAt"],
    },
  ],
  contracts: [{ key: "ends", of: "approved", from: ["endsOn"] }],
  actions: [{ key: "open", of: "kept", from: ["dueOn"], undated: true }],
};

/** All that tasks find records of a register by: what it declares, and what other tasks look for. */
export function findersOf({ key, tasks = [] }: Pick<Register, "key" | "tasks">): readonly Finder[] {
  const declared = tasks.map((task): Finder => {
    const { of, has, lacks, where, left, years, from } = task;
    return { key: task.key, of, has, lacks, where, left, years, from: Object.keys(from) };
  });
  return [...declared, ...(others[key] ?? [])];
}

/** Keys of records that close a duty: behind each stands its kind. */
const DUTY_KEYS = ["duty", "opened"];

/** By what of which registers the last of each duty is found. */
export const dutyFinders = Object.entries(others).flatMap(([register, finders]) =>
  finders.flatMap(({ key: name, from }) => {
    const key = DUTY_KEYS.find((own) => own === name.split(" ")[0]);
    return key === undefined ? [] : from.map((field) => ({ register, key, field }));
  }),
);
