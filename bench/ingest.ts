import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import type { Instance } from "./instance.ts";
import { compare } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const COLUMNS =
  "company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until, filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key, idempotency_key";

/** A table with the columns of evidence, a primary key and two indexes, nothing else: what PostgreSQL itself can do. */
async function rawTable(admin: pg.Pool): Promise<void> {
  await admin.query(`DROP TABLE IF EXISTS public.raw; CREATE TABLE public.raw AS SELECT * FROM app.evidence WITH NO DATA;
    ALTER TABLE public.raw ADD PRIMARY KEY (company_id, id);
    CREATE INDEX ON public.raw (company_id, number); CREATE INDEX ON public.raw (company_id, type, number DESC)`);
}

let number = 0;

function rows(company: string, count: number): unknown[][] {
  const at = new Date();
  const all = Array.from({ length: count }, (_, index) => {
    number += 1;
    return [
      company,
      randomUUID(),
      number,
      number,
      `Observation ${index} of resource ${randomBytes(8).toString("hex")}`,
      "Config",
      "Benchmark",
      "Benchmark connector, read-only",
      at,
      at,
      at,
      company,
      randomBytes(32),
      2048,
      "application/json",
      `observation-${index}.json`,
      company,
      `v1/be/bench/2026/11/21/${randomUUID()}.sealed`,
      randomUUID(),
    ];
  });
  return all[0]!.map((_, column) => all.map((row) => row[column]));
}

const TYPES =
  "uuid[], uuid[], bigint[], bigint[], text[], text[], text[], text[], timestamptz[], timestamptz[], timestamptz[], uuid[], bytea[], bigint[], text[], text[], uuid[], text[], text[]".split(
    ", ",
  );
const UNNEST = `INSERT INTO public.raw (${COLUMNS}) SELECT * FROM unnest(${TYPES.map((type, index) => `$${index + 1}::${type}`).join(", ")})`;
const ONE = `INSERT INTO public.raw (${COLUMNS}) VALUES (${TYPES.map((_, index) => `$${index + 1}`).join(", ")})`;

/** Filing evidence against inserting the same rows into a bare table, in batches of 500 and one by one. */
export async function ingestRatios(instance: Instance): Promise<Ratio[]> {
  await rawTable(instance.admin);
  const company = await instance.found(`Ingest${number}`);
  const client = await instance.admin.connect();
  const batches = 20;
  const [raw, product] = await compare(
    3,
    async () => {
      for (let batch = 0; batch < batches; batch += 1)
        await client.query({ name: "raw-500", text: UNNEST, values: rows(company, 500) });
    },
    () => instance.file(company, batches * 500, 500),
  );
  const singles = 400;
  const [rawOne, productOne] = await compare(
    3,
    async () => {
      for (let index = 0; index < singles; index += 1)
        await client.query({ name: "raw-1", text: ONE, values: rows(company, 1).map((column) => column[0]) });
    },
    () => instance.file(company, singles, 1),
  );
  client.release();
  const rate = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString("en-US");
  return [
    {
      what: "evidence ingest, batches of 500 / raw multi-row INSERT",
      figures: `${rate(batches * 500, product)} / ${rate(batches * 500, raw)} rows a second`,
      ratio: raw / product,
      goal: { atLeast: 0.5 },
    },
    {
      what: "single evidence insert / raw prepared INSERT",
      figures: `${rate(singles, productOne)} / ${rate(singles, rawOne)} rows a second`,
      ratio: rawOne / productOne,
      goal: { atLeast: 0.7 },
    },
  ];
}
