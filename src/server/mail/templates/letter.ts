import { htmlBody } from "../layout/html-body.ts";
import { oneLine } from "../layout/one-line.ts";
import type { Email } from "../layout/parts.ts";
import { textBody } from "../layout/text-body.ts";
import type { Mail, MailToWrite } from "../outbox.ts";

/** Writes a letter's two bodies: plain text, and the same on paper with the double rule. */
export function writeLetter(letter: Email): { text: string; html: string } {
  return { text: textBody(letter), html: htmlBody(letter) };
}

/** A whole mail before its bodies are written. */
export interface Letter extends Email {
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly appUrl: string;
  readonly because: string;
}

/** Writes a whole mail; its subject is also the letter's title. */
export function writeMail({ to, replyTo, subject, ...letter }: Letter): Mail {
  const said = oneLine(subject);
  return { to, replyTo, subject: said, ...writeLetter({ ...letter, subject: said }) };
}

/** The same with its plain text alone: its HTML is written by who sends it, and waits as what it says. */
export function draftMail({ to, replyTo, subject, ...letter }: Letter): MailToWrite {
  const said = oneLine(subject);
  const whole = { ...letter, subject: said };
  return { to, replyTo, subject: said, text: textBody(whole), letter: whole };
}
