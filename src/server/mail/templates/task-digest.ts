import { dueWords } from "#domain/tasks/due-words.ts";
import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly userId: string;
  readonly company: string;
  /** What is due first at the top; never empty. */
  readonly tasks: readonly {
    readonly title: string;
    readonly detail: string;
    readonly due: Date | null;
    readonly assignee: { readonly userId: string } | null;
  }[];
  /** By whose clock it was sent; null for UTC. */
  readonly timeZone: string | null;
  readonly sentAt: Date;
  readonly appUrl: string;
}

/** More than anybody reads in a mail. */
const MOST = 20;

/** A member's tasks of the week: their own first, then those that nobody owns. */
export function taskDigest({ user, userId, company, tasks, timeZone, sentAt, appUrl }: Facts): Mail {
  const late = tasks.filter(({ due }) => due !== null && due <= sentAt).length;
  const amount = tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
  const isOwn = ({ assignee }: Facts["tasks"][number]) => assignee?.userId === userId;
  const listed = [...tasks.filter(isOwn), ...tasks.filter((task) => !isOwn(task))];
  const left = listed.length - MOST;
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${company}: ${amount} this week${late > 0 ? `, ${late} overdue` : ""}`,
    greeting: helloTo(user),
    before: `This is missing or due in the program of ${company}.`,
    facts: listed
      .slice(0, MOST)
      .map((task) => [
        dueLabel(task.due, sentAt),
        `${task.title}${task.detail === "" ? "" : ` (${task.detail})`}. ${isOwn(task) ? "Yours" : "No owner"}.`,
      ]),
    action: { label: "Open the tasks", link: `${appUrl}/dashboard/program` },
    after: `${left > 0 ? `${left} more are in the program. ` : ""}Tasks close by themselves when what they ask for is there. Turn this email off, or subscribe to a calendar, under Settings, Notifications.`,
    because: `You receive this email because weekly task emails are on for you at ${company}, on Mondays at 08:00 (${timeZone ?? "UTC"}).`,
  });
}

function dueLabel(due: Date | null, now: Date): string {
  if (due === null) return "No due date";
  const { words } = dueWords(due, now);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
