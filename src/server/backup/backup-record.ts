import type pg from "pg";
import { urlOfRole } from "../db/connections.ts";
import type { BackupDeps } from "./backup.ts";
import { ownClient } from "../db/own-client.ts";

/** A backup that was written, as the database remembers it. */
export interface WrittenBackup {
  readonly id: string;
  readonly writtenAt: Date;
  /** Where, as an absolute path on the machine that wrote it. */
  readonly file: string;
  readonly bytes: number;
  /** What opens that one file, and behind it what opens its keys, wrapped; null once it was tested, or a newer one was written. */
  readonly fileKey: Buffer | null;
  readonly testedAt: Date | null;
}

type Place = Pick<BackupDeps, "adminUrl" | "keys">;

/**
 * Remembers a backup, and for its self-test what opens that one file and for its keys: 16 bytes each, wrapped by SECRET_KEY, in a table that no backup
 * holds. Those of older backups are forgotten.
 */
export async function recordBackup(
  deps: Place,
  {
    id,
    writtenAt,
    file,
    bytes,
    fileKey,
    lacks,
  }: { id: string; writtenAt: string; file: string; bytes: number; fileKey: Uint8Array; lacks: number },
): Promise<void> {
  const wrapped = deps.keys.wrap("backup", fileKey, id);
  await asWorker(deps, (client) =>
    client.query(
      `WITH older AS (UPDATE app.backups SET file_key = NULL WHERE file_key IS NOT NULL)
       INSERT INTO app.backups (id, written_at, file, bytes, file_key, lacks) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, writtenAt, file, bytes, wrapped, lacks],
    ),
  );
}

/** Notes that these backups are where they were written: a file, as it was recorded, each. */
export async function recordKept(deps: Place, files: readonly string[], at: Date): Promise<void> {
  await asWorker(deps, async (client) => {
    await client.query("UPDATE app.backups SET seen_at = $2 WHERE file = ANY ($1::text[])", [files, at]);
    // What is gone for so long is asked for by nobody. A clock that is ahead of the database's takes nothing.
    await client.query(
      "DELETE FROM app.backups WHERE seen_at IS NOT NULL AND greatest(seen_at, written_at) < least($1, now() - interval '39 days')",
      [new Date(at.getTime() - FORGOTTEN_DAYS * 86_400_000)],
    );
  });
}

/** Longer than anybody asks what was there. */
const FORGOTTEN_DAYS = 40;

const LONGEST_FAULT = 1_000;

/** Writes down why a look at backups ended badly, or that it ended well, for who looks after the installation. */
export async function recordLook(deps: Place, fault: string | undefined): Promise<void> {
  await asWorker(deps, (client) =>
    client.query("UPDATE app.scrub SET backup_fault = $1 WHERE backup_fault IS DISTINCT FROM $1", [
      fault?.slice(0, LONGEST_FAULT) ?? null,
    ]),
  );
}

/** The backup that was written last, of those that were written `until` then: a clock that was ahead dates one later than now. */
export async function newestBackup(deps: Place, until: Date): Promise<WrittenBackup | undefined> {
  return await asWorker(deps, async (client) => {
    const { rows } = await client.query<WrittenBackup>(
      `SELECT id, written_at AS "writtenAt", file, bytes, file_key AS "fileKey", tested_at AS "testedAt"
       FROM app.backups WHERE written_at <= $1 ORDER BY written_at DESC LIMIT 1`,
      [until],
    );
    return rows[0];
  });
}

/** The last self-test that ended `until` then, and whether it failed. */
export async function lastTest(deps: Place, until: Date): Promise<{ at: Date; failed: boolean } | undefined> {
  return await asWorker(deps, async (client) => {
    const { rows } = await client.query<{ at: Date; failed: boolean }>(
      "SELECT tested_at AS at, fault IS NOT NULL AS failed FROM app.backups WHERE tested_at <= $1 ORDER BY tested_at DESC LIMIT 1",
      [until],
    );
    return rows[0];
  });
}

/** Writes down how a self-test ended: without a fault nothing of ours opens the file any more. */
export async function recordTest(deps: Place, id: string, at: Date, fault: string | undefined): Promise<void> {
  await asWorker(deps, (client) =>
    client.query(
      "UPDATE app.backups SET tested_at = $2, fault = $3, file_key = CASE WHEN $3::text IS NULL THEN NULL ELSE file_key END WHERE id = $1",
      [id, at, fault ?? null],
    ),
  );
}

async function asWorker<T>({ adminUrl, keys }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = ownClient(urlOfRole(adminUrl, "app_worker", keys));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
