import { jobKindNames, jobKindOf } from "#domain/job-kinds.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import { callFunction } from "../db/functions.ts";
import { alertJobs } from "../alerts/send-alerts.ts";
import { incidentJobs, incidentMailJobs } from "../alerts/send-incidents.ts";
import { forgetOldAccess } from "../auth/forget-old-access.ts";
import type { SessionLimits } from "../auth/sessions/session-deps.ts";
import { eraseDueCompanies } from "../companies/deletion.ts";
import { collectionJobs, planCollections } from "../connections/collect-due.ts";
import type { OpenVendorClient } from "../connections/vendor-client.ts";
import { judgementJobs } from "../controls/judge-companies.ts";
import { erasureJobs } from "../evidence/erasure-work.ts";
import { importJobs } from "../imports/import-work.ts";
import type { JobHandler, JobHandlers } from "../jobs/run-jobs.ts";
import { feedJobs } from "../ledger/feed.ts";
import { signAll } from "../ledger/sign-all.ts";
import { tellOperators } from "../health/tell-operators.ts";
import { limitJobs } from "../limits/tell-limits.ts";
import { mailJobs } from "../mail/delivery.ts";
import type { Transport } from "../mail/delivery.ts";
import { endedRightsJobs } from "../mail/tell-ended-rights.ts";
import { exerciseReports } from "../printed-documents/exercise-reports.ts";
import { registerJobs } from "../registers/run-registers.ts";
import { reminderJobs } from "../requests/reminders.ts";
import type { Services } from "./services.ts";
import { tellCustodians } from "../legal-holds/tell-custodians.ts";
import { remindStaff } from "../staff/reminders/remind-staff.ts";
import { sendDigests } from "../tasks/send-digests.ts";
import { sendNotices } from "../tasks/send-notices.ts";
import { sweepUploads } from "../uploads/uploads.ts";
import { verifyVendorBundles } from "../vendor-bundles/verify-vendor-bundles.ts";
import { webhookJobs } from "../webhooks/deliver.ts";
import type { Tracing } from "../tracing.ts";

/** What the work needs beside the services that answer requests. */
export interface WorkerDependencies {
  readonly sendMail: Transport;
  readonly sessionLimits: SessionLimits;
  /** The way out to the vendors; without it nothing is collected here. */
  readonly openVendorClient: OpenVendorClient | undefined;
  readonly tracing: Tracing | undefined;
  /** What only a process does that can open credentials. */
  readonly ofConnections: JobHandlers | undefined;
}

/** The work of an application that no request waits for, by its kind; what is missing here is left to other processes. */
export function jobHandlersOf(services: Services, by: WorkerDependencies): JobHandlers {
  const { databases, keys, egress, outbox, appUrl, collectEveryMinutes, supportEmail, demo, ownSigner, now, log } =
    services;
  const { worker } = databases;
  const telling = { worker, outbox, appUrl, now };
  const collecting = by.openVendorClient && {
    ...services,
    openVendorClient: by.openVendorClient,
    tracing: by.tracing,
    everyMinutes: collectEveryMinutes,
  };
  return {
    links: services.linkRequests.jobs,
    mail: mailJobs(worker, by.sendMail),
    webhooks: webhookJobs({ worker, keys, egress, outbox, appUrl, now, log }),
    standings: judgementJobs({ worker, now, judge: services.judge }),
    feed: feedJobs(worker, now),
    incidents: incidentJobs({ worker, now }),
    incidentMails: incidentMailJobs(telling),
    limits: limitJobs(worker),
    rights: endedRightsJobs(telling),
    alerts: alertJobs(telling),
    // Without an address nobody claims them: they are made up for when there is one.
    ...(supportEmail !== undefined && { reminders: reminderJobs({ databases, supportEmail, appUrl, now }) }),
    imports: importJobs(services),
    registers: registerJobs({ ...services, afterSealing: exerciseReports(services) }),
    erasures: erasureJobs({ worker, blobs: services.blobs, now }),
    ...by.ofConnections,
    ...(collecting && { collections: collectionJobs(collecting) }),
    ...again(now, {
      ...(collecting && { plans: () => planCollections(collecting) }),
      // Where the signer is a process of its own, it does so by itself.
      checkpoints: async () => {
        if (ownSigner) await signAll({ signer: ownSigner, log });
      },
      deletions: (signal) => eraseDueCompanies(services, signal),
      taskDigests: (signal) => sendDigests({ databases, outbox, appUrl, now, log }, signal),
      vendorBundles: (signal) => verifyVendorBundles(services, signal),
      noticeMails: (signal) => sendNotices({ databases, outbox, appUrl, now, log }, signal),
      custodians: (signal) => tellCustodians({ databases, outbox, appUrl, now, log }, signal),
      staffReminders: (signal) => remindStaff({ databases, outbox, appUrl, now, log }, signal),
      // A demo visit is nobody's installation.
      ...(services.demoEndsAt === undefined && { operatorNotices: () => tellOperators(services) }),
      ...(demo && { demo: () => demo.clean() }),
      uploads: () => sweepUploads(services),
      cleaning: () => clean(services, by),
    }),
  };
}

/** What is looked for again and again, so long after it was done last as its kind says. */
function again(
  now: Services["now"],
  work: Partial<Record<JobKindName, (signal: AbortSignal) => Promise<void>>>,
): JobHandlers {
  const handler =
    (kind: JobKindName, run: (signal: AbortSignal) => Promise<void>): JobHandler =>
    async (_, signal) => {
      await run(signal);
      return { next: new Date(now().getTime() + (jobKindOf(kind).everySeconds ?? 0) * 1_000) };
    };
  return Object.fromEntries(
    jobKindNames.flatMap((kind) => {
      const run = work[kind];
      return run ? [[kind, handler(kind, run)]] : [];
    }),
  );
}

async function clean({ databases, stores, now }: Services, { sessionLimits }: WorkerDependencies): Promise<void> {
  const { auth, worker } = databases;
  const yesterday = new Date(now().getTime() - 24 * 3_600_000);
  const failed: unknown[] = [];
  // Each by itself: one that fails keeps nothing else from being cleaned.
  for (const part of [
    () => forgetOldAccess(auth, sessionLimits, now()),
    () => callFunction(worker, "app.forget_old_turns", []),
    () => callFunction(worker, "app.forget_spent_challenges", [now()]),
    () => callFunction(worker, "app.forget_old_mails", [now()]),
    () => callFunction(worker, "app.forget_old_deliveries", [now()]),
    () => callFunction(worker, "app.forget_old_links", [now()]),
    () => callFunction(worker, "app.forget_old_jobs", [now()]),
    () => callFunction(worker, "app.forget_signing_requests", []),
    () => callFunction(worker, "app.enqueue_waiting", []),
    ...Object.values(stores).map((store) => () => store.removeUnfinished(yesterday)),
  ])
    await part().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
