import { sql } from "kysely";
import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { DB } from "../db/types.gen.ts";
import { readAnchoredHead } from "./anchor.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { forgetOldAnchor, oldAnchoredHeads } from "./old-anchors.ts";
import { ledgerNameOf, originOf, parseOrigin } from "./origin.ts";

/** The newest head that was anchored for a company. */
export interface AnchoredHead {
  readonly companyId: string;
  readonly generation: number;
  readonly size: number;
  readonly root: Buffer;
}

/**
 * The newest head of each company that anchors speak of, also those that an earlier release left with the evidence. Signatures are
 * not asked for: this is for refusing what may contradict one.
 */
export async function anchoredHeads(
  anchors: AnchorStore,
  evidence: Iterable<BlobStore>,
): Promise<Map<string, AnchoredHead>> {
  const newest = new Map<string, AnchoredHead>();
  const add = (head: AnchoredHead) => {
    const known = newest.get(head.companyId);
    if (
      !known ||
      known.generation < head.generation ||
      (known.generation === head.generation && known.size < head.size)
    )
      newest.set(head.companyId, head);
  };
  for (const store of evidence)
    for (const { root, ...head } of await oldAnchoredHeads(store))
      add({ ...head, generation: 1, root: Buffer.from(root) });
  for (const ledger of await anchors.ledgers()) {
    const size = (await anchors.sizes(ledger)).at(-1);
    const bytes = size === undefined ? undefined : await anchors.read(ledger, size);
    const head = bytes && readAnchoredHead(bytes);
    const named = head && parseOrigin(head.origin);
    if (named) add({ ...named, size: head.size, root: Buffer.from(head.root) });
  }
  return newest;
}

/** Forgets what was signed for a company that is erased: a later backup does not know it, and must be restorable. */
export async function forgetAnchors(
  { worker, anchors, evidence }: { worker: Kysely<DB>; anchors: AnchorStore; evidence: BlobStore },
  companyId: string,
  generations: number,
): Promise<void> {
  const { rows } = await sql<{ origin: string }>`
    SELECT origin FROM app.instance_keys WHERE name = 'ledger'`.execute(worker);
  for (let generation = 1; rows[0] && generation <= generations; generation++)
    await anchors.forget(ledgerNameOf(originOf(rows[0].origin, companyId, generation)));
  await forgetOldAnchor(evidence, companyId);
}

/** How many times a company's ledger began. */
export async function ledgerGeneration(worker: Kysely<DB>, companyId: string): Promise<number> {
  return await callFunction(worker, "app.ledger_generation", [companyId]);
}
