import { moment } from "../layout/moment.ts";
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
    before: `A signed-in user wrote to you on the support page. We promised an answer by ${moment(message.answerDueAt)}.`,
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
      text: "When you have answered, mark it as answered:",
      line: `npm run exhibit -- requests answered ${id}`,
    },
    because: "You receive this email because messages from the support page are sent to this address.",
  });
}

/** Tells who wrote that we heard. */
export function supportConfirmed(to: string, appUrl: string): Mail {
  return writeMail({
    to,
    appUrl,
    subject: "We have your support message",
    greeting: "Hello,",
    before: "We received your message from the support page. A person will answer by email within 24 hours.",
    after: "You do not need to do anything until then.",
    because: "You receive this email because you wrote to us from your Exhibit account.",
  });
}
