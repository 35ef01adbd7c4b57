import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { App } from "./app.ts";
import { readBackupKey } from "./backup/backup-key-file.ts";
import { machineClock } from "./clock.ts";
import { openBlobStore } from "./blobs/storage-address.ts";
import { besideAnchors, ConfigError, loadConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { DataDirInUse, lockDataDir } from "./data-dir-lock.ts";
import { connectionsKeyOf, WrongConnectionsKey } from "./connections/connections-key.ts";
import { connectorsOf } from "./connectors.ts";
import { openDatabases } from "./db/connections.ts";
import { migrate, WrongSecretKey } from "./db/migrate.ts";
import { assertSafeDatabase, UnsafeDatabase } from "./db/start-check.ts";
import { openEgress } from "./egress/egress.ts";
import { demoDatabases } from "./demo/databases.ts";
import { superviseEmbeddedPostgres } from "./db/supervised-postgres.ts";
import { workOfASecond } from "./human-check/proof-of-work.ts";
import { deriveKeys } from "./keys.ts";
import { openAnchorStore } from "./ledger/open-anchor-store.ts";
import { createLogger } from "./logging.ts";
import { folderTransport, smtpTransport } from "./mail/delivery.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Opens everything a configuration asks for, in order; what was opened is closed in reverse when a step fails. */
async function open(config: Config, log: Logger): Promise<{ app: App; close: () => Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const lock = lockDataDir(config.dataDir);
    closers.push(async () => lock.release());
    const keys = deriveKeys(config.secretKey);
    let adminUrl = config.databaseUrl;
    if (adminUrl === undefined) {
      const postgres = await superviseEmbeddedPostgres(config.dataDir, {
        log: (line) => log.info(line),
        warn: (line) => log.warn(line),
      });
      closers.push(() => postgres.stop());
      adminUrl = postgres.url;
    }
    await migrate(adminUrl, keys);
    const databases = openDatabases(adminUrl, keys, log);
    // A pool waits for whoever still holds a connection; by now they have had their time.
    closers.push(() => Promise.race([databases.close(), setTimeout(1_000)]));
    await assertSafeDatabase(databases);
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
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
      databases,
      keys,
      anchors: await openAnchorStore(config.anchors, besideAnchors(config)),
      blobs: { us: await openBlobStore(config.storage.us), eu: await openBlobStore(config.storage.eu) },
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
      pipelineIssuer: config.pipelineIssuer,
      collectEveryMinutes: config.collectEveryMinutes,
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
      backups:
        config.role === "web"
          ? undefined
          : {
              adminUrl,
              key: () => readBackupKey(config.backupKeyFile),
              folder: config.backupFolder,
              everyHours: config.backupEveryHours,
            },
      ...((await offersDemo(config, adminUrl, log))
        ? { demo: { adminUrl, folder: path.join(config.dataDir, "demo") } }
        : {}),
    });
    closers.push(() => app.close());
    return { app, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether there are demo visits: asked for, and the administrator may make their databases. */
async function offersDemo({ demo }: Config, adminUrl: string, log: Logger): Promise<boolean> {
  if (!demo || (await demoDatabases(adminUrl).mayCreate())) return demo;
  log.warn("the demo is off: the role in DATABASE_URL may not make databases (CREATEDB)");
  return false;
}

/** What a production instance should not be like; it starts all the same, for a test of it. */
function warnOfProduction({ production, appUrl, mail, mailbox }: Config, log: Logger): void {
  if (mail.smtpUrl === undefined && !mailbox)
    log.warn("SMTP_URL is not set: mails, with links that sign people in, are files in DATA_DIR/outbox");
  if (!production) return;
  const { protocol, hostname } = new URL(appUrl);
  if (protocol !== "https:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    log.warn("APP_URL is not https: cookies and passwords cross the network unprotected");
}

async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLogger(config);
  let stopping = false;
  const opening = open(config, log);
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    // Also while it still starts: what was opened is closed in order.
    await opening.then(
      ({ close }) => close(),
      () => {},
    );
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
  const { app, close } = await opening;
  if (stopping) return;
  await new Promise<void>((resolve, reject) => {
    app.server.once("error", reject);
    app.server.listen(config.port, config.host, resolve);
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  process.stdout.write(`Exhibit is ready at ${config.appUrl}\n`);
}

main().catch((error: NodeJS.ErrnoException) => {
  const expected =
    error instanceof ConfigError ||
    error instanceof DataDirInUse ||
    error instanceof WrongSecretKey ||
    error instanceof WrongConnectionsKey ||
    error instanceof UnsafeDatabase ||
    error.code === "EADDRINUSE";
  const sentence = error.code === "EADDRINUSE" ? `PORT is in use by another program: ${error.message}` : error.message;
  process.stderr.write(`${expected ? sentence : (error.stack ?? sentence)}\n`);
  process.exit(1);
});
