import { Worker } from "node:worker_threads";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { inTurns } from "../in-turns.ts";
import { judgeFile } from "./judged-report.ts";
import type { Judgement } from "./judged-report.ts";

/** A report of this many bytes takes some ten milliseconds to read, less than starting a thread does. */
const SMALL = 512 * 1024;
const MEGABYTES_OF_HEAP = 2_048;
const LONGEST_MS = 60_000;

// A report of 64 MB takes several times as much memory while it is parsed.
const oneAtATime = inTurns(1);

const BEYOND: Judgement = {
  ok: false,
  failure: "import-too-much",
  says: "This report takes too long, or too much memory, to be read at once. Split the report.",
};

/**
 * Reads and judges a report, one at a time and a large one in a thread of its own, so that no other request waits for
 * it. `mapping` says how a CSV file is read.
 */
export function judgeReportFrom(
  read: () => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>,
  receivedAt: Date,
  mapping?: CsvMapping,
): Promise<Judgement> {
  return oneAtATime(async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of await read()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    // What is packed may be a thousand times as large as it looks.
    const small = bytes.length <= SMALL && bytes[0] !== 0x1f;
    return small ? judgeFile(bytes, receivedAt, mapping) : await judgeInThread(bytes, receivedAt, mapping);
  });
}

function judgeInThread(report: Buffer, receivedAt: Date, mapping?: CsvMapping): Promise<Judgement> {
  return new Promise((resolve, reject) => {
    const bytes = new Uint8Array(report);
    const thread = new Worker(new URL("./judge-thread.ts", import.meta.url), {
      workerData: { bytes, receivedAt, mapping },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES_OF_HEAP },
    });
    // A report that takes so long, or so much, is none that anyone's scanner writes.
    const tooLong = setTimeout(() => {
      resolve(BEYOND);
      void thread.terminate();
    }, LONGEST_MS);
    thread.once("message", resolve);
    thread.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(BEYOND) : reject(error),
    );
    thread.once("exit", (code) => {
      clearTimeout(tooLong);
      reject(new Error(`the thread that judged a report ended with ${code}`));
    });
  });
}
