import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { beginCollection } from "#server/connections/claims.ts";
import type { Claim } from "#server/connections/claims.ts";
import { collectDue } from "#server/connections/collect-due.ts";
import { finishJob } from "#server/jobs/claim-jobs.ts";
import type { Job } from "#server/jobs/claim-jobs.ts";
import type { Collecting } from "#server/connections/run-collection.ts";
import type { OpenVendorClient } from "#server/connections/vendor-client.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { newCompanyKey } from "#server/blobs/company-keys.ts";
import type { FreshDatabase } from "./cluster.ts";
import { startVendor, vendorOnly, wayTo } from "./vendor.ts";
import type { Vendor } from "./vendor.ts";

/** A worker's surroundings on a database of its own, with a vendor to collect from and a clock that stands. */
export interface CollectingWorld {
  readonly database: FreshDatabase;
  readonly vendor: Vendor;
  readonly folder: string;
  readonly deps: Collecting;
  /** Lines of the log. */
  readonly log: string[];
  setNow(now: Date): void;
  admin(text: string, values?: readonly unknown[]): Promise<any[]>;
  /** Sets the clock so many hours after the beginning, and does what is due then. */
  collectAt(hours: number): Promise<void>;
  /** A company's runs, oldest first, with the number of the exhibit. */
  runs(companyId: string): Promise<any[]>;
  /** The vendor, the clock and the connections as before the first test. */
  reset(): Promise<void>;
  /** A company with so many connections; answers both ids. */
  found(name: string, connections?: number): Promise<{ companyId: string; connectionIds: string[]; ownerId: string }>;
  close(): Promise<void>;
}

/** When every test of collecting begins. */
export const BEGIN = new Date("2027-03-01T00:00:00.000Z");

/** So many hours after that. */
export const after = (hours: number) => new Date(BEGIN.getTime() + hours * 3_600_000);

type Row = Omit<Job, "companyId"> & { readonly company_id: string };

/** Begins the run whose turn it is, as a worker that does nothing more with it; undefined when none waits. */
export async function claimRun(
  { databases: { worker }, everyMinutes }: Collecting,
  now: Date,
): Promise<Claim | undefined> {
  for (;;) {
    // As a process that has all its places free.
    const { rows } =
      await sql<Row>`SELECT * FROM app.claim_jobs(${now}, '{collections}', '{1}', '{120}', '{NULL}', '{0}', '{10}')`.execute(
        worker,
      );
    const [row] = rows;
    if (!row) return undefined;
    const job: Job = { ...row, companyId: row.company_id };
    const owner = { companyId: row.company_id, connectionId: row.key };
    const claim = await beginCollection(worker, owner, now, everyMinutes);
    if (claim) return claim;
    await finishJob(worker, job, now, undefined);
  }
}

/** A way out with something that happens just before this path, with its query, is asked for. */
export const whenAskedFor =
  (deps: Collecting, wanted: string, happens: () => Promise<void>): OpenVendorClient =>
  async (...run) => {
    const way = await deps.openVendorClient(...run);
    const send: typeof way.http.send = async (request) => {
      const page = request.query?.["page"];
      if (`${request.path}${page === undefined ? "" : `?page=${String(page)}`}` === wanted) await happens();
      return await way.http.send(request);
    };
    return { ...way, http: { send } };
  };

export async function collectingWorld(database: FreshDatabase): Promise<CollectingWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-collecting-"));
  const vendor = await startVendor();
  const store = folderBlobStore(folder);
  const log: string[] = [];
  let now = BEGIN;
  const deps: Collecting = {
    databases: database.databases,
    keys: database.keys,
    blobs: () => store,
    connectors: vendorOnly(),
    now: () => now,
    log: pino({ level: "debug" }, { write: (line: string) => void log.push(line) }),
    openVendorClient: wayTo(vendor.origin),
    everyMinutes: 60,
  };
  const usual = structuredClone(vendor.state);
  const admin = async (text: string, values: readonly unknown[] = []) =>
    (await database.admin.query(text, [...values])).rows;
  return {
    database,
    admin,
    collectAt: async (hours) => {
      now = after(hours);
      await collectDue(deps, new AbortController().signal);
    },
    runs: (companyId) =>
      admin(
        `SELECT r.slot, r.state, r.unchanged, r.failure, r.attempts, r.items, r.steps, r.outcomes, r.worker, e.number
          FROM app.collection_runs r LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
          WHERE r.company_id = $1 ORDER BY r.slot`,
        [companyId],
      ),
    reset: async () => {
      await admin("UPDATE app.connections SET state = 'paused' WHERE state = 'connected'");
      Object.assign(vendor.state, structuredClone(usual));
      now = BEGIN;
    },
    vendor,
    folder,
    deps,
    log,
    setNow: (at) => void (now = at),
    found: async (name, connections = 1) => {
      const [companyId, ownerId] = [randomUUID(), randomUUID()];
      await asCaller(database.databases.user, { userId: ownerId }, async (tx) => {
        const key = newCompanyKey(database.keys, companyId);
        await sql`SELECT app.create_company(${companyId}, ${name}, ${name.toLowerCase().replaceAll(" ", "-")}, NULL, ${key})`.execute(
          tx,
        );
      });
      const { rows } = await database.admin.query<{ id: string }>(
        // Due at half past every hour, so that no test is about when it runs.
        `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
          SELECT $1, ('00000708' || substr(gen_random_uuid()::text, 9))::uuid, 'github', 'token', 'connected', 'acct-' || i, 'acme', 'GitHub (acme ' || i || ')', $2, $4
          FROM generate_series(1, $3::integer) i RETURNING id`,
        [companyId, ownerId, connections, now],
      );
      return { companyId, ownerId, connectionIds: rows.map(({ id }) => id) };
    },
    close: async () => {
      await vendor.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
