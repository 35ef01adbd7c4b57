import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import pg from "pg";
import type { Checkpoint } from "#domain/ledger/checkpoint.ts";
import { formatDeclaredLoss } from "#domain/ledger/declared-loss.ts";
import { formatVkey } from "#domain/ledger/signed-note.ts";
import { callFunction } from "../db/functions.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { openKysely } from "../db/connections.ts";
import type { DB } from "../db/types.gen.ts";
import { AppError } from "../app-error.ts";
import { INSTALLATION } from "../installation.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { openAnchor, openCheckpoint } from "./anchor.ts";
import { continueLedger } from "./continue-ledger.ts";
import type { Head } from "./continue-ledger.ts";
import { findOldAnchor } from "./old-anchors.ts";
import { ledgerNameOf, originOf } from "./origin.ts";
import { sha256 } from "./sha256.ts";
import { readSignedPast } from "./signed-past.ts";
import type { PastDeps } from "./signed-past.ts";
import { lockSigning } from "./signer.ts";

/** What the operator's command works on. */
export interface LossDeps {
  readonly adminUrl: string;
  readonly blobs: Readonly<Record<"us" | "eu", BlobStore>>;
  readonly anchors: AnchorStore;
}

/** Whose loss is accepted, by whom, and why. */
export interface LossToAccept {
  readonly companyId: string;
  readonly reason: string;
  readonly person: string;
  /** Also where nothing that is left contradicts the ledger: what would is lost. */
  readonly evenWhole?: boolean;
}

/** The ledger that began, and what is the last that is known of the one before it. */
export interface AcceptedLoss {
  readonly company: string;
  readonly oldOrigin: string;
  readonly origin: string;
  readonly vkey: string;
  readonly last: { readonly size: number; readonly root: string } | undefined;
}

/** Why no loss is accepted; nothing was changed. */
export class LossRefused extends Error {}

/** The ledger is whole: the server signs it by itself. */
export class NothingLost extends LossRefused {}

/** A signed checkpoint and its note. */
type Known = Checkpoint & { readonly note: string };

/**
 * Begins a company's ledger again under a new origin, where its past is lost (`anchor-lost`) or contradicts it (`ledger-forked`): the
 * old origin is never continued. All entries stay, and one more declares the loss for good. Refuses ({@link LossRefused}) where
 * nothing is lost, and where the entries do not fit the hashes that are kept of them.
 */
export async function acceptLoss(deps: LossDeps, wanted: LossToAccept): Promise<AcceptedLoss> {
  const pool = new pg.Pool({ connectionString: deps.adminUrl, max: 1 });
  try {
    return await openKysely(pool)
      .transaction()
      .execute(async (tx) => {
        await sql`SET LOCAL ROLE app_definer`.execute(tx);
        await lockSigning(tx, wanted.companyId);
        return await accept(tx, deps, wanted);
      });
  } finally {
    await pool.end();
  }
}

async function accept(tx: Kysely<DB>, deps: LossDeps, { companyId, reason, person, evenWhole }: LossToAccept) {
  const { anchors } = deps;
  const company = await findCompany(tx, companyId);
  const evidence = deps.blobs[company.geography];
  const { vkey, past } = await readKey(tx, anchors);
  const before = await signedBefore(tx, companyId);
  const oldOrigin = originOf(past.host, companyId, before.generation);
  if (!evenWhole && (await isWhole(tx, past, companyId, evidence)))
    throw new NothingLost(`Nothing is lost: ${oldOrigin} continues what was signed. It is signed by the server.`);
  const last = await lastKnown(past, before, companyId, oldOrigin, evidence);
  const generation = await nextGeneration(past, companyId, before.generation);
  const origin = originOf(past.host, companyId, generation);
  await declare(tx, { companyId, generation: before.generation + 1, last, reason, person }, past.host);
  // A restored database forgot the losses between: what became of each ledger of that name stays on record.
  for (let lost = before.generation + 1; lost < generation; lost++) {
    const found = await lastKnown(
      past,
      { generation: lost, note: null },
      companyId,
      originOf(past.host, companyId, lost),
      evidence,
    );
    await declare(tx, { companyId, generation: lost + 1, last: found, reason, person }, past.host);
  }
  const fresh = { origin, generation, stored: undefined, anchors: [] };
  await continueLedger(tx, companyId, fresh, await headOf(tx, companyId)).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new LossRefused(
      "The entries of this ledger do not fit the hashes that are kept of them, so no ledger can begin with them. Restore a backup first.",
    );
  });
  return {
    company: company.name,
    oldOrigin,
    origin,
    vkey: vkey(origin),
    last: last && { size: last.size, root: Buffer.from(last.root).toString("base64") },
  };
}

