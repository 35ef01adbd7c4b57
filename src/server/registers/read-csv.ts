import { Worker } from "node:worker_threads";
import type { CsvRows } from "#domain/csv-rows.ts";
import { maxCsvRows } from "#contract/registers.ts";
import { AppError } from "../app-error.ts";
import { threadEnv } from "../thread-env.ts";

const PATIENCE_MS = 10_000;

/** The rows of a file, the header first, read in a thread of its own. Refuses `record-csv` with what is wrong. */
export async function readCsv(text: string): Promise<readonly (readonly string[])[]> {
  const read = await inThread(text);
  if (!read.ok) throw new AppError("record-csv", { message: read.message });
  if (read.rows.length > maxCsvRows + 1)
    throw new AppError("record-csv", { message: `This file has more than ${maxCsvRows} rows. Split it.` });
  return read.rows;
}

async function inThread(text: string): Promise<CsvRows> {
  const worker = new Worker(new URL("./csv-thread.ts", import.meta.url), {
    workerData: { text, most: maxCsvRows + 2 },
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    return await new Promise<CsvRows>((resolve, reject) => {
      const timer = setTimeout(() => reject(new AppError("record-csv")), PATIENCE_MS);
      worker.once("message", (rows: CsvRows) => {
        clearTimeout(timer);
        resolve(rows);
      });
      worker.once("error", reject);
    });
  } finally {
    void worker.terminate();
  }
}
