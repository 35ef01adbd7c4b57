import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { ReviewedSystem } from "./closed-reviews.ts";
import { textOf } from "./registers.ts";

/** Accounts that a review kept, and that may be whose who kept them. */
interface KeptUnknown {
  /** Nobody knows whose they are. */
  readonly ownerless: readonly SnapshotRow[];
  /** Only who kept them said whose they are. */
  readonly ownWord: readonly SnapshotRow[];
}

/** Of which accounts that were kept it is not known, or not from somebody else, that they are not those of who decided. */
export function keptUnknown(rows: readonly SnapshotRow[], system: ReviewedSystem): KeptUnknown {
  const asked = system
    .personal(rows)
    .filter((row) => textOf(row, "decision") !== "remove" && row.fields["owned"] !== true);
  const isSaid = (row: SnapshotRow) => (textOf(row, "saidBy") ?? "") !== "" && system.isSaid(row);
  return {
    ownerless: asked.filter((row) => !isSaid(row)),
    ownWord: asked.filter((row) => isSaid(row) && textOf(row, "saidBy") === textOf(row, "by")),
  };
}
