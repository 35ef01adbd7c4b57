import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import nodemailer from "nodemailer";
import type { Clock } from "../clock.ts";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { htmlBody } from "./layout/html-body.ts";
import type { Email } from "./layout/parts.ts";
import type { Mail } from "./outbox.ts";

/** Hands one mail on; `id` is the same at every try, so that a receiver can drop a repetition. */
export type Transport = (mail: Mail, id: string) => Promise<void>;

/** What a program reads of a mail that nobody wrote by hand: answers by machines are not wanted (RFC 3834). */
const headers = { "Auto-Submitted": "auto-generated" };

/** An identifier of our own domain, as RFC 5322 asks for. */
const messageIdOf = (id: string, from: string) => `<${id}@${/@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost"}>`;

/** Sends by SMTP, dated by `now`. */
export function smtpTransport(url: string, from: string, now: Clock): Transport {
  const transporter = nodemailer.createTransport(
    { url, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 },
    { from },
  );
  return async (mail, id) =>
    void (await transporter.sendMail({ ...mail, headers, messageId: messageIdOf(id, from), date: now() }));
}

/** Writes `.eml` files that a person, /dev/mailbox or a test can read, named and dated by `now`. */
export function folderTransport(folder: string, from: string, now: Clock): Transport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" }, { from });
  return async (mail, id) => {
    const date = now();
    const { message } = await transporter.sendMail({ ...mail, headers, messageId: messageIdOf(id, from), date });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${date.toISOString().replaceAll(":", "-")}-${id.slice(0, 8)}.eml`);
    // Whoever watches the folder must never read half a mail.
    await writeFile(`${file}.partial`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.partial`, file);
  };
}

interface Waiting {
  readonly id: string;
  readonly recipient: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly body_text: string;
  /** Null where it is written of its letter. */
  readonly body_html: string | null;
  readonly letter: Email | null;
}

/**
 * Sends the mail that a job names, at least once: a process that is killed between the send and its note leaves it to the next, which
 * sends it under the same id. No transaction is open meanwhile. `db` is app_worker's.
 */
export function mailJobs(db: Kysely<DB>, send: Transport): JobHandler {
  return async ({ key }) => {
    const { rows } =
      await sql<Waiting>`SELECT id, recipient, reply_to, subject, body_text, body_html, letter FROM app.outbox
      WHERE id = ${key} AND sent_at IS NULL`.execute(db);
    const [mail] = rows;
    if (!mail) return;
    try {
      await send(
        {
          to: mail.recipient,
          replyTo: mail.reply_to ?? undefined,
          subject: mail.subject,
          text: mail.body_text,
          html: mail.letter === null ? mail.body_html! : htmlBody(mail.letter),
        },
        mail.id,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
      await sql`UPDATE app.outbox SET last_error = ${reason} WHERE id = ${mail.id}`.execute(db);
      throw error;
    }
    await sql`UPDATE app.outbox SET sent_at = now(), body_text = NULL, body_html = NULL, letter = NULL, last_error = NULL
      WHERE id = ${mail.id}`.execute(db);
  };
}
