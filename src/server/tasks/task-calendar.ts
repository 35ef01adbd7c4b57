import { createHash } from "node:crypto";
import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { dayOf } from "#domain/calendar-day.ts";
import type { Task, TaskArea } from "#domain/tasks/tasks.ts";

/** What a calendar says of a task. It names neither a person nor a record: calendars are read by others, and kept by their makers. */
const titles: Readonly<Record<TaskArea, string>> = {
  registers: "Record due",
  people: "Accounts to close",
  policies: "Policy task due",
  training: "Training due",
  reviews: "Access review due",
  actions: "Action due",
};

const titleOf = ({ key, area }: Task) => (key.endsWith(" confirm") ? "Register to confirm" : titles[area]);

interface Facts {
  readonly companyId: string;
  readonly company: string;
  readonly tasks: readonly Task[];
  readonly now: Date;
  readonly appUrl: string;
}

/** Tasks that have a day, as a calendar (RFC 5545): each the whole of the day at whose end it is due, under the same UID as long as it is asked. */
export function taskCalendar({ companyId, company, tasks, now, appUrl }: Facts): string {
  const calendar = ical({
    name: `Exhibit: ${company}`,
    prodId: { company: "Exhibit", product: "Tasks" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 6 * 3_600,
  });
  for (const task of tasks) {
    const { key, due, to } = task;
    if (due === null) continue;
    // What is due by the end of a day ends with the first moment of the next.
    const day = dayOf(new Date(due.getTime() - 1));
    calendar.createEvent({
      id: `${createHash("sha256").update(`${companyId} ${key}`).digest("hex").slice(0, 32)}@exhibit`,
      stamp: now,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      timezone: "UTC",
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: titleOf(task),
      description: `Sign in to Exhibit to see what it is: ${appUrl}${to}`,
      url: `${appUrl}${to}`,
    });
  }
  return calendar.toString();
}
