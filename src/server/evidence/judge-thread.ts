import { parentPort, workerData } from "node:worker_threads";
import { judgeFile } from "./judged-report.ts";

const { bytes, receivedAt } = workerData as { bytes: Uint8Array; receivedAt: Date };
parentPort!.postMessage(judgeFile(bytes, receivedAt));
