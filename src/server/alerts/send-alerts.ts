import { sql } from "kysely";
import type { Kysely } from "kysely";
import { sayEvent } from "#catalog/activity.ts";
import { alertKinds } from "#domain/ledger-events.ts";
import type { AlertKind } from "#domain/ledger-events.ts";
import type { DB } from "../db/types.gen.ts";
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

interface AlertRow {
  readonly company: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly kind: AlertKind;
  readonly event: string;
  readonly at: Date;
  readonly actor: string;
  readonly about: string | null;
  readonly details: string;
}

/** What happens within so long comes in one mail. */
const TOGETHER_SECONDS = 5 * 60;

/**
 * Mails each member what they asked to be told, several things in one mail. What is claimed and the mail are written in
 * one transaction: whatever happened is told once at most, by however many processes.
 */
export async function sendAlerts({ worker, outbox, appUrl, now }: Deps, signal: AbortSignal): Promise<void> {
  for (let sent = true; sent && !signal.aborted;) {
    sent = await worker.transaction().execute(async (tx) => {
      const { rows } = await sql<AlertRow>`SELECT * FROM app.claim_alerts(${now()}, ${TOGETHER_SECONDS})`.execute(tx);
      const [first] = rows;
      if (!first) return false;
      const kinds = [...new Set(rows.map(({ kind }) => alertKinds[kind].label.toLowerCase()))];
      const user = { email: first.email, firstName: first.first_name, lastName: first.last_name };
      const acts = rows.map((row) => ({ at: row.at, says: sayAct(row) }));
      await outbox.enqueue(tx, alertDigest({ user, appUrl, company: first.company, kinds, acts }));
      return true;
    });
  }
}

function sayAct({ actor, event, about, details }: AlertRow): string {
  const facts = JSON.parse(details) as { subject: string } & Record<string, unknown>;
  // Nobody has an account of that id, so that the database knows no name for it.
  const who = facts["by"] === INSTALLATION ? INSTALLATION_NAME : actor;
  return `${who} ${sayEvent(event, { subject: facts.subject, details: { ...facts }, nameOf: () => about ?? undefined })}`;
}
