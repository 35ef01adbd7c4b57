import { dueWords } from "#domain/staff/reminders.ts";
import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly user: { readonly email: string; readonly firstName: string; readonly lastName: string };
  readonly company: string;
  readonly review: { readonly id: string; readonly name: string };
  /** The end of the day on which the review is due. */
  readonly due: Date;
  /** What is left for this person; never empty. */
  readonly left: readonly { readonly system: string; readonly accounts: number }[];
  readonly sentAt: Date;
  readonly appUrl: string;
}

/** Tells a reviewer how many accounts wait for their decision, in each system. */
export function reviewReminder({ user, company, review, due, left, sentAt, appUrl }: Facts): Mail {
  const counted = (accounts: number) =>
    `${accounts.toLocaleString("en-US")} ${accounts === 1 ? "account" : "accounts"}`;
  const all = left.reduce((sum, { accounts }) => sum + accounts, 0);
  return writeMail({
    to: user.email,
    appUrl,
    subject: `${review.name}: ${counted(all)} left to decide`,
    greeting: helloTo(user),
    before: `${company} asks you to decide who keeps access. The review is ${dueWords(due, sentAt)}.`,
    facts: left.map(({ system, accounts }) => [system, counted(accounts)] as const),
    action: { label: "Open the review", link: `${appUrl}/dashboard/program/reviews/${review.id}` },
    after: "Keep, change or remove each account. Say why where access is to be changed or removed.",
    because: `You receive this email because you review access at ${company}, and a manager of the company sent it.`,
  });
}
