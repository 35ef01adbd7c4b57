import type pg from "pg";

export const RAW_COLUMNS =
  "company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until, filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key, idempotency_key";

/** A table with the columns of evidence, a primary key and two indexes, nothing else: what PostgreSQL itself can do. */
export async function rawTable(admin: pg.Pool): Promise<void> {
  await admin.query(`DROP TABLE IF EXISTS public.raw; CREATE TABLE public.raw AS SELECT * FROM app.evidence WITH NO DATA;
    ALTER TABLE public.raw ADD PRIMARY KEY (company_id, id);
    CREATE INDEX ON public.raw (company_id, number); CREATE INDEX ON public.raw (company_id, type, number DESC)`);
}
