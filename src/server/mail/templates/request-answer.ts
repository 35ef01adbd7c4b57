import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface AnswerFacts {
  readonly to: string;
  readonly appUrl: string;
  /** Where a reply goes; without one it goes to the sender. */
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly answer: string;
  /** What is answered. */
  readonly asked: { readonly lines: readonly (readonly [string, string])[]; readonly text?: string };
}

/** Our answer to what somebody sent, above their own words. */
export function requestAnswer({ to, appUrl, replyTo, subject, answer, asked }: AnswerFacts): Mail {
  return writeMail({
    to,
    appUrl,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: `Re: ${subject}`,
    greeting: "Hello,",
    before: "Here is our answer to your message.",
    said: answer,
    quoted: asked,
    after: replyTo === undefined ? "To write to us again, use the contact page." : "You can reply to this email.",
    because: "You receive this email because you, or someone who entered this address, wrote to us.",
  });
}
