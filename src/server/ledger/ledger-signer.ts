/** The name of each ledger, and what verifies what was signed under a name. */
export interface LedgerNames {
  /** The name of a company's ledger; the first unless told, before any loss was accepted. */
  origin(companyId: string, generation?: number): string;
  /** Verification key of a note signed under `name`, as C2SP signed-note writes it. */
  vkey(name: string): string;
}

/** The manifest of an export, which an entry of the company's ledger must name already. */
export interface ManifestToSign {
  readonly companyId: string;
  readonly exportId: string;
  /** 32 bytes. */
  readonly sha256: Buffer;
  /** Bytes. */
  readonly size: number;
}

/**
 * Signs the companies' ledgers, and never two that contradict each other. Where another process signs, it is asked, and everything
 * here refuses `signer-unavailable` when it does not answer.
 */
export interface LedgerSigner {
  /** Known once the installation has a key, which the signer makes when it first starts. */
  names(): Promise<LedgerNames>;
  /**
   * Signs a checkpoint for the company's ledger where it has grown since its last one, and finishes what another signer was killed at.
   * Refuses `ledger-forked` where the ledger does not continue what was signed before, and `anchor-lost` where that cannot be known.
   */
  signCheckpoints(companyId: string): Promise<void>;
  /**
   * Signs the manifest of an export as a note, under the origin of the checkpoint that the export has. Signs a checkpoint first that
   * covers the entry which names export, hash and size; throws {@link NotInLedger} where there is none.
   */
  signManifest(manifest: ManifestToSign): Promise<string>;
}

/** No entry of the ledger names this manifest: whoever asks for its signature did not say so before. */
export class NotInLedger extends Error {
  override readonly name = "NotInLedger";

  constructor() {
    super("no entry of the ledger names this manifest, so it is not signed");
  }
}
