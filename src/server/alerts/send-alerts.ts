import type { Kysely } from "kysely";
import { sayEvent } from "#catalog/activity.ts";
import { alertKinds } from "#domain/alert-kinds.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { Job } from "../jobs/claim-jobs.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { Outbox } from "../mail/outbox.ts";
import { INSTALLATION, INSTALLATION_NAME } from "../installation.ts";
import { alertDigest } from "../mail/templates/alert-digest.ts";

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Whose alerts a job is for. */
export function memberOf({ key }: Job): { readonly companyId: string; readonly userId: string } {
  const [companyId, userId] = key.split(" ") as [string, string];
  return { companyId, userId };
}

/**
 * Mails a member what they asked to be told, several things in one mail. What is taken and the mail are written in one transaction:
 * whatever happened is told once at most, by however many processes.
 */
export function alertJobs({ worker, outbox, appUrl, now }: Deps): JobHandler {
  const sendNext = async ({ companyId, userId }: ReturnType<typeof memberOf>) =>
    await worker.transaction().execute(async (tx) => {
      const rows = await callFunction(tx, "app.take_alerts", [companyId, userId, now()]);
      const [first] = rows;
      if (!first) return false;
      const kinds = [...new Set(rows.map(({ kind }) => alertKinds[kind].label.toLowerCase()))];
      const user = { email: first.email, firstName: first.first_name, lastName: first.last_name };
      const acts = rows.map((row) => ({ at: row.at, text: sayAct(row) }));
      await outbox.enqueue(tx, alertDigest({ user, appUrl, company: first.company, kinds, acts }));
      return true;
    });
  return async (job, signal) => {
    const member = memberOf(job);
    for (let sent = true; sent && !signal.aborted;) sent = await sendNext(member);
    const next = await callFunction(worker, "app.next_alert", [member.companyId, member.userId]);
    return { next: next ?? undefined };
  };
}

function sayAct({ actor, event, about, details }: RowOf<"app.take_alerts">): string {
  const facts = JSON.parse(details) as { subject: string } & Record<string, unknown>;
  // Nobody has an account of that id, so that the database knows no name for it.
  const who = facts["by"] === INSTALLATION ? INSTALLATION_NAME : actor;
  return `${who} ${sayEvent(event, { subject: facts.subject, details: { ...facts }, nameOf: () => about ?? undefined })}`;
}
