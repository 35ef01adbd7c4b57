import { parentPort, workerData } from "node:worker_threads";
import { readCsvRows } from "#domain/csv-rows.ts";

// A thread of its own: what strangers wrote is not read beside what answers others.
const { text, most } = workerData as { readonly text: string; readonly most: number };
parentPort!.postMessage(readCsvRows(text, { most }));
