import { dueWords } from "#domain/staff/reminders.ts";
import type { Owed } from "#domain/staff/reminders.ts";
import { helloTo } from "../layout/greeting.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly to: string;
  readonly name: string;
  readonly company: string;
  /** The most urgent first; never empty. */
  readonly owed: readonly Owed[];
  readonly token: string;
  readonly sentAt: Date;
  readonly appUrl: string;
}

/** Everything that somebody of the staff has to do, in one mail, with a link to their page. */
export function staffReminder({ to, name, company, owed, token, sentAt, appUrl }: Facts): Mail {
  const late = owed.filter(({ due }) => due <= sentAt).length;
  const amount = owed.length === 1 ? "1 thing" : `${owed.length} things`;
  return writeMail({
    to,
    appUrl,
    subject: `${company}: ${amount} to do${late > 0 ? `, ${late} overdue` : ""}`,
    greeting: helloTo({ firstName: name, lastName: "" }),
    before: `${company} asks you to finish this.`,
    facts: owed.map(({ title, due }) => [capital(dueWords(due, sentAt)), title] as const),
    action: { label: "Open your page", link: `${appUrl}/me/link?token=${token}` },
    after:
      "The link is for you alone, and works once, for 7 days. If it no longer works, its page sends you a new one. These emails end when everything is done.",
    stop: { label: "Stop these reminders", link: `${appUrl}/me/stop?token=${token}` },
    because: `You receive this email because ${to} is your work email at ${company}.`,
  });
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
