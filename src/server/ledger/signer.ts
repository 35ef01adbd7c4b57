import { sign } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { manifestKeyName, manifestStatement } from "#domain/bundle/manifest.ts";
import { formatCheckpoint } from "#domain/ledger/checkpoint.ts";
import type { CompactRange } from "#domain/ledger/merkle.ts";
import { formatVkey, signNote } from "#domain/ledger/signed-note.ts";
import { callFunction } from "../db/functions.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { DB } from "../db/types.gen.ts";
import { AppError, fail } from "../app-error.ts";
import { formatAnchor } from "./anchor.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { continueLedger } from "./continue-ledger.ts";
import { findSeal } from "./find-seal.ts";
import type { LedgerNames, LedgerSigner } from "./ledger-signer.ts";
import { ledgerNameOf, originOf } from "./origin.ts";
import { sha256 } from "./sha256.ts";
import { readSignedPast } from "./signed-past.ts";
import type { SignedPast } from "./signed-past.ts";
import { openSigningKey } from "./signing-key.ts";
import type { SigningWrap } from "./signing-wrap.ts";

/** The signer of a process that holds the key. */
export interface OwnSigner extends LedgerSigner, LedgerNames {
  /** Without a company: of every ledger. */
  signCheckpoints(companyId?: string): Promise<void>;
  /** Signs any note text; the text's first line must be `name`. */
  signNote(name: string, text: string): string;
}

interface Deps {
  /** Acts as app_signer. */
  readonly db: Kysely<DB>;
  readonly wrap: SigningWrap;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly anchors: AnchorStore;
  readonly publicHost: string;
}

/** Opens the key that signs, making it on the first start. */
export async function openSigner({ db, wrap, blobs, anchors, publicHost }: Deps): Promise<OwnSigner> {
  const { privateKey, publicKey, host } = await openSigningKey(db, wrap, publicHost);
  const vkey = (name: string) => formatVkey(sha256, name, publicKey);
  const signAs = (name: string, text: string) =>
    signNote({ sha256, name, publicKey, text, sign: (message) => sign(null, message, privateKey) });
  const past = { anchors, host, acceptedVkeys: (origin: string) => [vkey(origin)] };

  const signOne = (companyId: string) =>
    db.transaction().execute(async (tx) => {
      await lockSigning(tx, companyId);
      const row = (await unsigned(tx, companyId))[0];
      if (!row) return;
      const before = await readSignedPast(past, tx, companyId, blobs(row.location));
      const range = await continueLedger(tx, companyId, before, row);
      await finish(tx, companyId, before);
      if (before.anchors.at(-1)?.range.size === row.size) return;
      const { origin, generation } = before;
      const note = signAs(origin, formatCheckpoint({ origin, size: row.size, root: row.root }));
      await anchor(anchors, before, range, note);
      await store(tx, companyId, generation, row, note);
    });
  const own: OwnSigner = {
    origin: (companyId, generation = 1) => originOf(host, companyId, generation),
    vkey,
    signNote: signAs,
    names: async () => own,
    signCheckpoints: async (companyId) => {
      const failed: unknown[] = [];
      for (const row of await unsigned(db, companyId)) {
        // One company's damaged ledger must not leave all others unsigned.
        await signOne(row.company_id).catch(async (error: unknown) => {
          failed.push(error);
          if (error instanceof AppError) await noteStop(db, row.company_id, error);
        });
      }
      if (failed.length > 0) throw failed[0];
    },
    signManifest: async (manifest) => {
      // Only what is signed itself is believed: the entry is looked up in that.
      await own.signCheckpoints(manifest.companyId);
      const generation = await findSeal(db, own, manifest);
      const origin = own.origin(manifest.companyId, generation);
      return signAs(manifestKeyName(origin), manifestStatement(origin, manifest.sha256));
    },
  };
  return own;
}

/** Two processes must not sign one ledger at once: the slower would take the faster's checkpoint for a fork. */
export async function lockSigning(tx: Kysely<DB>, companyId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${companyId}, 6962))`.execute(tx);
}

/** Remembers a signature before anybody is given it: a restored database cannot make us forget. */
async function anchor(anchors: AnchorStore, past: SignedPast, range: CompactRange, note: string): Promise<void> {
  const ledger = ledgerNameOf(past.origin);
  const last = past.anchors.at(-1)?.range.size ?? 0;
  const bytes = formatAnchor({ range, note });
  if (!(await anchors.create(ledger, range.size, bytes))) {
    const found = await anchors.read(ledger, range.size);
    if (!found?.equals(bytes)) fail("ledger-forked");
  }
  // A copy of this installation on another database holds another lock. Of two that anchor at once one sees the other here.
  const since = await anchors.sizes(ledger, last);
  if (since.some((size) => size !== range.size)) fail("ledger-forked");
}

/** Stores what only an anchor has: somebody was killed before it came into the database. */
async function finish(tx: Kysely<DB>, companyId: string, past: SignedPast): Promise<void> {
  for (const { range, note } of past.anchors) {
    if (range.size > (past.stored?.size ?? 0))
      await store(tx, companyId, past.generation, { size: range.size, root: Buffer.from(range.root(sha256)) }, note);
  }
}

async function store(
  tx: Kysely<DB>,
  companyId: string,
  generation: number,
  head: { readonly size: number; readonly root: Buffer },
  note: string,
): Promise<void> {
  await callFunction(tx, "app.store_checkpoint", [companyId, generation, head.size, head.root, note]);
}

async function noteStop(db: Kysely<DB>, companyId: string, { failure }: AppError): Promise<void> {
  await callFunction(db, "app.note_signing_stop", [companyId, failure]);
}

async function unsigned(db: Kysely<DB>, companyId?: string) {
  return await callFunction(db, "app.ledgers_to_sign", [companyId ?? null]);
}
