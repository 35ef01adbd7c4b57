import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { leafHash, treeRoot } from "#domain/ledger/merkle.ts";
import { openNote, parseVkey } from "#domain/ledger/signed-note.ts";
import { parseCheckpoint } from "#domain/ledger/checkpoint.ts";
import type { BlobStore } from "#server/blobs/blob-store.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { newCompanyKey } from "#server/blobs/company-keys.ts";
import type { AnchorStore } from "#server/ledger/anchor-store.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { ledgerNameOf } from "#server/ledger/origin.ts";
import { openSigner } from "#server/ledger/signer.ts";
import { installationWrap } from "#server/ledger/signing-wrap.ts";
import { freshDatabase } from "./fresh-database.ts";
import type { FreshDatabase } from "./fresh-database.ts";

const { sha256, verifyEd25519 } = nodeCryptography;
export const HOST = "example.test";

/** A signed head, as anybody may have been given it. */
export interface SeenNote {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly note: string;
}

/** Ledgers without the rest of the server, and everything that an intruder with database and stores can do to them. */
export async function openLedgerLab() {
  const database = await freshDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-ledgers-"));
  const anchors = folderAnchors(path.join(folder, "anchors"));
  const evidence = folderBlobStore(path.join(folder, "us"));
  const deps = {
    adminUrl: database.adminUrl,
    anchors,
    blobs: { us: evidence, eu: folderBlobStore(path.join(folder, "eu")) },
  };
  const signerOn = async (from: Partial<{ database: FreshDatabase; anchors: AnchorStore; evidence: BlobStore }> = {}) =>
    await openSigner({
      db: (from.database ?? database).signer,
      wrap: installationWrap(database.keys),
      blobs: () => from.evidence ?? evidence,
      anchors: from.anchors ?? anchors,
      publicHost: HOST,
    });
  const signer = await signerOn();
  /** In one transaction of the superuser, with neither triggers nor foreign keys. */
  const tamper = async (...statements: readonly (readonly [text: string, values: readonly unknown[]])[]) => {
    const client = await database.admin.connect();
    try {
      await client.query("BEGIN; SET LOCAL session_replication_role = replica");
      for (const [text, values] of statements) await client.query(text, [...values]);
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  };
  const append = async (companyId: string, entries: readonly string[]) => {
    await database.admin.query(
      "SELECT app.append_entries($1, clock_timestamp(), $2, 0, array_fill(NULL::uuid, ARRAY[$3::integer]))",
      [companyId, entries, entries.length],
    );
  };
  const count = (n: number, word: string) => Array.from({ length: n }, (_, i) => `${word} ${i} ${randomUUID()}`);
  return {
    database,
    folder,
    anchors,
    evidence,
    deps,
    signer,
    signerOn,
    tamper,
    append: (companyId: string, n: number) => append(companyId, count(n, "entry")),
    async found(): Promise<string> {
      const companyId = randomUUID();
      await asCaller(database.databases.user, { userId: randomUUID() }, (tx) =>
        sql`SELECT app.create_company(${companyId}, ${companyId}, ${companyId}, NULL, ${newCompanyKey(database.keys, companyId)})`.execute(
          tx,
        ),
      );
      return companyId;
    },
    /** Another history of so many entries in the place of the one there is. */
    async rewrite(companyId: string, size: number) {
      await tamper(
        ["DELETE FROM app.ledger_entries WHERE company_id = $1", [companyId]],
        ["DELETE FROM app.ledger_nodes WHERE company_id = $1", [companyId]],
        ["UPDATE app.ledger_heads SET size = 0, edge = '{}', root = sha256('') WHERE company_id = $1", [companyId]],
      );
      await append(companyId, count(size, "forged"));
    },
    forgetCheckpoints: (companyId: string) =>
      tamper(["DELETE FROM app.ledger_checkpoints WHERE company_id = $1", [companyId]]),
    loseAnchors: (companyId: string, generation = 1) =>
      anchors.forget(ledgerNameOf(signer.origin(companyId, generation))),
    /** Why it is not signed; undefined when it is. */
    sign: async (companyId: string, by = signer) =>
      await by.signCheckpoints(companyId).then(
        () => undefined,
        (error: { failure?: string; message: string }) => error.failure ?? error.message,
      ),
    /** The checkpoints that the database has, which are those that anybody is ever given. */
    async checkpoints(companyId: string, by = signer): Promise<SeenNote[]> {
      const { rows } = await database.admin.query<{ note: string }>(
        "SELECT note FROM app.ledger_checkpoints WHERE company_id = $1 ORDER BY generation, size",
        [companyId],
      );
      return rows.map(({ note }) => readNote(by, note));
    },
    headOf: async (companyId: string): Promise<{ size: number; root: Buffer }> => {
      const { rows } = await database.admin.query("SELECT size, root FROM app.ledger_heads WHERE company_id = $1", [
        companyId,
      ]);
      return rows[0];
    },
    leavesOf: (companyId: string) => leavesOf(database.admin, companyId),
    stopOf: async (companyId: string): Promise<string | undefined> => {
      const { rows } = await database.admin.query("SELECT failure FROM app.signing_stops WHERE company_id = $1", [
        companyId,
      ]);
      return rows[0]?.failure;
    },
    snapshot: (companyId: string) => snapshot(database.admin, companyId),
    async putBack(rows: Awaited<ReturnType<typeof snapshot>>) {
      await tamper(
        ...rows.flatMap(({ table, companyId, kept }) => [
          [`DELETE FROM ${table} WHERE company_id = $1`, [companyId]] as const,
          [
            `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
            [JSON.stringify(kept)],
          ] as const,
        ]),
      );
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type LedgerLab = Awaited<ReturnType<typeof openLedgerLab>>;

/** Reads a note, and throws unless it is signed. */
export function readNote(signer: LedgerLab["signer"], note: string): SeenNote {
  const origin = note.slice(0, note.indexOf("\n"));
  const text = openNote(note, parseVkey(sha256, signer.vkey(origin))!, verifyEd25519);
  const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
  if (!checkpoint) throw new Error("this is no checkpoint that was signed");
  return { origin, size: checkpoint.size, root: Buffer.from(checkpoint.root).toString("base64"), note };
}

/** The root of the first leaves, in base64. */
export function rootOf(leaves: readonly Uint8Array[], size = leaves.length): string {
  return Buffer.from(treeRoot(sha256, leaves.slice(0, size))).toString("base64");
}

async function leavesOf(admin: pg.Pool, companyId: string): Promise<Buffer[]> {
  const { rows } = await admin.query<{ entry: string }>(
    "SELECT entry FROM app.ledger_entries WHERE company_id = $1 ORDER BY seq",
    [companyId],
  );
  return rows.map(({ entry }) => Buffer.from(leafHash(sha256, Buffer.from(entry))));
}

const TABLES = ["heads", "entries", "nodes", "acts", "losses", "checkpoints"].map((name) => `app.ledger_${name}`);

/** What a backup of the database has of a ledger. */
async function snapshot(admin: pg.Pool, companyId: string) {
  const kept: { table: string; companyId: string; kept: unknown[] }[] = [];
  for (const table of TABLES) {
    const { rows } = await admin.query<{ row: unknown }>(
      `SELECT to_jsonb(x) AS row FROM ${table} x WHERE company_id = $1`,
      [companyId],
    );
    kept.push({ table, companyId, kept: rows.map(({ row }) => row) });
  }
  return kept;
}

/** Random numbers that are the same for a seed (mulberry32). */
export function dice(seed = randomBytes(4).readUInt32LE()) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, roll: (sides: number) => Math.floor(next() * sides) };
}
