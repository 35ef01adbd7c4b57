import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import type { ConfirmedRecord } from "#domain/registers/confirmed.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";

/** What became of the records of a register that somebody confirmed. */
export interface ConfirmedTold {
  /** SHA-256 over which they are, hexadecimal, as the ledger has it. */
  readonly digest: string;
  /** Whether one is said to have changed that has not, or to have been newer then. */
  readonly isOdd: boolean;
  readonly changed: number;
  readonly ended: number;
}

/** Notes it while rows are at hand, page after page. */
export function confirmedNoter(): { note(rows: readonly SnapshotRow[]): void; told(): ConfirmedTold } {
  const records: ConfirmedRecord[] = [];
  let [isOdd, changed, ended] = [false, 0, 0];
  return {
    note: (rows) => {
      for (const { id, version, state, confirmed } of rows) {
        if (!confirmed) continue;
        records.push({ id, version: confirmed.version });
        const isOtherwise = confirmed.changed.length > 0;
        isOdd ||= version < confirmed.version || (version === confirmed.version && isOtherwise);
        if (isOtherwise) changed += 1;
        if (state === "ended") ended += 1;
      }
    },
    told: () => ({ digest: digestOfConfirmed(records), isOdd, changed, ended }),
  };
}
