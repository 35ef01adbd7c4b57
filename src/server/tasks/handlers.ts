import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { mostSnoozeDay } from "#domain/tasks/snooze.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { closeCalendar, openCalendar, readCalendar } from "./calendar-feeds.ts";
import { readDigest, setDigest } from "./digest-settings.ts";
import { readFirstSteps } from "./first-steps.ts";
import { readPlannedTasks } from "./planned-tasks.ts";
import { planTask } from "./task-plans.ts";

interface Deps {
  readonly appUrl: string;
  readonly now: () => Date;
}

type Presented = z.input<typeof contract.tasks.list.output>[number];

/** What a company's program asks for, its owner, and what is put off. */
export function taskHandlers({ appUrl, now }: Deps): HandlersOf<"tasks"> {
  return {
    list: ({ caller, tx }) => presentTasks(tx, caller, now()),
    firstSteps: ({ caller, tx }) => readFirstSteps(tx, caller, now()),
    assign: async ({ input: { key, assigneeId }, caller, tx }) => {
      const at = now();
      const { title } = await taskOf(tx, caller, key, at);
      await planTask(tx, { ...caller, at }, key, { assigneeId });
      const answer = await taskOf(tx, caller, key, at);
      return { answer, entry: { subject: key, details: { task: title, assignee: assigneeId } } };
    },
    snooze: async ({ input: { key, until, reason }, caller, tx }) => {
      const at = now();
      const { title } = await taskOf(tx, caller, key, at);
      if (until !== null && (until < at.toISOString().slice(0, 10) || until > mostSnoozeDay(at)))
        return fail("snooze-day");
      if ((until === null) !== (reason === "")) return fail("snooze-day");
      await planTask(tx, { ...caller, at }, key, { until, reason });
      const answer = await taskOf(tx, caller, key, at);
      return { answer, entry: { subject: key, details: { task: title, until, reason } } };
    },
    digest: ({ caller, tx }) => readDigest(tx, caller),
    setDigest: async ({ input: { on, timeZone }, caller, tx }) => {
      await setDigest(tx, caller, { on, timeZone }, now());
      return await readDigest(tx, caller);
    },
    calendar: ({ caller, tx }) => readCalendar(tx, caller),
    openCalendar: async ({ caller, tx }) => {
      const token = await openCalendar(tx, caller, now());
      const calendar = await readCalendar(tx, caller);
      const answer = { address: `${appUrl}/calendar/${token}.ics`, calendar: calendar! };
      return { answer, entry: { subject: caller.userId, details: {} } };
    },
    closeCalendar: async ({ caller, tx }) => {
      if (!(await closeCalendar(tx, caller))) return fail("not-found");
      return { answer: null, entry: { subject: caller.userId, details: {} } };
    },
  };
}

/** A task that is asked now. Refuses `not-found` for one that is not: it may have closed meanwhile. */
async function taskOf(tx: Tx, caller: Pick<Caller, "companyId" | "role">, key: string, at: Date): Promise<Presented> {
  return (await presentTasks(tx, caller, at)).find((task) => task.key === key) ?? fail("not-found");
}

async function presentTasks(tx: Tx, caller: Pick<Caller, "companyId" | "role">, at: Date): Promise<Presented[]> {
  return (await readPlannedTasks(tx, caller, at)).map(({ due, standing, ...task }) => ({
    ...task,
    standing: standing ? { list: null, ...standing } : null,
    due: due?.toISOString() ?? null,
  }));
}
