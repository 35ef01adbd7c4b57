import { helloTo } from "../layout/greeting.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly to: string;
  readonly name: string;
  readonly company: string;
  readonly token: string;
  readonly sentAt: Date;
  readonly appUrl: string;
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The link by which somebody of the staff comes to what they have to do. They need no account. */
export function staffLink({ to, name, company, token, sentAt, appUrl }: Facts): Mail {
  return writeMail({
    to,
    appUrl,
    subject: `${company}: your training and policies`,
    greeting: helloTo({ firstName: name, lastName: "" }),
    before: `${company} uses Exhibit for training and policies. Your page shows what you have to do. You need no account and no password.`,
    facts: [
      ["Company", company],
      ["Works once, until", moment(new Date(sentAt.getTime() + WEEK_MS))],
    ],
    // Opening the page uses nothing up: it has a button for that, which no mail scanner presses.
    action: { label: "Open your page", link: `${appUrl}/me/link?token=${token}` },
    after:
      "The link is for you alone. If you forward it, the other person signs in as you. If it no longer works, its page sends you a new one.",
    because: `You receive this email because ${to} is your work email at ${company}.`,
  });
}
