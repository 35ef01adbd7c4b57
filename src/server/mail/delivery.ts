import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import nodemailer from "nodemailer";
import type { Logger } from "pino";
import type { DB } from "../db/types.gen.ts";
import type { Mail } from "./outbox.ts";

/** Hands one mail on; `messageId` is the same at every try, so that a receiver can drop a repetition. */
export type Transport = (mail: Mail, messageId: string) => Promise<void>;

/** Sends by SMTP. */
export function smtpTransport(url: string, from: string): Transport {
  const transporter = nodemailer.createTransport(url, { from });
  return async (mail, messageId) => void (await transporter.sendMail({ ...mail, messageId }));
}

/** Writes `.eml` files that a person, /dev/mailbox or a test can read. */
export function folderTransport(folder: string, from: string): Transport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" }, { from });
  return async (mail, messageId) => {
    const { message } = await transporter.sendMail({ ...mail, messageId });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${messageId.slice(1, 9)}.eml`);
    // Whoever watches the folder must never read half a mail.
    await writeFile(`${file}.partial`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.partial`, file);
  };
}

const BATCH = 20;
const TRIES = 8;

/**
 * Sends what waits in the outbox. A row is claimed by its lock, so two workers never send the same one at the same
 * time; what fails is tried again later, eight times over about four hours. Answers how many were sent.
 */
export async function deliverMail(db: Kysely<DB>, send: Transport, log: Logger): Promise<number> {
  let sent = 0;
  for (;;) {
    const found = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        id: string;
        recipient: string;
        subject: string;
        body_text: string;
        body_html: string;
        attempts: number;
      }>`
        SELECT id, recipient, subject, body_text, body_html, attempts FROM app.outbox
        WHERE sent_at IS NULL AND next_try_at <= now() AND attempts < ${TRIES}
        ORDER BY next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(tx);
      for (const row of rows) {
        const mail = { to: row.recipient, subject: row.subject, text: row.body_text, html: row.body_html };
        try {
          await send(mail, `<${row.id}@exhibit>`);
          sent += 1;
          await sql`UPDATE app.outbox SET sent_at = now(), attempts = attempts + 1, body_text = NULL, body_html = NULL,
            last_error = NULL WHERE id = ${row.id}`.execute(tx);
        } catch (error) {
          const wait = 2 ** row.attempts * 60;
          log.warn({ err: error, mail: row.id, attempts: row.attempts + 1 }, "a mail could not be sent");
          await sql`UPDATE app.outbox SET attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${wait}),
            last_error = ${error instanceof Error ? error.message.slice(0, 500) : "unknown"} WHERE id = ${row.id}`.execute(
            tx,
          );
        }
      }
      return rows.length;
    });
    if (found < BATCH) return sent;
  }
}
