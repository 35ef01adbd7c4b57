import { addressOfAsking } from "../registers/asked-for.ts";
import { dueOf } from "../registers/record-task.ts";
import type { AskedRecord, RecordTask } from "../registers/record-task.ts";
import { recordNumber } from "../registers/register.ts";
import type { Register } from "../registers/register.ts";
import type { Task, TaskStanding } from "./tasks.ts";

/** A record that asks for something by itself, as its register declares it. */
export interface AskingRecord extends AskedRecord {
  readonly register: Register;
  readonly task: RecordTask;
  readonly id: string;
  readonly number: number;
}

/** Of so many records that have one task together their numbers are said. */
const NAMED = 3;

/** The tasks that records ask for by themselves: one for each, or one for all of a kind, which leads to the first that is due. */
export function ofRecords(records: readonly AskingRecord[], now: Date): Task[] {
  const asked = records.flatMap((record) => {
    const due = dueOf(record.task, record, now);
    return due === undefined ? [] : [{ record, due }];
  });
  const [apart, together] = [
    asked.filter(({ record }) => record.task.together === undefined),
    asked.filter(({ record }) => record.task.together !== undefined),
  ];
  const groups = Map.groupBy(together, ({ record: { register, task } }) => `${register.key} ${task.key}`);
  return [...apart.map((own) => ofOne(own, own.record.id)), ...[...groups.values()].map(ofMany)];
}

interface Asked {
  readonly record: AskingRecord;
  readonly due: Date | null;
}

const placeOf = ({ register, task: { doneIn }, id }: AskingRecord) =>
  `/dashboard/program/${doneIn ?? `${register.key}?record=${id}`}`;

function ofOne({ record, due }: Asked, id?: string): Task {
  const { register, task } = record;
  return {
    key: ["register", register.key, task.key, ...(id === undefined ? [] : [id])].join(" "),
    area: "registers",
    title: task.title(`${numberOf(record)}: ${nameOf(record)}`),
    detail: task.detail,
    to: placeOf(record),
    due,
    standing: standingOf(record, 1),
  };
}

function ofMany(asked: readonly Asked[]): Task {
  const at = ({ due }: Asked) => due?.getTime() ?? Infinity;
  const [first, ...more] = asked.toSorted((a, b) => at(a) - at(b) || a.record.number - b.record.number);
  if (more.length === 0) return ofOne(first!);
  const numbers = [first!, ...more].map(({ record }) => numberOf(record));
  const left = numbers.length - NAMED;
  const named = [...numbers.slice(0, NAMED), ...(left > 0 ? [`${left} more`] : [])];
  return {
    ...ofOne(first!),
    title: first!.record.task.together!(asked.length),
    standing: standingOf(first!.record, asked.length),
    detail: `${named.slice(0, -1).join(", ")} and ${named.at(-1)}. ${first!.record.task.detail}`,
  };
}

const standingOf = ({ register, task }: AskingRecord, count: number): TaskStanding => ({
  register: register.key,
  list: addressOfAsking(register.key, task.key),
  count,
  ...task.standing,
});

const numberOf = ({ register, number }: AskingRecord) => recordNumber(register, number);

/** What a record is called: a text, or the label of a choice. */
function nameOf({ register, fields }: AskingRecord): string {
  const value = String(fields[register.title] ?? "");
  return register.fields[register.title]?.choices?.[value] ?? value;
}