async function findCompany(tx: Kysely<DB>, companyId: string) {
  const { rows } = await sql<{ name: string; geography: "us" | "eu" }>`
    SELECT c.name, l.geography FROM app.companies c JOIN app.storage_locations l ON l.id = c.storage_location_id
    WHERE c.id = ${companyId} AND c.deleted_at IS NULL`.execute(tx);
  if (!rows[0]) throw new LossRefused(`There is no company ${companyId}.`);
  return rows[0];
}

async function readKey(tx: Kysely<DB>, anchors: AnchorStore) {
  const { rows } = await sql<{ public_key: Buffer; origin: string }>`
    SELECT public_key, origin FROM app.instance_keys WHERE name = 'ledger'`.execute(tx);
  const key = rows[0];
  if (!key) throw new LossRefused("This installation has never signed anything.");
  const vkey = (origin: string) => formatVkey(sha256, origin, key.public_key);
  const past: PastDeps = { anchors, host: key.origin, acceptedVkeys: (origin) => [vkey(origin)] };
  return { vkey, past };
}

async function signedBefore(tx: Kysely<DB>, companyId: string) {
  return (await callFunction(tx, "app.signed_before", [companyId]))[0]!;
}

async function headOf(tx: Kysely<DB>, companyId: string): Promise<Head> {
  const { rows } = await sql<Head>`SELECT size, root FROM app.ledger_heads WHERE company_id = ${companyId}`.execute(tx);
  return rows[0]!;
}

/** Whether the signer would sign. */
async function isWhole(tx: Kysely<DB>, past: PastDeps, companyId: string, evidence: BlobStore): Promise<boolean> {
  try {
    const found = await readSignedPast(past, tx, companyId, evidence);
    await continueLedger(tx, companyId, found, await headOf(tx, companyId));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** So many anchors are looked through for one that is whole. */
const MOST_ANCHORS = 100;

/** The newest checkpoint of an origin that carries our signature, wherever it is kept. */
async function lastKnown(
  { anchors, acceptedVkeys }: PastDeps,
  { generation, note }: { readonly generation: number; readonly note: string | null },
  companyId: string,
  origin: string,
  evidence: BlobStore,
): Promise<Known | undefined> {
  const vkeys = acceptedVkeys(origin);
  const notes = note === null ? [] : [note];
  const ledger = ledgerNameOf(origin);
  for (const size of (await anchors.sizes(ledger)).slice(-MOST_ANCHORS)) {
    const bytes = await anchors.read(ledger, size);
    const anchor = bytes && openAnchor(bytes, origin, vkeys);
    if (anchor) notes.push(anchor.note);
  }
  const old = generation === 1 ? await findOldAnchor(evidence, companyId, origin, vkeys) : undefined;
  if (old && old !== "bad") notes.push(old.note);
  const known = notes.flatMap((text): Known[] => {
    const checkpoint = openCheckpoint(text, origin, vkeys);
    return checkpoint ? [{ ...checkpoint, note: text }] : [];
  });
  return known.toSorted((a, b) => a.size - b.size).at(-1);
}

/** One under which nothing was anchored: a database that was restored may have forgotten losses that were accepted since. */
async function nextGeneration({ anchors, host }: PastDeps, companyId: string, present: number): Promise<number> {
  for (let generation = present + 1; ; generation++) {
    const taken = await anchors.sizes(ledgerNameOf(originOf(host, companyId, generation)));
    if (taken.length === 0) return generation;
  }
}

interface Declaration extends LossToAccept {
  /** Of the ledger that begins. */
  readonly generation: number;
  /** Of the one before it. */
  readonly last: Known | undefined;
}

async function declare(tx: Kysely<DB>, loss: Declaration, host: string): Promise<void> {
  const { companyId, generation, last, reason, person } = loss;
  const [oldOrigin, origin] = [originOf(host, companyId, generation - 1), originOf(host, companyId, generation)];
  const salt = randomBytes(16);
  const root = last ? Buffer.from(last.root) : null;
  const details = formatDeclaredLoss({
    by: INSTALLATION,
    oldOrigin,
    origin,
    last: last && { size: last.size, root: Buffer.from(last.root).toString("base64"), note: last.note },
    reason,
    person,
  });
  const commitment = createHmac("sha256", salt).update(details).digest("base64");
  await callFunction(tx, "app.accept_ledger_loss", [
    companyId,
    generation,
    oldOrigin,
    last?.size ?? null,
    root,
    last?.note ?? null,
    reason,
    person,
    randomUUID(),
    origin,
    details,
    salt,
    commitment,
  ]);
}
