import { createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import type { Tx } from "../db/as-caller.ts";
import { NONCE, seal, unseal } from "../keys/keys.ts";
import type { Keys } from "../keys/keys.ts";

/** A company's data key, unwrapped: it wraps the keys of the company's artifacts. */
export interface CompanyKey {
  readonly companyId: string;
  readonly version: number;
  /** In the order given. */
  wrapArtifactKeys(artifacts: readonly { readonly id: string; readonly key: Uint8Array }[]): Buffer[];
  unwrapArtifactKey(artifactId: string, wrapped: Uint8Array): Buffer;
  /** A key of its own for another purpose, 32 bytes by HKDF-SHA-256 (RFC 5869). It goes with the company's. */
  derive(purpose: string): Buffer;
}

/** Makes the first data key of a new company, wrapped by the installation's. */
export function newCompanyKey(keys: Keys, companyId: string): Buffer {
  return keys.wrap("company", randomBytes(32), companyKeyBinding(companyId, 1));
}

/** What an artifact's ciphertext and its wrapped key are authenticated against: neither can be moved elsewhere. */
export function artifactBinding(companyId: string, artifactId: string): string {
  return `artifact|${companyId}|${artifactId}`;
}

/** Reads the newest data key, or one version of it, as the caller of the transaction. */
export async function getCompanyKey(tx: Tx, keys: Keys, companyId: string, version?: number): Promise<CompanyKey> {
  let query = tx.selectFrom("app.company_keys").select(["version", "wrapped"]).where("company_id", "=", companyId);
  if (version !== undefined) query = query.where("version", "=", version);
  const row = await query.orderBy("version", "desc").limit(1).executeTakeFirstOrThrow();
  // Prepared once: a batch wraps hundreds of keys with it.
  const key = createSecretKey(openCompanyKey(keys, { company_id: companyId, ...row }));
  return {
    companyId,
    version: row.version,
    wrapArtifactKeys: (artifacts) => {
      // One call for all nonces: asking the system for twelve bytes costs more than to seal with them.
      const nonces = randomBytes(NONCE * artifacts.length);
      return artifacts.map((artifact, at) =>
        seal(key, artifact.key, artifactBinding(companyId, artifact.id), nonces.subarray(NONCE * at, NONCE * (at + 1))),
      );
    },
    unwrapArtifactKey: (artifactId, wrapped) => unseal(key, wrapped, artifactBinding(companyId, artifactId)),
    derive: (purpose) => Buffer.from(hkdfSync("sha256", key, "", `exhibit/1/${purpose}`, 32)),
  };
}

/** Opens a wrapped key as it lies in `app.company_keys`; 32 bytes. */
export function openCompanyKey(keys: Keys, row: { company_id: string; version: number; wrapped: Uint8Array }): Buffer {
  return keys.unwrap("company", row.wrapped, companyKeyBinding(row.company_id, row.version));
}

/** Wraps a key as it lies in `app.company_keys`: undoes {@link openCompanyKey}. */
export function wrapCompanyKey(keys: Keys, row: { company_id: string; version: number }, key: Uint8Array): Buffer {
  return keys.wrap("company", key, companyKeyBinding(row.company_id, row.version));
}

/** What a wrapped company key is authenticated against. */
export function companyKeyBinding(companyId: string, version: number): string {
  return `company|${companyId}|${version}`;
}
