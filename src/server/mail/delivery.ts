import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import nodemailer from "nodemailer";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { DB } from "../db/types.gen.ts";
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

const TRIES = 8;
/** Longer than any send may take: a mail that is claimed is not claimed again meanwhile. */
const LEASE_SECONDS = 120;

interface Waiting {
  readonly id: string;
  readonly recipient: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string;
}

/**
 * Sends what waits in the outbox, one after the other. A mail is claimed before it is sent, in a transaction of its own,
 * so that two workers never send the same one and a slow server holds no lock; what fails is tried again later, eight
 * times over some eight hours. Answers how many were sent.
 */
export async function deliverMail(db: Kysely<DB>, send: Transport, log: Logger): Promise<number> {
  for (let sent = 0; ;) {
    const mail = await claim(db);
    if (!mail) return sent;
    try {
      await send(
        {
          to: mail.recipient,
          replyTo: mail.reply_to ?? undefined,
          subject: mail.subject,
          text: mail.body_text,
          html: mail.body_html,
        },
        mail.id,
      );
      sent += 1;
      await sql`UPDATE app.outbox SET sent_at = now(), body_text = NULL, body_html = NULL, last_error = NULL
        WHERE id = ${mail.id}`.execute(db);
    } catch (error) {
      log.warn({ err: error, mail: mail.id }, "a mail could not be sent");
      const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
      await sql`UPDATE app.outbox SET last_error = ${reason} WHERE id = ${mail.id}`.execute(db);
    }
  }
}

async function claim(db: Kysely<DB>): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`UPDATE app.outbox SET attempts = attempts + 1,
      next_try_at = now() + make_interval(secs => ${LEASE_SECONDS} * power(2, attempts))
    WHERE id = (SELECT id FROM app.outbox WHERE sent_at IS NULL AND next_try_at <= now() AND attempts < ${TRIES}
      ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, recipient, reply_to, subject, body_text, body_html`.execute(db);
  return rows[0];
}
