import type { Logger } from "pino";
import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import { writeAct } from "../ledger/record-act.ts";
import type { Outbox } from "../mail/outbox.ts";
import { holdNotice } from "../mail/templates/hold-notice.ts";
import { mayMail } from "../staff/may-mail.ts";

interface Deps {
  readonly databases: Pick<Databases, "worker">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

const AT_ONCE = 500;
const holds = findRegister("legal-holds")!;
const people = findRegister("people")!;

/**
 * Writes to custodians: when a hold names them, weekly until they confirm it, and when it no longer binds them. A mail and what is kept of it
 * are one transaction, so that each is sent once however many workers run.
 */
export async function tellCustodians(deps: Deps, signal: AbortSignal): Promise<void> {
  const at = deps.now();
  for (const item of await callFunction(deps.databases.worker, "app.holds_to_tell", [at, AT_ONCE])) {
    if (signal.aborted) return;
    // One who cannot be written to holds up nobody else.
    await tell(deps, item, at).catch((error: unknown) =>
      deps.log.error({ err: error, hold: item.hold_id }, "a custodian could not be told of a legal hold"),
    );
  }
}

async function tell(
  { databases, outbox, appUrl, log }: Deps,
  item: RowOf<"app.holds_to_tell">,
  at: Date,
): Promise<void> {
  const { company_id: companyId, hold_id: hold, person_id: person, company, name, email: to, told_at: toldAt } = item;
  const kind = item.kind as "notice" | "reminder" | "release";
  const said = recordNumber(holds, Number(item.number));
  const token = newToken();
  const details = {
    hold: said,
    person: recordNumber(people, Number(item.person_number)),
    ...(kind === "reminder" && { reminder: true }),
  };
  const event = kind === "release" ? "hold.released" : "hold.told";
  const act = writeAct({ userId: companyId }, event, { subject: hold, details });
  await databases.worker.transaction().execute(async (tx) => {
    if (!(await mayMail(tx, companyId, to, "hold-mail"))) {
      log.warn({ hold }, "a custodian is told of a legal hold tomorrow: the address had its mails of today");
      return;
    }
    const kept = await callFunction(tx, "app.keep_hold_notice", [
      kind,
      companyId,
      hold,
      person,
      toldAt,
      sha256(token),
      at,
      act.id,
      act.details,
      act.salt,
      act.commitment,
    ]);
    if (kept) await outbox.enqueue(tx, holdNotice({ kind, to, name, company, hold: said, token, appUrl }));
  });
}
