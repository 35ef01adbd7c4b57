import { InclusionChecker } from "#domain/ledger/inclusion-checker.ts";
import { ProofRefused, verifyConsistency } from "#domain/ledger/merkle.ts";
import { blocksForProofs, HashMissing, PartialTree } from "#domain/ledger/partial-tree.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { AppError } from "../app-error.ts";
import { sha256 } from "./sha256.ts";

/** The head of a ledger that proofs are to lead to. */
interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * The audit path of each of these leaves (RFC 6962, section 2.1.1) in the ledger of the company of this transaction, in the
 * order given. Reads about a hundred hashes for one, and for many of one neighbourhood hardly more than there are; give a
 * page at a time. Refuses `ledger-forked` when what is stored does not lead to the head, and throws a RangeError past it.
 */
export async function inclusionProofs(tx: Tx, head: Head, indices: readonly number[]): Promise<Uint8Array[][]> {
  const tree = await readAround(tx, head, indices);
  const checker = new InclusionChecker(sha256, head.size, head.root);
  return indices.map((index) =>
    proved(() => {
      const proof = tree.inclusionProof(index);
      checker.verify(tree.leaf(index), index, proof);
      return proof;
    }),
  );
}

/**
 * That the ledger of each of these sizes is the beginning of this one (RFC 6962, section 2.1.2), in the order given; otherwise
 * like {@link inclusionProofs}.
 */
export async function consistencyProofs(tx: Tx, head: Head, sizes: readonly number[]): Promise<Uint8Array[][]> {
  const tree = await readAround(
    tx,
    head,
    sizes.map((size) => size - 1),
  );
  return sizes.map((size) =>
    proved(() => {
      const proof = tree.consistencyProof(size);
      verifyConsistency(sha256, size, head.size, tree.rootAt(size), head.root, proof);
      return proof;
    }),
  );
}

async function readAround(tx: Tx, { size }: Head, leaves: readonly number[]): Promise<PartialTree> {
  const blocks = blocksForProofs(leaves, size);
  const rows = await callFunction(tx, "app.tree_hashes", [
    blocks.map(({ level }) => level),
    blocks.map(({ from }) => from),
    blocks.map(({ to }) => to),
  ]);
  const tree = new PartialTree(sha256, size);
  for (const { level, index, hash } of rows) tree.know(level, index, hash);
  return tree;
}

/** Nobody is handed a proof that their verifier would refuse. */
function proved<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof ProofRefused || error instanceof HashMissing)
      throw new AppError("ledger-forked", { cause: error });
    throw error;
  }
}

/** The hashes of a proof as JSON has them. */
export function proofAsText(hashes: readonly Uint8Array[]): string[] {
  return hashes.map((hash) => Buffer.from(hash).toString("base64"));
}
