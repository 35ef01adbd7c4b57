import * as z from "zod";
import { taskAreas } from "#domain/tasks/tasks.ts";
import { change, query } from "./endpoint.ts";
import { day, id, instant, longText } from "./fields.ts";

const task = z.strictObject({
  /** The same as long as the same thing is asked. */
  key: z.string(),
  area: z.enum(taskAreas),
  title: z.string(),
  /** What it is about; empty where the title says it. */
  detail: z.string(),
  /** The address in the workspace at which it is done. */
  to: z.string(),
  due: instant.nullable(),
  /** Its owner. */
  assignee: z.strictObject({ userId: id, name: z.string() }).nullable(),
  /** Until the end of this day in UTC it is not shown. */
  snoozed: z.strictObject({ until: day, reason: z.string() }).nullable(),
});

const ofTask = z.strictObject({ companyId: id, key: z.string().min(1).max(200) });

/** What is missing or due. A task closes by itself when what it asks for is there. */
export const tasks = {
  list: query({
    access: "tasks.read",
    path: "/companies/{companyId}/tasks",
    summary: "What is missing or due in the program, what is due first at the top",
    input: z.strictObject({ companyId: id }),
    output: z.array(task),
  }),
  assign: change({
    access: "tasks.plan",
    path: "/companies/{companyId}/task-assignee",
    summary: "Say who sees to a task, or that nobody does",
    records: "task.assigned",
    input: ofTask.extend({ assigneeId: id.nullable() }),
    output: task,
    fails: ["not-found", "owner-not-member"],
  }),
  snooze: change({
    access: "tasks.plan",
    path: "/companies/{companyId}/task-snooze",
    summary: "Put a task off until the end of a day, two weeks from now at most, with a reason; or bring it back",
    records: "task.snoozed",
    input: ofTask.extend({ until: day.nullable(), reason: longText(500) }),
    output: task,
    fails: ["not-found", "snooze-day"],
  }),
};
