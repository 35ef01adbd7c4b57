import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeingWithdrawn } from "../evidence/withdrawn.ts";
import { auditNames } from "./audit-names.ts";

export interface WithdrawnItem {
  readonly id: string;
  readonly number: number;
  readonly withdrawn_by: string;
  readonly withdrawn_at: Date;
  readonly reason: string;
}

/** Items of no matter that are withdrawn, by their ids or numbers. */
export async function readWithdrawn(
  tx: Tx,
  companyId: string,
  { ids = [], numbers = [] }: { ids?: readonly string[]; numbers?: readonly number[] },
): Promise<readonly WithdrawnItem[]> {
  if (ids.length + numbers.length === 0) return [];
  return await seeingWithdrawn(tx, async () => {
    const { rows } =
      await sql<WithdrawnItem>`SELECT e.id, e.number::integer AS number, w.withdrawn_by, w.withdrawn_at, w.reason
      FROM app.evidence e JOIN app.withdrawals w ON w.company_id = e.company_id AND w.id = e.withdrawal_id
      WHERE e.company_id = ${companyId} AND e.matter_id IS NULL
        AND (e.id = ANY (${ids}::uuid[]) OR e.number = ANY (${numbers}::bigint[])) ORDER BY e.number`.execute(tx);
    return rows;
  });
}

/** What was drawn and is not there for the caller, each with its withdrawal; null where it is gone for another reason. */
export async function sayGone(tx: Tx, companyId: string, numbers: readonly number[]) {
  const withdrawn = new Map(
    (await readWithdrawn(tx, companyId, { numbers })).map((item) => [Number(item.number), item] as const),
  );
  const names = await auditNames(tx);
  return numbers
    .toSorted((a, b) => a - b)
    .map((number) => {
      const item = withdrawn.get(number);
      return { exhibit: formatExhibitNumber(number), withdrawn: item ? withdrawalOf(item, names) : null };
    });
}

const withdrawalOf = (
  { withdrawn_by: by, withdrawn_at: at, reason }: WithdrawnItem,
  names: (id: string) => string,
) => ({
  by: names(by),
  at: at.toISOString(),
  reason,
});

/** Items that answers or comments name and that were withdrawn, each with its withdrawal, by their ids. */
export async function goneById(tx: Tx, companyId: string, ids: readonly string[], names: (id: string) => string) {
  const found = await readWithdrawn(tx, companyId, { ids: [...new Set(ids)] });
  return new Map(
    found.map((item) => [item.id, { exhibit: formatExhibitNumber(item.number), withdrawn: withdrawalOf(item, names) }]),
  );
}
