import { callFunction } from "../db/functions.ts";
import type { Databases } from "../db/connections.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import { messageUnanswered } from "../mail/templates/contact-message.ts";

interface Deps {
  readonly databases: Databases;
  readonly supportEmail: string;
  readonly appUrl: string;
  readonly now: () => Date;
}

/**
 * Mails the operator about a message that is still open four hours before it has to be answered. What is taken and the mail are one
 * transaction, so that each message is reminded of once, however many workers run and whichever of them is killed.
 */
export function reminderJobs({ databases, supportEmail, appUrl, now }: Deps): JobHandler {
  return async ({ key }) =>
    await databases.worker.transaction().execute(async (tx) => {
      const rows = await callFunction(tx, "app.take_reminder", [key, now()]);
      for (const { created_at: createdAt, answer_due_at: answerDueAt, ...message } of rows)
        await databaseOutbox.enqueue(
          tx,
          messageUnanswered(supportEmail, appUrl, { ...message, createdAt, answerDueAt }),
        );
    });
}
