import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface MessageFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly answerDueAt: Date;
}

const replyGoes = "Your reply goes to the address above.";
const because = "You receive this email because messages from the contact page are sent to this address.";
const howToClose = (id: string) => ({
  text: "When you have answered, mark it as answered:",
  line: `npm run exhibit -- requests answered ${id}`,
});

/** Hands a visitor's message to the operator; the answer goes to the visitor. */
export function messageReceived(
  to: string,
  appUrl: string,
  message: MessageFacts & { readonly message: string },
): Mail {
  return writeMail({
    to,
    appUrl,
    replyTo: message.email,
    subject: `Message from ${message.name}: ${message.subject}`,
    greeting: "Hello,",
    before: `Someone wrote to you on the contact page. We promised an answer by ${moment(message.answerDueAt)}.`,
    quoted: { lines: linesOf(message), text: message.message },
    after: replyGoes,
    command: howToClose(message.id),
    because,
  });
}

/** Tells the visitor that we heard; without their words, see accessRequestConfirmed. */
export function messageConfirmed(to: string, appUrl: string): Mail {
  return writeMail({
    to,
    appUrl,
    subject: "We have your message",
    greeting: "Hello,",
    before: "We received your message from our contact page. A person will answer within 24 hours.",
    after: "If you did not write to us, you can ignore this message.",
    because: "You receive this email because someone entered this address on the contact page.",
  });
}

/** Reminds the operator of a message that nobody has marked as answered. */
export function messageUnanswered(
  to: string,
  appUrl: string,
  message: MessageFacts & { readonly createdAt: Date },
): Mail {
  return writeMail({
    to,
    appUrl,
    replyTo: message.email,
    subject: `Answer due ${moment(message.answerDueAt)}: ${message.subject}`,
    greeting: "Hello,",
    before: `This message arrived on ${moment(message.createdAt)} and is not marked as answered. We promised an answer by ${moment(message.answerDueAt)}.`,
    quoted: { lines: linesOf(message) },
    after: `${replyGoes} This is the only reminder.`,
    command: howToClose(message.id),
    because,
  });
}

function linesOf({ name, email, subject }: MessageFacts): readonly (readonly [string, string])[] {
  return [
    ["Name", name],
    ["Email", email],
    ["Subject", subject],
  ];
}
