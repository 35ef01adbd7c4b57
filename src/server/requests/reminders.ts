import { sql } from "kysely";
import type { Databases } from "../db/connections.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import { messageUnanswered } from "../mail/templates/contact-message.ts";

interface Deps {
  readonly databases: Databases;
  readonly supportEmail: string | undefined;
  readonly appUrl: string;
  readonly now: () => Date;
}

interface Unanswered {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly created_at: Date;
  readonly answer_due_at: Date;
}

const outbox = databaseOutbox(() => {});

/**
 * Mails the operator about every message that is still open 20 hours after it came. Claim and mail are one transaction,
 * so that each message is reminded of once, however many workers run and whichever of them is killed. Without an
 * address nothing is claimed: it is made up for when there is one.
 */
export async function remindOfMessages({ databases, supportEmail, appUrl, now }: Deps): Promise<void> {
  if (supportEmail === undefined) return;
  await databases.worker.transaction().execute(async (tx) => {
    const { rows } = await sql<Unanswered>`SELECT * FROM app.claim_reminders(${now()})`.execute(tx);
    for (const { created_at: createdAt, answer_due_at: answerDueAt, ...message } of rows) {
      await outbox.enqueue(tx, messageUnanswered(supportEmail, appUrl, { ...message, createdAt, answerDueAt }));
    }
  });
}
