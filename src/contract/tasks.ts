import * as z from "zod";
import { isTimeZone } from "#domain/tasks/digest.ts";
import { firstStepKeys } from "#domain/first-use/first-step-keys.ts";
import { taskAreas } from "#domain/tasks/tasks.ts";
import { change, draftEndpoint, query } from "./endpoint.ts";
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
  /**
   * What is said of it beside its register: how many records it is about, the words behind a count of one and of several, and the address in
   * the workspace that lists exactly those, where there is one.
   */
  standing: z
    .strictObject({
      register: z.string(),
      count: z.number().int(),
      single: z.string(),
      many: z.string(),
      list: z.string().nullable(),
    })
    .nullable(),
  /** Its owner. */
  assignee: z.strictObject({ userId: id, name: z.string() }).nullable(),
  /** Until the end of this day in UTC it is not shown. */
  snoozed: z.strictObject({ until: day, reason: z.string() }).nullable(),
});

const ofTask = z.strictObject({ companyId: id, key: z.string().min(1).max(200) });

const ofCompany = z.strictObject({ companyId: id });

/** The caller's tasks by mail, on Mondays at 08:00 by the clock of a time zone; null until a browser has said which, and UTC until then. */
const digest = z.strictObject({ on: z.boolean(), timeZone: z.string().nullable() });

/** The caller's calendar: when its address was made, and when it was last read. */
const calendar = z.strictObject({ createdAt: instant, lastReadAt: instant.nullable() });

const named = z.strictObject({ id: z.string(), title: z.string() });

/** A step of the first use. What it asks for makes it done: nobody ticks it. */
const firstStep = z.strictObject({
  key: z.enum(firstStepKeys),
  title: z.string(),
  detail: z.string(),
  /** About so many, for 12 people. */
  minutes: z.number().int(),
  /** Checks that it decides, alone or with other steps. */
  checks: z.array(named),
  documents: z.array(named),
  state: z.enum(["open", "begun", "done"]),
  /** How far it is; empty where nothing is to be said. */
  words: z.string(),
  /** The address in the workspace at which it goes on. */
  to: z.string(),
  /** Where the caller says that there is none; null where something is there, or has to be. */
  none: z.string().nullable(),
  doneAt: instant.nullable(),
});

/** What is missing or due. A task closes by itself when what it asks for is there. */
export const tasks = {
  list: query({
    access: "tasks.read",
    path: "/companies/{companyId}/tasks",
    summary: "What is missing or due in the program, what is due first at the top",
    input: z.strictObject({ companyId: id }),
    output: z.array(task),
  }),
  firstSteps: query({
    access: "tasks.read",
    path: "/companies/{companyId}/first-steps",
    summary:
      "The steps of the first use, what decides most checks a minute first, each as it stands; one whose state the caller may not know is left out",
    input: ofCompany,
    output: z.array(firstStep),
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
  digest: query({
    access: "alerts.choose",
    path: "/companies/{companyId}/task-digest",
    summary: "Whether the caller is mailed their tasks on Mondays at 08:00, and by the clock of which time zone",
    input: ofCompany,
    output: digest,
  }),
  setDigest: draftEndpoint({
    method: "PATCH",
    access: "alerts.choose",
    path: "/companies/{companyId}/task-digest",
    summary: "Turn the weekly mail of tasks on or off, and say which time zone its hour is of",
    input: ofCompany.extend({
      on: z.boolean().optional(),
      timeZone: z.string().max(64).refine(isTimeZone, "Choose a time zone, such as Europe/Berlin").optional(),
    }),
    output: digest,
  }),
  calendar: query({
    access: "alerts.choose",
    path: "/companies/{companyId}/task-calendar",
    summary: "The caller's calendar of tasks; null where none was made",
    input: ofCompany,
    output: calendar.nullable(),
  }),
  openCalendar: change({
    access: "alerts.choose",
    path: "/companies/{companyId}/task-calendar",
    summary: "Make the address of a calendar of the caller's tasks, which ends the one before it; it is answered once",
    records: "calendar.opened",
    perMinute: 30,
    input: ofCompany,
    output: z.strictObject({ address: z.string(), calendar }),
  }),
  closeCalendar: change({
    method: "DELETE",
    access: "alerts.choose",
    path: "/companies/{companyId}/task-calendar",
    summary: "End the address of the caller's calendar of tasks",
    records: "calendar.closed",
    input: ofCompany,
    output: z.null(),
    fails: ["not-found"],
  }),
};
