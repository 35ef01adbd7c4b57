import { spawn } from "node:child_process";
import { BlockList, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { createApp } from "#server/app/app.ts";
import type { App } from "#server/app/app.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { machineClock } from "#server/clock.ts";
import { openDatabases, openKysely, openPool, urlOfRole } from "#server/db/connections.ts";
import type { Databases } from "#server/db/connections.ts";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { getCompanyKey, newCompanyKey } from "#server/blobs/company-keys.ts";
import { fileEvidence } from "#server/evidence/filing.ts";
import type { NewEvidence } from "#server/evidence/filing.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { installationWrap } from "#server/ledger/signing-wrap.ts";
import { openKeys } from "#server/keys/keys.ts";
import type { Keys } from "#server/keys/keys.ts";
import { prepare } from "#server/vault/prepare.ts";
import { liftLimits } from "#tests/support/without-limits.ts";

/** A whole instance on durable PostgreSQL, for measuring. */
export interface Instance {
  readonly admin: pg.Pool;
  readonly databases: Databases;
  readonly keys: Keys;
  readonly app: App;
  readonly folder: string;
  readonly url: string;
  /** Of the database's owner. */
  readonly databaseUrl: string;
  readonly userId: string;
  /** What was sent. */
  readonly mails: readonly Mail[];
  /** From now on it believes X-Forwarded-For, so that one process can be many visitors. */
  believeForwarded(): void;
  found(name: string): Promise<string>;
  /** Files `count` items without their bytes: what the database does, and nothing else. */
  file(companyId: string, count: number, batch: number): Promise<void>;
  close(): Promise<void>;
}

/** A bench that is killed takes its database along, which would go on to use the machine that the next one measures. */
function endWithThisProcess(pid: number, folder: string): void {
  const script = `while kill -0 "$1"; do sleep 2; done
    grep -q "$3" "/proc/$2/cmdline" && kill -INT "$2" && sleep 5 && rm -rf "$3"`;
  const given = [String(process.pid), String(pid), folder];
  spawn("sh", ["-c", script, "sh", ...given], { detached: true, stdio: "ignore" }).unref();
}

export async function openInstance(): Promise<Instance> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-bench-"));
  const postgres = await startEmbeddedPostgres(folder);
  endWithThisProcess(postgres.pid, folder);
  const keys = openKeys(await prepare(postgres.url, { current: randomBytes(32), previous: [] }, machineClock));
  const log = pino({ level: "silent" });
  const databases = openDatabases(postgres.url, keys, log);
  const signer = openPool(() => urlOfRole(postgres.url, "app_signer", keys), 4, log);
  const admin = new pg.Pool({ connectionString: postgres.url, max: 4 });
  admin.on("error", () => {});
  const userId = randomUUID();
  const mails: Mail[] = [];
  const trustedProxies = new BlockList();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const app = await createApp({
    appUrl: url,
    role: "web",
    trustedProxies,
    databases,
    keys,
    log,
    sendMail: async (mail) => void mails.push(mail),
    mailbox: undefined,
    supportEmail: undefined,
    workCost: { rounds: 1, tries: 4 },
    sessionLimits: { idleMinutes: 60, hours: 24 },
    egress: openEgress({ allowPrivate: false }),
    now: () => new Date(),
    blobs: { us: folderBlobStore(path.join(folder, "us")), eu: folderBlobStore(path.join(folder, "eu")) },
    anchors: folderAnchors(path.join(folder, "anchors")),
    signing: { db: openKysely(signer), wrap: installationWrap(keys) },
    build: path.resolve(import.meta.dirname, "../build"),
    version: "bench",
  });
  await new Promise<void>((resolve) => app.server.listen(port, "127.0.0.1", resolve));
  const found = async (name: string) => {
    const id = randomUUID();
    await databases.userPool.query("BEGIN; SELECT 1; COMMIT");
    await asCaller(databases.user, { userId }, async (tx) => {
      const { sql } = await import("kysely");
      await sql`SELECT app.create_company(${id}, ${name}, ${name.toLowerCase()}, NULL, ${newCompanyKey(keys, id)})`.execute(
        tx,
      );
    });
    await liftLimits(admin, id);
    return id;
  };
  await admin.query("INSERT INTO app.account_bounds (user_id, companies) VALUES ($1, 1000000)", [userId]);
  return {
    admin,
    databases,
    keys,
    app,
    folder,
    url,
    databaseUrl: postgres.url,
    userId,
    mails,
    believeForwarded: () => trustedProxies.addAddress("127.0.0.1"),
    found,
    file: async (companyId, count, batch) => {
      for (let done = 0; done < count; done += batch) {
        const items = Array.from({ length: Math.min(batch, count - done) }, (_, index) => sampleItem(done + index));
        await asCaller(databases.user, { userId, companyId }, async (tx) =>
          fileEvidence(tx, await getCompanyKey(tx, keys, companyId), items),
        );
      }
    },
    close: async () => {
      await app.close();
      await databases.close();
      await signer.end();
      await admin.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<unknown>((resolve) => probe.close(resolve));
  return port;
}

const types = ["Config", "Policy", "Document", "Report"] as const;

/** An item as a connector would file it, about half a kilobyte in the database. */
export function sampleItem(index: number): NewEvidence {
  return {
    id: randomUUID(),
    name: `Observation ${index} of resource ${randomBytes(8).toString("hex")}`,
    type: types[index % 4]!,
    source: "Benchmark",
    collector: "Benchmark connector, read-only",
    collectedAt: new Date(),
    controls: [`XC-${String((index % 22) + 1).padStart(2, "0")}`],
    sha256: randomBytes(32),
    size: 2_048,
    mediaType: "application/json",
    fileName: `observation-${index}.json`,
    blobKey: `v1/be/bench/2026/11/21/${randomUUID()}.sealed`,
    artifactKey: randomBytes(32),
    idempotencyKey: randomUUID(),
  };
}
