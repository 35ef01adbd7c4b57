import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import { readArtifact } from "./artifacts.ts";
import { getCompanyKey } from "./company-keys.ts";
import { findItems } from "./items.ts";

/** One item with what opens it. Refuses `not-found`. */
export async function getItem(tx: Tx, companyId: string, evidenceId: string) {
  const [item] = await findItems(tx, companyId, sql`e.id = ${evidenceId}`, 1);
  return item ?? refuse("not-found");
}

export async function getSeal(tx: Tx, companyId: string, evidenceId: string) {
  return await tx
    .selectFrom("app.evidence_seals")
    .select(["salt", "metadata", "wrapped_key", "key_version"])
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", evidenceId)
    .executeTakeFirstOrThrow();
}

/** The original bytes of an item, checked segment by segment. What it needs is read now; the bytes come when asked for. */
export async function openItem(
  services: Pick<Services, "blobs" | "keys">,
  tx: Tx,
  companyId: string,
  item: { id: string; sha256: Buffer; size: number; blob_key: string; storage_location_id: string },
): Promise<AsyncGenerator<Buffer>> {
  const seal = await getSeal(tx, companyId, item.id);
  const companyKey = await getCompanyKey(tx, services.keys, companyId, seal.key_version);
  return readArtifact(services.blobs(item.storage_location_id), {
    companyId,
    artifactId: item.id,
    blobKey: item.blob_key,
    key: companyKey.unwrapArtifactKey(item.id, seal.wrapped_key),
    sha256: item.sha256,
    size: item.size,
  });
}
