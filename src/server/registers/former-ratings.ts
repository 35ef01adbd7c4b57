import { sql } from "kysely";
import { formerlyHigh } from "#domain/registers/former-rating.ts";
import type { RatingEvent, VendorScope } from "#domain/registers/former-rating.ts";
import type { Tx } from "../db/as-caller.ts";
import { readConfirmed } from "./read-same-before.ts";
import type { Known } from "./snapshot-row.ts";

/** Who is who among those who write and confirm. */
interface KnownActs {
  readonly isSamePerson: Known["isSamePerson"];
  readonly isKnown: (userId: string) => boolean;
}

/** Which vendors are not rated high any more by one person's word alone, by all that their records ever said; read as the company itself. */
export async function readVendorScope(
  tx: Tx,
  companyId: string,
  { isSamePerson, isKnown }: KnownActs,
): Promise<VendorScope> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    at: Date;
    by: string;
    isRating: boolean;
    rating: string | null;
  }>`SELECT c.record_id AS id, c.kind, c.changed_at AS at, c.changed_by AS by, x.field IS NOT NULL AS "isRating", x.after AS rating
    FROM app.record_changes c JOIN app.records r ON r.company_id = c.company_id AND r.id = c.record_id
    LEFT JOIN LATERAL (SELECT x.field, x.after FROM jsonb_to_recordset(c.changes) x (field text, after text) WHERE x.field = 'rating') x ON true
    WHERE c.company_id = ${companyId} AND c.register = 'vendors' AND r.version > 1
      AND (x.field IS NOT NULL OR c.kind IN ('ended', 'reopened'))
    ORDER BY c.record_id, c.version`.execute(tx);
  if (rows.length === 0) return { formerlyHigh: [] };
  const events = rows.map(({ id: vendorId, kind, at, by, isRating, rating }): RatingEvent => ({
    vendorId,
    at,
    by,
    ...(isRating && { rating }),
    ...(kind === "ended" && { isEnded: true }),
    ...(kind === "reopened" && { isEnded: false }),
  }));
  const confirmed = await readConfirmed(tx, companyId, "vendors", isKnown);
  return { formerlyHigh: formerlyHigh(events, confirmed, isSamePerson) };
}
