import { parentPort, workerData } from "node:worker_threads";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { judgeFile } from "./judged-report.ts";

const { bytes, receivedAt, mapping } = workerData as { bytes: Uint8Array; receivedAt: Date; mapping?: CsvMapping };
parentPort!.postMessage(judgeFile(bytes, receivedAt, mapping));
