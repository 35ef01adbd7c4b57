import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { formatVkey, signNote } from "#domain/ledger/signed-note.ts";
import { formatCheckpoint } from "#domain/ledger/checkpoint.ts";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { KeptNodes } from "#domain/ledger/partial-tree.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { DB } from "../db/types.gen.ts";
import type { Keys } from "../keys.ts";
import { Refusal } from "../refusal.ts";

export const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();

/** Signs the companies' ledgers, and never two that contradict each other. */
export interface LedgerSigner {
  origin(companyId: string): string;
  /** Verification key of a note signed under `name`, as C2SP signed-note writes it. */
  vkey(name: string): string;
  /** Signs any note text; the text's first line must be `name`. */
  signNote(name: string, text: string): string;
  /**
   * Signs a checkpoint for every ledger that has grown since its last one, or for one company. Refuses
   * `ledger-forked` where the ledger does not continue what was signed before, as after restoring an old backup.
   */
  signCheckpoints(companyId?: string): Promise<void>;
}

interface Deps {
  readonly worker: Kysely<DB>;
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly publicHost: string;
}

/** Opens the instance's signing key, making it on the first start. */
export async function openSigner(deps: Deps): Promise<LedgerSigner> {
  const { privateKey, publicKey, host } = await loadKey(deps);
  const nameKey = (name: string) => formatVkey(sha256, name, publicKey);
  const signAs = (name: string, text: string) =>
    signNote({ sha256, name, publicKey, text, sign: (message) => sign(null, message, privateKey) });
  const origin = (companyId: string) => `${host}/log/${companyId}`;
  const signOne = (companyId: string) =>
    deps.worker.transaction().execute(async (tx) => {
      // Two processes must not sign one ledger at once: the slower would take the faster's checkpoint for a fork.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${companyId}, 6962))`.execute(tx);
      const row = (await unsigned(tx, companyId))[0];
      if (!row) return;
      const store = deps.blobs(row.location);
      const range = await continueFrom(store, companyId, row.size, tx);
      if (!range || !Buffer.from(range.root(sha256)).equals(row.root)) throw new Refusal("ledger-forked");
      const note = signAs(
        origin(companyId),
        formatCheckpoint({ origin: origin(companyId), size: row.size, root: row.root }),
      );
      // Remembered outside the database before it is given to anyone: a restored database cannot make us forget.
      await store.replace(anchorKey(companyId), Buffer.from(JSON.stringify(describeAnchor(range, note))));
      await sql`SELECT app.store_checkpoint(${companyId}, ${row.size}, ${row.root}, ${note})`.execute(tx);
    });
  return {
    origin,
    vkey: nameKey,
    signNote: signAs,
    signCheckpoints: async (companyId) => {
      const failed: unknown[] = [];
      for (const row of await unsigned(deps.worker, companyId)) {
        // One company's damaged ledger must not leave all others unsigned.
        await signOne(row.company_id).catch((error: unknown) => failed.push(error));
      }
      if (failed.length > 0) throw failed[0];
    },
  };
}

async function unsigned(db: Kysely<DB>, companyId?: string) {
  const { rows } = await sql<{ company_id: string; size: number; root: Buffer; location: string }>`
    SELECT * FROM app.ledgers_to_sign(${companyId ?? null})`.execute(db);
  return rows;
}

/** What was signed last: enough to append to, so that going on costs only what is new. */
interface Anchor {
  readonly size: number;
  readonly edge: readonly string[];
  readonly note: string;
}

const ANCHORS = "anchors";

function anchorKey(companyId: string): string {
  return `${ANCHORS}/${companyId}.json`;
}

