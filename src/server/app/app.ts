import type { Server } from "node:http";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { jobKindNames, jobKindOf } from "#domain/job-kinds.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import { faultOfAll } from "../blobs/ready-stores.ts";
import { comeBack } from "../connections/linking/come-back.ts";
import { sha256 } from "../auth/tokens.ts";
import { compose } from "./composition.ts";
import type { Dependencies } from "./dependencies.ts";
import { callFunction } from "../db/functions.ts";
import { readinessOf } from "../db/ready.ts";
import { serveDemo } from "../demo/demo-requests.ts";
import { metricsRoute } from "../health/metrics/metrics-route.ts";
import { openMetrics } from "../health/metrics/metrics.ts";
import { lastBackupOf } from "../health/last-backup.ts";
import { beat } from "../health/processes.ts";
import { writtenQuestions } from "../human-check/written-question.ts";
import { createHttpServer } from "../http/server.ts";
import { siteOf } from "./site.ts";
import { GRACE_MS, stopAccepting, stopServing } from "./stop-serving.ts";
import { noJobs, startJobs } from "../jobs/jobs.ts";
import type { Job } from "../jobs/claim-jobs.ts";
import { writeMail } from "../mail/templates/letter.ts";
import { staffReceipt } from "../mail/templates/staff-receipt.ts";
import type { Services } from "./services.ts";
import { openStaffByProvider } from "../staff/by-provider.ts";
import type { Receipt } from "../staff/pages/page.ts";
import { reportIncident } from "../staff/report-incident.ts";
import { openAcknowledging } from "../staff/policies/acknowledge-forms.ts";
import type { StaffMember } from "../staff/staff-sessions.ts";
import { openContactLinks } from "../contact-tests/answer.ts";
import { openStaffSessions } from "../staff/staff-sessions.ts";

export interface App {
  readonly server: Server;
  readonly services: Services;
  /** Does all background work that is due now, and what is done again and again; for tests and for commands. */
  runTasks(): Promise<void>;
  close(): Promise<void>;
}

