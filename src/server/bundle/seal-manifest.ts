import { createHash } from "node:crypto";
import type { Within } from "../db/without-privilege.ts";
import { SEALED } from "../ledger/find-seal.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { recordAct } from "../ledger/record-act.ts";

/** Whose export a manifest is of, and who takes it out. */
interface Sealing {
  readonly signer: LedgerSigner;
  readonly within: Within;
  readonly caller: { readonly userId: string; readonly token?: string | undefined };
  readonly companyId: string;
  readonly exportId: string;
}

/**
 * Says in the company's ledger which manifest an export has, then has the manifest signed: nothing is handed out with a signature that
 * the ledger does not tell of. Answers with the signed note. Refuses `signer-unavailable`, `ledger-forked` and `anchor-lost`.
 */
export async function sealManifest(
  { signer, within, caller, companyId, exportId }: Sealing,
  manifest: Uint8Array,
): Promise<string> {
  const sha256 = createHash("sha256").update(manifest).digest();
  const size = manifest.length;
  const details = { sha256: sha256.toString("hex"), size };
  await within((tx) => recordAct(tx, caller, SEALED, { subject: exportId, details }));
  return await signer.signManifest({ companyId, exportId, sha256, size });
}
