import type { Mail } from "../outbox.ts";
import { writeLetter } from "./letter.ts";

interface MessageFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly answerDueAt: Date;
}

const whenDue = (due: Date) => `${due.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const howToClose = (id: string) => `Then mark it as answered: npm run exhibit -- requests answered ${id}`;

/** Hands a visitor's message to the operator; the answer goes to the visitor. */
export function messageReceived(to: string, message: MessageFacts & { readonly message: string }): Mail {
  return {
    to,
    replyTo: message.email,
    subject: `Message from ${message.name}: ${message.subject}`,
    ...writeLetter({
      greeting: "Hello,",
      before: `Somebody wrote to you on the contact page. An answer is promised by ${whenDue(message.answerDueAt)}.`,
      quoted: { lines: linesOf(message), text: message.message },
      after: `Your reply goes to the address above. ${howToClose(message.id)}`,
    }),
  };
}

/** Tells the visitor that we heard; without their words, see accessRequestConfirmed. */
export function messageConfirmed(to: string): Mail {
  return {
    to,
    subject: "We have your message",
    ...writeLetter({
      greeting: "Hello,",
      before: "We have the message that you sent on our contact page. A person answers it within 24 hours.",
      after: "If you did not write to us, you can ignore this message: nothing else will follow from it.",
    }),
  };
}

/** Reminds the operator of a message that nobody has marked as answered. */
export function messageUnanswered(to: string, message: MessageFacts & { readonly createdAt: Date }): Mail {
  return {
    to,
    replyTo: message.email,
    subject: `Answer due ${whenDue(message.answerDueAt)}: ${message.subject}`,
    ...writeLetter({
      greeting: "Hello,",
      before: `This message came ${whenDue(message.createdAt)} and is not marked as answered. The answer is promised by ${whenDue(message.answerDueAt)}.`,
      quoted: { lines: linesOf(message) },
      after: `Your reply goes to the address above. ${howToClose(message.id)} This is the only reminder of it.`,
    }),
  };
}

function linesOf({ name, email, subject }: MessageFacts): readonly (readonly [string, string])[] {
  return [
    ["Name", name],
    ["Email", email],
    ["Subject", subject],
  ];
}
