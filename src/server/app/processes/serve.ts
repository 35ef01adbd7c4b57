// The process that serves: pages, the API and the work behind them. The supervisor gives it its own keys and logins.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { ListenOptions } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { createApp } from "../app.ts";
import type { App } from "../app.ts";
import { openStores, UnusableStorage } from "../../blobs/open-stores.ts";
import { machineClock } from "../../clock.ts";
import { openAnchors } from "../anchor-settings.ts";
import { loadServingConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import type { ServingConfig } from "../config.ts";
import { connectionsKeyOf, WrongConnectionsKey } from "../../connections/connections-key.ts";
import { connectorsOf } from "../../connections/connectors.ts";
import { openDatabases } from "../../db/connections.ts";
import { openStandby } from "../../db/standby.ts";
import { assertSafeDatabase, UnsafeDatabase } from "../../db/start-check.ts";
import { openEgress } from "../../outbound/egress.ts";
import { workOfASecond } from "../../human-check/proof-of-work.ts";
import { openKeys } from "../../keys/keys.ts";
import type { Keys } from "../../keys/keys.ts";
import { createLogger } from "../logging.ts";
import { openTracing } from "../open-tracing.ts";
import { folderTransport, smtpTransport } from "../../mail/delivery.ts";
import { PASSED_SOCKET, sayReady, takeGrants } from "./child.ts";
import type { Grant } from "./grant.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** Opens everything a configuration asks for, in order; what was opened is closed in reverse when a step fails. */
async function open(
  config: ServingConfig,
  { databaseUrl, standbyUrl, demoAdminUrl, addressIsHeld }: Grant,
  keys: Keys,
  log: Logger,
): Promise<{ app: App; close: () => Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
    const tracing =
      config.traces && (await openTracing(config.traces, { role: config.role, version, now: machineClock }));
    if (tracing) closers.push(() => Promise.race([tracing.close(), setTimeout(2_000)]));
    const databases = openDatabases(databaseUrl, keys, log, undefined, tracing?.query);
    // A pool waits for whoever still holds a connection; by now they have had their time.
    closers.push(() => Promise.race([databases.close(), setTimeout(1_000)]));
    await assertSafeDatabase(databases, keys);
    const standby =
      standbyUrl === undefined
        ? undefined
        : openStandby(standbyUrl, databases.workerPool, { keys, log, onQuery: tracing?.query });
    if (standby) closers.push(() => Promise.race([standby.close(), setTimeout(1_000)]));
    warnOfProduction(config, log);
    const outbox = path.join(config.dataDir, "outbox");
    const { smtpUrl, from } = config.mail;
    if (config.supportEmail === undefined)
      log.warn(
        "SUPPORT_EMAIL is not set: requests and messages are only stored; npm run exhibit -- requests lists them",
      );
    const app = await createApp({
      appUrl: config.appUrl,
      trustedProxies: config.trustedProxies,
      role: config.role,
      databases: { ...databases, standby },
      keys,
      anchors: await openAnchors(config, (work) => work(databases.worker)),
      blobs: await openStores(config.storage, databases.worker),
      sendMail:
        smtpUrl === undefined
          ? folderTransport(outbox, from, machineClock)
          : smtpTransport(smtpUrl, from, machineClock),
      mailbox: config.mailbox ? outbox : undefined,
      supportEmail: config.supportEmail,
      workCost: workOfASecond,
      turnstile: config.turnstile,
      sessionLimits: config.sessions,
      singleSignOn: config.singleSignOn,
      publicProviders: config.publicProviders,
      fileSources: config.fileSources,
      pipelineIssuer: config.pipelineIssuer,
      collectEveryMinutes: config.collectEveryMinutes,
      backupEveryMinutes: config.backupsEveryMinutes,
      folders: config.folders,
      metricsToken: config.metricsToken,
      tracing,
      drainSeconds: config.drainSeconds,
      finishSeconds: config.finishSeconds,
      addressIsHeld,
      connectionsKey: config.connectionsKey && connectionsKeyOf(config.connectionsKey),
      vendors: config.vendors,
      connectors: connectorsOf(config),
      egress: openEgress({ allowPrivate: config.allowPrivateEndpoints }),
      now: machineClock,
      log,
      build: path.join(root, "build"),
      version,
      dataDir: config.dataDir,
      production: config.production,
      ...(demoAdminUrl === undefined
        ? {}
        : { demo: { adminUrl: demoAdminUrl, folder: path.join(config.dataDir, "demo") } }),
    });
    closers.push(() => app.close());
    return { app, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a production instance should not be like; it starts all the same, for a test of it. */
function warnOfProduction({ production, appUrl, mail, mailbox }: ServingConfig, log: Logger): void {
  if (mail.smtpUrl === undefined && !mailbox)
    log.warn("SMTP_URL is not set: mails, with links that sign people in, are files in DATA_DIR/outbox");
  if (!production) return;
  const { protocol, hostname } = new URL(appUrl);
  if (protocol !== "https:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    log.warn("APP_URL is not https: cookies and passwords cross the network unprotected");
}

/** A supervisor that was killed leaves its child for a moment, which still has the port. */
const PORT_PATIENCE_MS = 3_000;

/** Of an address that is held, as `deploy/exhibit.socket` has it: so many connections wait while a process starts. */
const HELD_BACKLOG = 4_096;

async function listen(
  server: Server,
  where: ListenOptions | { readonly fd: number; readonly backlog: number },
): Promise<void> {
  const deadline = performance.now() + PORT_PATIENCE_MS;
  for (;;) {
    try {
      return await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(where, () => {
          server.off("error", reject);
          resolve();
        });
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || performance.now() > deadline) throw error;
      await setTimeout(50);
    }
  }
}

async function main(): Promise<void> {
  const config = loadServingConfig();
  const log = createLogger(config);
  const serving: { keys?: Keys; opening?: ReturnType<typeof open> } = {};
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Also while it still starts: what was opened is closed in order.
    await serving.opening?.then(
      ({ close }) => close(),
      () => {},
    );
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop());
  const grant = await takeGrants<Grant>(({ held }) => serving.keys?.take(held));
  const keys = openKeys(grant.held);
  serving.keys = keys;
  serving.opening = open(config, grant, keys, log);
  const { app, close } = await serving.opening;
  if (stopping) return;
  const { port, host } = config;
  await listen(app.server, grant.addressIsHeld ? { fd: PASSED_SOCKET, backlog: HELD_BACKLOG } : { port, host }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  process.stdout.write(`Exhibit is ready at ${config.appUrl}\n`);
  sayReady();
}

main().catch((error: NodeJS.ErrnoException) => {
  const expected =
    error instanceof ConfigError ||
    error instanceof WrongConnectionsKey ||
    error instanceof UnusableStorage ||
    error instanceof UnsafeDatabase ||
    error.code === "EADDRINUSE";
  const sentence = error.code === "EADDRINUSE" ? `PORT is in use by another program: ${error.message}` : error.message;
  process.stderr.write(`${expected ? sentence : (error.stack ?? sentence)}\n`);
  process.exit(1);
});
