import { moment } from "../letter/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

/** What somebody wrote on the support page, and who they are as their session says. */
export interface SupportMessage {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** The company that they were in; null when they are in none. */
  readonly company: string | null;
  readonly answerDueAt: Date;
}

/** Hands the message to the operator; the answer goes to who wrote it. */
export function supportReceived(to: string, appUrl: string, message: SupportMessage): Mail {
  const { id, name, email, company, subject } = message;
  return writeMail({
    to,
    appUrl,
    replyTo: email,
    subject: `Support: ${subject}`,
    greeting: "Hello,",
    before: `Somebody who was signed in wrote to you on the support page. An answer is promised by ${moment(message.answerDueAt)}.`,
    quoted: {
      lines: [
        ["Name", name],
        ["Email", email],
        ["Company", company ?? "None"],
        ["Subject", subject],
      ],
      text: message.message,
    },
    after: "Your reply goes to the address above.",
    command: {
      says: "When you have answered, mark it as answered:",
      line: `npm run exhibit -- requests answered ${id}`,
    },
    because: "You get this mail because messages from the support page are sent to this address.",
  });
}

/** Tells who wrote that we heard. */
export function supportConfirmed(to: string, appUrl: string): Mail {
  return writeMail({
    to,
    appUrl,
    subject: "We have your support message",
    greeting: "Hello,",
    before: "We have the message that you sent on the support page. A person answers it by email within 24 hours.",
    after: "You need not do anything until then.",
    because: "You get this mail because you wrote to us from your Exhibit account.",
  });
}
