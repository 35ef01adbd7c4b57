import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** People in columns of their own, as `p`: those of the company whose record has not ended and whose last day is not over at `now`. */
export const listedAt = (companyId: string, now: Date): RawBuilder<unknown> =>
  sql`p.company_id = ${companyId} AND (p.ends_at IS NULL OR p.ends_at > ${now})`;

/** Of these who work here already: their first day has come. */
export const worksAt = (companyId: string, now: Date): RawBuilder<unknown> =>
  sql`${listedAt(companyId, now)} AND p.starts_at <= ${now}`;
