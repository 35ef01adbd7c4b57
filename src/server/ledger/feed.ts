import type { Kysely } from "kysely";
import { alertKindKeys, alertKinds } from "#domain/alert-kinds.ts";
import { ledgerEvents, untoldEvents } from "#domain/events/index.ts";
import { callFunction } from "../db/functions.ts";
import type { Clock } from "../clock.ts";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";

const BATCH = 1_000;

const alerting = ledgerEvents.flatMap(({ event, alert }) => (alert ? [{ event, alert }] : []));

/**
 * Tells webhooks and members what a company's ledger has gained since the last time. What is to be sent and how far the ledger has
 * been read are written together, so that nothing is lost or told twice with a process that is killed.
 */
export function feedJobs(worker: Kysely<DB>, now: Clock): JobHandler {
  const events = alerting.map(({ event }) => event);
  const kinds = alerting.map(({ alert }) => alert);
  const toActor = alerting.map(({ alert }) => "toActor" in alertKinds[alert]);
  const byDefault = alertKindKeys.filter((kind) => alertKinds[kind].onForManagers);
  return async ({ companyId }, signal) => {
    for (let read = 1; read > 0 && !signal.aborted;) {
      const batch = [companyId ?? null, now(), BATCH, events, kinds, toActor, byDefault, untoldEvents] as const;
      read = await callFunction(worker, "app.feed_ledger", [...batch]);
    }
  };
}
