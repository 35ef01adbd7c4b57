import type { Kysely } from "kysely";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { callFunction } from "../db/functions.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import { formatAnchor, openAnchor } from "./anchor.ts";
import type { Anchor } from "./anchor.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { findOldAnchor, forgetOldAnchor } from "./old-anchors.ts";
import { ledgerNameOf, originOf } from "./origin.ts";

/** Where the past of ledgers is looked up, and by which keys it is believed. */
export interface PastDeps {
  readonly anchors: AnchorStore;
  /** The host that origins begin with. */
  readonly host: string;
  /** Every key whose signature under this origin counts, the present one and those before it, as C2SP signed-note writes them. */
  readonly acceptedVkeys: (origin: string) => readonly string[];
}

/** What was signed of a company's ledger under the origin in force. */
export interface SignedPast {
  readonly origin: string;
  readonly generation: number;
  /** The newest checkpoint that the database has. */
  readonly stored: { readonly size: number; readonly root: Buffer } | undefined;
  /** Anchors from that checkpoint on, the oldest first; none when nothing was ever signed. */
  readonly anchors: readonly Anchor[];
}

/** So many signatures are finished at once that nothing but their anchors has. */
const MOST_UNFINISHED = 100;

/**
 * What was signed of a company's ledger. Believes no anchor without its signature, and no missing anchor where a checkpoint is
 * known: refuses `anchor-lost` then, and also when the newest anchor is older than a checkpoint. Anchors of an earlier release, which
 * lie with the company's evidence in `evidence`, are carried over.
 */
export async function readSignedPast(
  { anchors, host, acceptedVkeys }: PastDeps,
  db: Kysely<DB>,
  companyId: string,
  evidence: BlobStore,
): Promise<SignedPast> {
  const { generation, size, root, known } = await readSignedBefore(db, companyId);
  const origin = originOf(host, companyId, generation);
  const ledger = ledgerNameOf(origin);
  const stored = size === null || root === null ? undefined : { size, root };
  const past = { origin, generation, stored };
  const vkeys = acceptedVkeys(origin);
  const from = stored?.size ?? 0;
  const sizes = await anchors.sizes(ledger, from - 1);
  if (sizes.length > 0) {
    const found: Anchor[] = [];
    for (const item of sizes.slice(-MOST_UNFINISHED)) {
      const bytes = await anchors.read(ledger, item);
      const anchor = bytes && openAnchor(bytes, origin, vkeys);
      found.push(anchor?.range.size === item ? anchor : fail("anchor-lost"));
    }
    return { ...past, anchors: found };
  }
  // All that is left is older than what the database has seen signed.
  if (from > 0 && (await anchors.sizes(ledger)).length > 0) fail("anchor-lost");
  const old = generation === 1 ? await findOldAnchor(evidence, companyId, origin, vkeys) : undefined;
  if (!old) return known ? fail("anchor-lost") : { ...past, anchors: [] };
  if (old === "bad" || old.range.size < from) fail("anchor-lost");
  await anchors.create(ledger, old.range.size, formatAnchor(old));
  await forgetOldAnchor(evidence, companyId);
  return { ...past, anchors: [old] };
}

async function readSignedBefore(db: Kysely<DB>, companyId: string) {
  return (await callFunction(db, "app.signed_before", [companyId]))[0]!;
}

/** Where appending goes on after what was signed: behind its oldest anchor here, or at the beginning. */
export function startOf({ anchors }: SignedPast): CompactRange {
  const first = anchors[0];
  return first ? new CompactRange(first.range.size, first.range.edge) : new CompactRange();
}
