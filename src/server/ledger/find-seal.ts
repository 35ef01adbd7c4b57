import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { parseCanonicalJson } from "#domain/ledger/canonical-json.ts";
import { leafHash, ProofRefused, verifyInclusion } from "#domain/ledger/merkle.ts";
import { blocksForProofs, HashMissing, PartialTree } from "#domain/ledger/partial-tree.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { openCheckpoint } from "./anchor.ts";
import { NotInLedger } from "./ledger-signer.ts";
import type { LedgerNames, ManifestToSign } from "./ledger-signer.ts";
import { sha256 } from "./sha256.ts";

/** The event of the entry that names an export, the hash of its manifest and its size. */
export const SEALED = "export.sealed";

/**
 * Finds the entry that names this manifest: its commitment is of these details, and the newest checkpoint that we signed holds it.
 * Answers with the generation whose checkpoint the export has. Throws {@link NotInLedger}.
 */
export async function findSeal(db: Kysely<DB>, names: LedgerNames, wanted: ManifestToSign): Promise<number> {
  const { companyId, exportId } = wanted;
  for (const seal of await callFunction(db, "app.seals_of_export", [companyId, exportId])) {
    if (seal.generation !== null && message(seal, wanted) && (await isSigned(db, names, companyId, seal)))
      return seal.generation;
  }
  throw new NotInLedger();
}

type Seal = RowOf<"app.seals_of_export">;

/** Whether the details name this manifest, and the entry commits to the details. */
function message({ entry, details, salt }: Seal, { exportId, sha256: hash, size }: ManifestToSign): boolean {
  const [said, committed] = [objectIn(details), objectIn(entry)];
  return (
    said["event"] === SEALED &&
    said["subject"] === exportId &&
    said["sha256"] === hash.toString("hex") &&
    said["size"] === size &&
    committed["t"] === SEALED &&
    committed["c"] === createHmac("sha256", salt).update(details).digest("base64")
  );
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value = parseCanonicalJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Whether a note of ours covers the entry: what the database says of it is not enough. */
async function isSigned(db: Kysely<DB>, names: LedgerNames, companyId: string, { seq, entry }: Seal): Promise<boolean> {
  const [before] = await callFunction(db, "app.signed_before", [companyId]);
  const { generation, note } = before!;
  const origin = names.origin(companyId, generation);
  const head = note === null ? undefined : openCheckpoint(note, origin, [names.vkey(origin)]);
  if (!head || seq >= head.size) return false;
  const tree = await readAround(db, companyId, head.size, seq);
  try {
    verifyInclusion(sha256, leafHash(sha256, Buffer.from(entry)), seq, head.size, tree.inclusionProof(seq), head.root);
    return true;
  } catch (error) {
    if (error instanceof ProofRefused || error instanceof HashMissing) return false;
    throw error;
  }
}

/** The hashes that the proof of one leaf needs; about twenty questions of one company that nobody asks often. */
async function readAround(db: Kysely<DB>, companyId: string, size: number, leaf: number): Promise<PartialTree> {
  const tree = new PartialTree(sha256, size);
  for (const { level, from, to } of blocksForProofs([leaf], size)) {
    const hashes =
      level === 0
        ? await callFunction(db, "app.ledger_leaves", [companyId, from, to])
        : await callFunction(db, "app.ledger_nodes_between", [companyId, level, from, to]);
    for (const [at, hash] of hashes.entries()) tree.know(level, from + at, hash);
  }
  return tree;
}