/** Puts an application behind a listener. The database must be migrated. */
export async function createApp(around: Dependencies): Promise<App> {
  const { databases, keys, log, now } = around;
  const { services, handlers, jobHandlers, workOff, singleSignOn, apiTokens } = await compose(around);
  const { demo, humanCheck, rateLimits, reception, sessions } = services;
  const { worker, workerPool: pool } = databases;
  const jobs = around.role === "web" ? noJobs : startJobs({ worker, pool, now, log }, jobHandlers);
  const draining = new AbortController();
  const closing = new AbortController();
  const databaseReady = await readinessOf(databases.user, databases.userPool);
  const storesReady = faultOfAll(around.blobs);
  // First of all when it stops: whoever spreads requests sends no more here.
  const checkReady = async () => {
    if (draining.signal.aborted) return { reason: "the process stops", schema: null };
    const [fault, { reason, schema }] = [await storesReady(), await databaseReady()];
    return { reason: reason ?? (fault && `storage ${fault.geography}: ${fault.reason}`), schema };
  };
  const metrics = around.metricsToken === undefined ? undefined : openMetrics(services);
  const findOfVisit = async (cookie: string | undefined, slug: string) => {
    const visit = await demo?.find(cookie);
    return visit && visit !== "ended" ? await visit.findPortal(slug) : undefined;
  };
  const receiptOf = ({ email: to, name, company }: StaffMember, done: Receipt, at: Date) =>
    staffReceipt({ to, name, company, done, at, appUrl: around.appUrl });
  const staffSessions = openStaffSessions({ databases, cookies: services.cookies, now });
  const pages = await siteOf({
    appUrl: around.appUrl,
    pages: path.join(around.build, "client"),
    verifier: services.verifier,
    verifyPage: services.verifyPage,
    mailbox: around.mailbox,
    // Shown where mails are, and never in production, whoever else asks.
    design: around.mailbox === undefined || around.production ? undefined : path.join(around.build, "design"),
    supportEmail: around.supportEmail,
    now,
    version: around.version,
    checkReady,
    lastBackup: lastBackupOf(worker, now),
    metrics: metrics && metricsRoute(metrics, around.metricsToken!),
    facts: {
      turnstile: around.turnstile?.siteKey,
      ...Object.fromEntries(singleSignOn.providers.map(({ key, name }) => [key, name])),
      demo: demo && "on",
    },
    singleSignOn: {
      ...singleSignOn,
      sessions,
      rateLimits,
      trustedProxies: around.trustedProxies,
      demo,
      staff: openStaffByProvider({
        db: databases.auth,
        sessions: staffSessions,
        ownDomains: singleSignOn.ownDomains,
        now,
      }),
      log,
    },
    links: {
      comeBack: (...back) =>
        comeBack({ databases, connectors: services.connectors, desk: services.connectService }, ...back),
      sessions,
      rateLimits,
      trustedProxies: around.trustedProxies,
      log,
    },
    fileSources: {
      grants: services.fileGrants,
      sessions,
      rateLimits,
      trustedProxies: around.trustedProxies,
      log,
    },
    calendar: {
      appUrl: around.appUrl,
      databases,
      now,
      log,
      rateLimits,
      trustedProxies: around.trustedProxies,
    },
    portal: {
      appUrl: around.appUrl,
      findOfVisit,
      user: databases.user,
      now,
      log,
      rateLimits,
      trustedProxies: around.trustedProxies,
    },
    staff: {
      sessions: staffSessions,
      providers: singleSignOn.providers.filter(({ opensByAddress }) => opensByAddress),
      askForLink: (email) => services.linkRequests.ask({ purpose: "staff", email }),
      contactLinks: openContactLinks({ user: databases.user, now }),
      acknowledge: openAcknowledging({ db: databases.staff, receiptOf, now }),
      report: (staff, said, at) =>
        staffSessions.within(staff, (tx) => reportIncident(tx, staff, said, at, around.appUrl)),
      sendReceipt: async (...done) => await services.outbox.enqueue(databases.auth, writeMail(receiptOf(...done))),
      addressOfLink: (token) => callFunction(databases.auth, "app.staff_link_address", [sha256(token)]),
      now,
      log,
      rateLimits,
      trustedProxies: around.trustedProxies,
    },
    forms: {
      trustedProxies: around.trustedProxies,
      humanCheck,
      questions: writtenQuestions(() => keys.humanCheck().map(({ question }) => question), databases.user, now),
      reception,
      rateLimits,
      log,
    },
  });
  const server = createHttpServer({
    metrics,
    tracing: around.tracing,
    draining: draining.signal,
    closing: closing.signal,
    isWorker: around.role === "worker",
    trustedProxies: around.trustedProxies,
    appUrl: around.appUrl,
    databases,
    handlers,
    sessions,
    apiTokens,
    now,
    rateLimits,
    demoSessions: demo && {
      serve: (...asked) => serveDemo(demo, ...asked),
      leave: (cookie) => demo.leave(cookie),
      clearCookie: demo.clearCookie,
    },
    pages,
    log,
    connections: around.connections,
  });
  let heart: ReturnType<typeof beat> | undefined;
  server.once("listening", () => void (heart = beat(databases.auth, services.process, now, log)));
  // Only then, and in the background: nobody who starts the server or signs in waits for the demo.
  if (around.role !== "worker") server.once("listening", () => demo?.prepare());
  return {
    server,
    services,
    runTasks: async () => {
      const neverEnds = new AbortController().signal;
      await workOff(neverEnds);
      for (const kind of jobKindNames)
        if (jobKindOf(kind).everySeconds !== undefined) await jobHandlers[kind]?.(jobOfNobody(kind), neverEnds);
      // What follows from that.
      await workOff(neverEnds);
    },
    close: async () => {
      draining.abort();
      // What arrives from now on waits for the next process; connections that are open are answered here.
      const stopped = around.addressIsHeld && server.listening ? stopAccepting(server) : undefined;
      if (around.drainSeconds !== undefined) await setTimeout(around.drainSeconds * 1_000);
      closing.abort();
      await heart?.stop();
      const graceMs = around.finishSeconds === undefined ? GRACE_MS : around.finishSeconds * 1_000;
      const enough = setTimeout(graceMs, undefined, { ref: false });
      await Promise.all([stopServing(server, stopped, graceMs), Promise.race([jobs.stop(), enough])]);
      await demo?.close();
      services.readers.close();
      services.registerReader.close();
    },
  };
}

/** For what is looked for again and again, when somebody wants it now. */
const jobOfNobody = (kind: JobKindName): Job => ({
  id: "",
  kind,
  key: "",
  companyId: undefined,
  attempts: 1,
  token: "",
});
