import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { Email } from "./layout/parts.ts";

/** A mail ready to be sent. Where it has a link, the same one stands in both bodies on a line of its own. */
export interface Mail {
  readonly to: string;
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail whose HTML is written when it is sent. */
export interface MailToWrite extends Omit<Mail, "html"> {
  readonly letter: Email;
}

/** Mails wait in the database, so that none is lost with a process and none is sent for work that was undone. */
export interface Outbox {
  enqueue(db: Kysely<DB>, mail: Mail): Promise<void>;
}

/** Writes mails into the outbox; the database makes the job that sends each, and wakes a worker when this transaction commits. */
export const databaseOutbox: Outbox = {
  enqueue: async (db, mail) => {
    await db
      .insertInto("app.outbox")
      .values({
        recipient: mail.to,
        reply_to: mail.replyTo ?? null,
        subject: mail.subject,
        body_text: mail.text,
        body_html: mail.html,
      })
      .execute();
  },
};
