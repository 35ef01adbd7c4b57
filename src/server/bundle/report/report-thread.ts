import { parentPort, workerData } from "node:worker_threads";
import type { ReportContent } from "./report-model.ts";
import { reportAsPdf } from "./report-pdf.ts";

// A thread of its own: a report of thousands of exhibits is typeset for seconds, in which nobody would be answered.
for await (const chunk of reportAsPdf(workerData as ReportContent)) parentPort!.postMessage(chunk);
parentPort!.postMessage(null);
