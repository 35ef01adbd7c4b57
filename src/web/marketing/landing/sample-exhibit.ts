import type { FiledItem } from "#web/verification/proof.ts";

/** One entry of the sample ledger, as a list shows it. */
interface SampleEntry {
  readonly number: number;
  readonly name: string;
  readonly filedAt: string;
  /** Hexadecimal. */
  readonly leaf: string;
}

/** What the page shows of the sample before anyone asks for its proof. */
export interface SampleExhibit {
  readonly number: number;
  /** The file's text. */
  readonly artifact: string;
  readonly filedAt: string;
  /** Its leaf, in a tree of `size`, and how many hashes lead from there to the root. */
  readonly index: number;
  readonly size: number;
  readonly steps: number;
  /** The name of the ledger, and of the key that signs it. */
  readonly origin: string;
  readonly item: FiledItem;
  readonly around: readonly SampleEntry[];
}
