import type { Logger } from "pino";
import { noticePlaces, noticeRules } from "#catalog/notice-rules.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { breachOf, noticeDuties } from "#domain/incidents/notice-clock.ts";
import { decisionDue, isMailedAt } from "#domain/incidents/notice-mail.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Outbox } from "../mail/outbox.ts";
import { noticeMail } from "../mail/templates/notice-mail.ts";

interface Deps {
  readonly databases: Pick<Databases, "worker">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

const AT_ONCE = 500;
const incidents = findRegister("incidents")!;

/**
 * Mails those who manage a company that notice of an incident has to be decided, once and before its 72 hours end. The mails and what is kept
 * of them are one transaction, so that each is sent once however many workers run. What is privileged is mailed to nobody.
 */
export async function sendNotices(deps: Deps, signal: AbortSignal): Promise<void> {
  const at = deps.now();
  for (const item of await callFunction(deps.databases.worker, "app.notices_to_mail", [at, AT_ONCE])) {
    if (signal.aborted) return;
    await send(deps, item, at).catch((error: unknown) =>
      deps.log.error({ err: error, record: item.record_id }, "a decision on notice could not be mailed"),
    );
  }
}

async function send({ databases, outbox, appUrl }: Deps, item: RowOf<"app.notices_to_mail">, at: Date): Promise<void> {
  const { company_id: companyId, company, record_id: id } = item;
  const fields = item.fields as unknown as RecordFields;
  const breach = breachOf(fields, item.contracts as unknown as readonly RecordFields[]);
  if (!breach) return;
  const clocks = noticeDuties(noticeRules, noticePlaces, breach);
  const discoveredAt = new Date(breach.discoveredAt);
  if (!isMailedAt(at, discoveredAt, clocks)) return;
  await databases.worker.transaction().execute(async (tx) => {
    for (const reader of await callFunction(tx, "app.keep_notice_mail", [companyId, id, at]))
      await outbox.enqueue(
        tx,
        noticeMail({
          user: { email: reader.email, firstName: reader.first_name, lastName: reader.last_name },
          company,
          incident: { id, number: recordNumber(incidents, Number(item.number)), title: String(fields["title"]) },
          due: decisionDue(discoveredAt),
          clocks,
          sentAt: at,
          appUrl,
        }),
      );
  });
}
