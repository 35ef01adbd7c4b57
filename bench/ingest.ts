import { randomBytes, randomUUID } from "node:crypto";
import type { Instance } from "./instance.ts";
import { compare } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { RAW_COLUMNS, rawTable } from "./raw-table.ts";

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
const UNNEST = `INSERT INTO public.raw (${RAW_COLUMNS}) SELECT * FROM unnest(${TYPES.map((type, index) => `$${index + 1}::${type}`).join(", ")})`;
const ONE = `INSERT INTO public.raw (${RAW_COLUMNS}) VALUES (${TYPES.map((_, index) => `$${index + 1}`).join(", ")})`;

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
