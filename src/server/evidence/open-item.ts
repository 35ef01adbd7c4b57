import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { readArtifact } from "../blobs/artifacts.ts";
import type { ArtifactLocation } from "../blobs/artifacts.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import type { CompanyKey } from "../blobs/company-keys.ts";
import { findItems } from "./items.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Keys } from "../keys/keys.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
}

/** One item with what opens it. Refuses `not-found`. */
export async function getItem(tx: Tx, companyId: string, evidenceId: string) {
  const [item] = await findItems(tx, companyId, sql`e.id = ${evidenceId}`, 1);
  return item ?? fail("not-found");
}

export async function getSeal(tx: Tx, companyId: string, evidenceId: string) {
  return await tx
    .selectFrom("app.evidence_seals")
    .select(["salt", "metadata", "wrapped_key", "key_version"])
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", evidenceId)
    .executeTakeFirstOrThrow();
}

interface StoredItem {
  readonly id: string;
  readonly sha256: Buffer;
  readonly size: number;
  readonly blob_key: string;
  readonly storage_location_id: string;
}

/** The original bytes of an item, checked segment by segment. What it needs is read now; the bytes come when asked for. */
export async function openItem(
  services: Deps,
  tx: Tx,
  companyId: string,
  item: StoredItem,
): Promise<AsyncGenerator<Buffer>> {
  return (await openItems(services, tx, companyId, [item]))[0]!();
}

/** Opens many items at the cost of one; each answer yields its item's bytes once it is called. Refuses `item-erased`. */
export async function openItems(
  services: Deps,
  tx: Tx,
  companyId: string,
  items: readonly StoredItem[],
): Promise<(() => AsyncGenerator<Buffer>)[]> {
  const located = await locateItems(services, tx, companyId, items);
  return located.map(
    ({ store, artifact }) =>
      () =>
        readArtifact(store, artifact),
  );
}

/** Where items lie, each with what opens it. Refuses `item-erased`. */
export async function locateItems(
  services: Deps,
  tx: Tx,
  companyId: string,
  items: readonly StoredItem[],
): Promise<{ readonly store: BlobStore; readonly artifact: ArtifactLocation }[]> {
  const ids = items.map((item) => item.id);
  const rows = await tx
    .selectFrom("app.evidence_seals")
    .select(["evidence_id", "wrapped_key", "key_version"])
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", sql<string>`ANY (${ids}::uuid[])`)
    .execute();
  const seals = new Map(rows.map((row) => [row.evidence_id, row]));
  const companyKeys = new Map<number, CompanyKey>();
  for (const version of new Set(rows.map((row) => row.key_version))) {
    companyKeys.set(version, await getCompanyKey(tx, services.keys, companyId, version));
  }
  return items.map((item) => {
    const seal = seals.get(item.id);
    if (!seal) throw new Error(`item ${item.id} has lost its seal`);
    if (seal.wrapped_key.length === 0) fail("item-erased");
    const key = companyKeys.get(seal.key_version)!.unwrapArtifactKey(item.id, seal.wrapped_key);
    const { sha256, size, blob_key: blobKey } = item;
    const artifact = { companyId, artifactId: item.id, blobKey, key, sha256, size };
    return { store: services.blobs(item.storage_location_id), artifact };
  });
}
