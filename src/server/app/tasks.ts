import { sql } from "kysely";
import { sendAlerts } from "../alerts/send-alerts.ts";
import { sendIncidents } from "../alerts/send-incidents.ts";
import { forgetOldAccess } from "../auth/forget-old-access.ts";
import type { SessionLimits } from "../auth/sessions/session-deps.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { eraseDueCompanies } from "../companies/deletion.ts";
import { collectDue } from "../connections/collect-due.ts";
import type { openConnectionWork } from "../connections/connection-work.ts";
import type { OpenWayOut } from "../connections/way-out.ts";
import { finishImports } from "../imports/import-work.ts";
import { sweepUploads } from "../uploads/uploads.ts";
import { feedLedgers } from "../ledger/feed.ts";
import { signAll } from "../ledger/sign-all.ts";
import { tellLimits } from "../limits/tell-limits.ts";
import { deliverMail } from "../mail/delivery.ts";
import type { Transport } from "../mail/delivery.ts";
import { tellEndedRights } from "../mail/tell-ended-rights.ts";
import { remindOfMessages } from "../requests/reminders.ts";
import type { Services } from "./services.ts";
import { judgeCompanies } from "../controls/judge-companies.ts";
import { deliverWebhooks } from "../webhooks/deliver.ts";

/** What the tasks need beside the services that answer requests. */
export interface Workplace {
  readonly sendMail: Transport;
  /** Every place where files lie. */
  readonly stores: Readonly<Record<"us" | "eu", BlobStore>>;
  readonly sessionLimits: SessionLimits;
  /** The way out to the vendors; without it nothing is collected here. */
  readonly openWayOut: OpenWayOut | undefined;
  /** What only a process does that can open credentials. */
  readonly ofConnections: ReturnType<typeof openConnectionWork>["tasks"] | undefined;
}

/** The work of an application that no request waits for, by name, with how often each looks whether there is any. */
export function tasksOf(services: Services, by: Workplace) {
  const { databases, keys, ownSigner, egress, outbox, appUrl, collectEveryMinutes, now, log } = services;
  const { worker } = databases;
  const { openWayOut } = by;
  return {
    standings: { everyMs: 2_000, run: (signal: AbortSignal) => judgeCompanies({ worker, now, log }, signal) },
    incidents: {
      everyMs: 5_000,
      run: (signal: AbortSignal) => sendIncidents({ worker, outbox, appUrl, now }, signal),
    },
    limits: { everyMs: 15_000, run: (signal: AbortSignal) => tellLimits(worker, signal) },
    feed: { everyMs: 2_000, run: (signal: AbortSignal) => feedLedgers(worker, now(), signal) },
    webhooks: {
      everyMs: 2_000,
      run: (signal: AbortSignal) => deliverWebhooks({ worker, keys, egress, outbox, appUrl, now, log }, signal),
    },
    rights: { everyMs: 5_000, run: (signal: AbortSignal) => tellEndedRights({ worker, outbox, appUrl, now }, signal) },
    alerts: { everyMs: 15_000, run: (signal: AbortSignal) => sendAlerts({ worker, outbox, appUrl, now }, signal) },
    reminders: {
      everyMs: 60_000,
      run: () => remindOfMessages({ databases, supportEmail: services.supportEmail, appUrl, now }),
    },
    links: { everyMs: 2_000, run: (signal: AbortSignal) => services.linkRequests.answerAll(signal) },
    mail: { everyMs: 2_000, run: async () => void (await deliverMail(worker, by.sendMail, log)) },
    imports: { everyMs: 2_000, run: (signal: AbortSignal) => finishImports(services, signal) },
    ...(openWayOut && {
      collections: {
        everyMs: 5_000,
        run: (signal: AbortSignal) =>
          collectDue({ ...services, openWayOut, everyMinutes: collectEveryMinutes }, signal),
      },
    }),
    ...by.ofConnections,
    uploads: { everyMs: 600_000, run: () => sweepUploads(services) },
    deletions: { everyMs: 60_000, run: (signal: AbortSignal) => eraseDueCompanies(services, signal) },
    // A process that only signs does so by itself.
    ...(ownSigner && { checkpoints: { everyMs: 60_000, run: () => signAll({ signer: ownSigner, log }) } }),
    cleaning: {
      everyMs: 3_600_000,
      run: async () => {
        await forgetOldAccess(databases.auth, by.sessionLimits, now());
        await sql`SELECT app.forget_old_turns()`.execute(worker);
        await sql`SELECT app.forget_spent_challenges(${now()}), app.forget_old_mails(${now()}), app.forget_old_deliveries(${now()}), app.forget_old_links(${now()}), app.forget_signing_requests()`.execute(
          worker,
        );
        // Last, and side by side: a place that does not answer keeps nothing else from being cleaned.
        const yesterday = new Date(now().getTime() - 24 * 3_600_000);
        await Promise.all(Object.values(by.stores).map((store) => store.removeUnfinished(yesterday)));
      },
    },
  };
}
