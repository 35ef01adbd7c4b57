// The supervisor: it alone holds the administrator's URL and SECRET_KEY. It prepares the database, starts the process that
// serves and the one that signs, each with keys and logins of its own, and gives them new ones when they are turned over. It
// answers no request.
import path from "node:path";
import type { Logger } from "pino";
import { machineClock } from "../clock.ts";
import { BACKUPS_IN, environmentWithout, loadConfig, secretsOf } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { DataDirInUse, lockDataDir } from "../data-dir-lock.ts";
import { DatabaseInUseElsewhere } from "../db/postgres-seat.ts";
import { placeOf } from "../db/connections.ts";
import { newestMigration } from "../db/migrate.ts";
import { DatabaseAway, untilThere } from "../db/until-there.ts";
import { UnusableDatabase } from "../db/schema-state.ts";
import { ofServiceManager } from "./held-address.ts";
import { superviseEmbeddedPostgres } from "../db/supervised-postgres.ts";
import { demoDatabases } from "../demo/databases.ts";
import { createLogger } from "./logging.ts";
import { startUpkeep } from "./processes/start-upkeep.ts";
import { ChildEnded, startChild } from "./processes/child.ts";
import { heldBy, withheld } from "./processes/grant.ts";
import type { Grant, Part } from "./processes/grant.ts";
import { keepRunning } from "./processes/keep-running.ts";
import type { HeldKeys } from "../keys/keys.ts";
import { settleNextSecret } from "../keys/secret-key.ts";
import { followVault } from "../vault/follow.ts";
import { prepare } from "../vault/prepare.ts";
import { WrongSecretKey } from "../keys/secrets.ts";

interface Running {
  /** Resolves with the exit code of the process that serves. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

/** Prepares the database and starts what serves; what was begun is ended in reverse when a step fails. */
async function open(config: Config, log: Logger): Promise<Running> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const lock = lockDataDir(config.dataDir);
    closers.push(async () => lock.release());
    const children = startChildren(config, log);
    closers.push(() => children.stop());
    let adminUrl = config.databaseUrl;
    if (adminUrl === undefined) {
      const postgres = await superviseEmbeddedPostgres(config.dataDir, {
        log: (line) => log.info(line),
        warn: (line) => log.warn(line),
      });
      // Whoever uses it ends first.
      closers.splice(1, 0, () => postgres.stop());
      adminUrl = postgres.url;
    }
    const secrets = () => (config.secretIsGenerated ? secretsOf(config.dataDir) : config.secrets);
    const url = adminUrl;
    const held = await untilThere(() => prepare(url, secrets(), machineClock), { say: (line) => log.warn(line) });
    if (config.secretIsGenerated) settleNextSecret(config.dataDir);
    const databaseUrl = placeOf(adminUrl);
    const demo = (await offersDemo(config, adminUrl, log)) ? { demoAdminUrl: adminUrl } : {};
    const give = (now: HeldKeys) =>
      children.give((part) => ({
        databaseUrl,
        ...(part !== "signer" && {
          ...demo,
          standbyUrl: config.standbyUrl && placeOf(config.standbyUrl),
          addressIsHeld: config.heldSocket !== undefined,
        }),
        held: heldBy(part, now),
      }));
    give(held);
    await children.ready;
    const following = followVault(adminUrl, secrets, give, { now: machineClock, log });
    closers.push(() => following.stop());
    if (config.role === "all" || config.role === "worker") {
      const upkeep = startUpkeep(log, await newestMigration());
      closers.push(() => upkeep.stop());
    }
    return { ended: children.ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts the processes of a role, which read their programs meanwhile. One that signs is started again when it ends; what serves ends
 * the supervisor with it.
 */
function startChildren(config: Config, log: Logger) {
  const { role, drainSeconds, finishSeconds, heldSocket: socket } = config;
  // Whoever serves is not told where backups lie, and tells people that one is late.
  const { backupUrl } = config;
  const schedule = backupUrl
    ? {
        BACKUP_EVERY_MINUTES: String(config.backupEveryMinutes),
        ...(backupUrl.kind === "folder" && { [BACKUPS_IN]: backupUrl.path }),
      }
    : {};
  const environmentOf = (part: Part) => ({
    ...environmentWithout([...withheld[part], ...ofServiceManager]),
    ...schedule,
  });
  const fileOf = (name: string) => path.join(import.meta.dirname, "processes", name);
  const serving =
    role === "signer"
      ? undefined
      : startChild<Grant>(fileOf("serve.ts"), environmentOf(role), { drainSeconds, finishSeconds, socket });
  const signer =
    role === "web"
      ? undefined
      : keepRunning<Grant>(fileOf("sign.ts"), environmentOf("signer"), { name: "the signer", log });
  return {
    give: (grantOf: (part: Part) => Grant) => {
      serving?.give(grantOf(role));
      signer?.give(grantOf("signer"));
    },
    /** Pages are served without a signer; what needs it waits for it. */
    ready: serving ? serving.ready : signer!.ready.then(() => void process.stdout.write("Exhibit is ready to sign\n")),
    ended: serving ? serving.ended : new Promise<number>(() => {}),
    stop: async () => void (await Promise.all([serving?.stop(), signer?.stop()])),
  };
}

/** Whether there are demo visits: asked for, and the administrator may make their databases. */
async function offersDemo({ demo, role }: Config, adminUrl: string, log: Logger): Promise<boolean> {
  if (!demo || role === "signer") return false;
  if (await demoDatabases(adminUrl).mayCreate()) return true;
  log.warn("the demo is off: the role in DATABASE_URL may not make databases (CREATEDB)");
  return false;
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
    // Also while it still starts: what was begun is ended in order.
    await opening.then(
      ({ close }) => close(),
      () => {},
    );
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
  const { ended, close } = await opening.catch((error: unknown) => {
    if (stopping) return new Promise<never>(() => {});
    throw error;
  });
  const code = await ended;
  if (stopping) return;
  log.error({ code }, "the process that serves ended");
  await close();
  process.exit(code === 0 ? 1 : code);
}

main().catch((error: Error) => {
  const expected = [
    ConfigError,
    DatabaseAway,
    DataDirInUse,
    DatabaseInUseElsewhere,
    UnusableDatabase,
    WrongSecretKey,
  ].some((kind) => error instanceof kind);
  const full = (error as NodeJS.ErrnoException).code === "ENOSPC";
  // A process that ended has said why itself.
  if (!(error instanceof ChildEnded))
    process.stderr.write(
      `${full ? `DATA_DIR or the database has no room left: ${error.message}` : expected ? error.message : (error.stack ?? error.message)}\n`,
    );
  process.exit(1);
});
