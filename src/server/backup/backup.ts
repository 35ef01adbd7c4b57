import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { BlobStore, OpenBlob } from "../blobs/blob-store.ts";
import { ZipWriter } from "../bundle/zip-writer.ts";
import { urlOfRole } from "../db/connections.ts";
import type { Keys } from "../keys.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { copyTarget, isKept, tablesInOrder } from "./tables.ts";

export const BACKUP_FORMAT = "exhibit-backup/1";

export interface BackupDeps {
  readonly adminUrl: string;
  readonly keys: Keys;
  readonly blobs: Readonly<Record<"us" | "eu", BlobStore>>;
  /** Where what was signed is remembered: read by a restore alone. */
  readonly anchors: AnchorStore;
  readonly now: () => Date;
}

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  readonly bytes: number;
}

/**
 * Writes a backup of a running instance to `file`: every table in one snapshot, and every sealed artifact that the
 * snapshot knows. Artifacts stay sealed, and SECRET_KEY is not in it: without the key a backup opens nothing. The
 * file appears under its name only when it is whole and on the disk.
 */
export async function writeBackup({ adminUrl, keys, blobs, now }: BackupDeps, file: string): Promise<BackupSummary> {
  const temporary = `${file}.partial`;
  const client = new pg.Client({ connectionString: urlOfRole(adminUrl, "app_backup", keys) });
  await client.connect();
  const out = createWriteStream(temporary, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => out.once("error", reject));
  failed.catch(() => {});
  let bytes = 0;
  try {
    const zip = new ZipWriter(
      async (chunk) => {
        bytes += chunk.length;
        if (!out.write(chunk)) await Promise.race([once(out, "drain"), failed]);
      },
      { date: now() },
    );
    // One snapshot: what is filed while the backup runs is either wholly in it or not at all.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const files: { path: string; sha256: string; size: number }[] = [];
    const add = async (name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
      const added = await zip.addStream(name, chunks);
      files.push({ path: name, sha256: added.sha256.toString("hex"), size: added.size });
    };
    const tables = (await tablesInOrder(client)).filter(isKept);
    let rows = 0;
    for (const table of tables) {
      const stream = client.query(copyTo(`COPY ${copyTarget(client, table)} TO STDOUT`));
      await add(`tables/${table.name}`, stream as AsyncIterable<Buffer>);
      rows += stream.rowCount;
    }
    const { rows: artifacts } = await client.query<{ blob_key: string; geography: "us" | "eu" }>(
      `SELECT e.blob_key, l.geography FROM app.evidence e JOIN app.storage_locations l ON l.id = e.storage_location_id ORDER BY 1`,
    );
    for (const artifact of artifacts) {
      const blob = await blobs[artifact.geography].open(artifact.blob_key);
      if (!blob) throw new Error(`the stored file ${artifact.blob_key} is missing; nothing was written`);
      await add(`blobs/${artifact.geography}/${artifact.blob_key}`, readWhole(blob));
    }
    const { rows: ledgers } = await client.query<{ company_id: string; size: number; root: Buffer }>(
      "SELECT company_id, size, root FROM app.ledger_heads ORDER BY 1",
    );
    const { rows: migrations } = await client.query<{ name: string }>(
      "SELECT name FROM migrations.kysely_migration ORDER BY 1",
    );
    const about = {
      backup: BACKUP_FORMAT,
      createdAt: now().toISOString(),
      files,
      ledgers: ledgers.map((one) => ({ company: one.company_id, root: one.root.toString("base64"), size: one.size })),
      migrations: migrations.map((one) => one.name),
      secretKey: keys.fingerprint,
    };
    await zip.addBytes("backup.json", Buffer.from(canonicalJson(about)));
    await zip.finish();
    await Promise.race([new Promise<void>((resolve) => out.end(() => resolve())), failed]);
    await settle(temporary, file);
    return { tables: tables.length, rows, blobs: artifacts.length, bytes };
  } catch (error) {
    out.destroy();
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Puts the finished file in its place durably. */
async function settle(temporary: string, file: string): Promise<void> {
  for (const [name, before] of [
    [temporary, async () => {}],
    [path.dirname(path.resolve(file)), () => rename(temporary, file)],
  ] as const) {
    await before();
    const handle = await open(name, "r");
    await handle.sync();
    await handle.close();
  }
}

async function* readWhole(blob: OpenBlob): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < blob.size;) {
      const chunk = await blob.readAt(at, 1 << 20);
      if (chunk.length === 0) throw new Error("a stored file became shorter while it was read");
      at += chunk.length;
      yield chunk;
    }
  } finally {
    await blob.close();
  }
}