/** Companies for which a checkpoint was signed and remembered in this store. */
export async function anchoredCompanies(store: BlobStore): Promise<string[]> {
  return (await store.list(ANCHORS)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
}

const ERASED = "erased";

/** Remembers beside the files that a company was erased, so that no backup brings it back. Only its id is kept. */
export async function rememberErased(store: BlobStore, companyId: string): Promise<void> {
  await store.replace(`${ERASED}/${companyId}.json`, Buffer.from("{}"));
}

/** Companies that were erased from this store. */
export async function erasedCompanies(store: BlobStore): Promise<string[]> {
  return (await store.list(ERASED)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
}

/** Forgets what was signed for a company that is erased: a later backup does not know it, and must be restorable. */
export async function forgetAnchor(store: BlobStore, companyId: string): Promise<void> {
  await store.remove(anchorKey(companyId));
}

function describeAnchor(range: CompactRange, note: string): Anchor {
  return { size: range.size, edge: range.edge.map((hash) => Buffer.from(hash).toString("base64")), note };
}

function rangeOf(anchor: Anchor): CompactRange {
  return new CompactRange(
    anchor.size,
    anchor.edge.map((hash) => Buffer.from(hash, "base64")),
  );
}

/** Size and root of the ledger that was signed last for a company; undefined when none ever was. */
export async function anchorOf(
  store: BlobStore,
  companyId: string,
): Promise<{ size: number; root: Buffer } | undefined> {
  const bytes = await store.read(anchorKey(companyId));
  if (!bytes) return undefined;
  const range = rangeOf(JSON.parse(bytes.toString()) as Anchor);
  return { size: range.size, root: Buffer.from(range.root(sha256)) };
}

/** How many leaves are held at once. */
const PAGE = 4_096;

/**
 * The ledger of this size, by appending to what was signed last what is new, leaf by leaf. Undefined when it is shorter than
 * that, lacks a leaf, or keeps another hash of a subtree than its leaves have: proofs are made from those.
 */
async function continueFrom(
  store: BlobStore,
  companyId: string,
  size: number,
  db: Kysely<DB>,
): Promise<CompactRange | undefined> {
  const bytes = await store.read(anchorKey(companyId));
  const anchor: Anchor = bytes ? (JSON.parse(bytes.toString()) as Anchor) : { size: 0, edge: [], note: "" };
  if (anchor.size > size) return undefined;
  const range = rangeOf(anchor);
  while (range.size < size) {
    const from = range.size;
    const to = Math.min(from + PAGE, size);
    const { rows } = await sql<{ leaf: Buffer }>`
      SELECT leaf FROM app.ledger_leaves(${companyId}, ${from}, ${to}) AS leaf`.execute(db);
    const complete = new KeptNodes();
    for (const { leaf } of rows) range.append(sha256, leaf, complete.add);
    if (range.size !== to) return undefined;
    for (const { level, from: first, hashes } of complete.runs()) {
      const { rows: kept } = await sql<{ hash: Buffer }>`SELECT hash
        FROM app.ledger_nodes_between(${companyId}, ${level}, ${first}, ${first + hashes.length}) AS hash`.execute(db);
      if (kept.length !== hashes.length || kept.some(({ hash }, at) => !hash.equals(hashes[at]!))) return undefined;
    }
  }
  return range;
}

async function loadKey({
  worker,
  keys,
  publicHost,
}: Deps): Promise<{ privateKey: KeyObject; publicKey: Buffer; host: string }> {
  const find = () => worker.selectFrom("app.instance_keys").selectAll().where("name", "=", "ledger").executeTakeFirst();
  let row = await find();
  if (!row) {
    const pair = generateKeyPairSync("ed25519");
    const secret = pair.privateKey.export({ format: "der", type: "pkcs8" });
    const wrapped = keys.wrap("signing", secret, "ledger");
    const public_key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    await worker
      .insertInto("app.instance_keys")
      .values({ name: "ledger", wrapped, public_key, origin: publicHost })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  if (!row) throw new Error("the ledger's signing key could not be stored");
  const privateKey = createPrivateKey({
    key: keys.unwrap("signing", row.wrapped, "ledger"),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32);
  return { privateKey, publicKey, host: row.origin };
}
