import { on } from "node:events";
import { Worker } from "node:worker_threads";
import type { ReportContent } from "./report-model.ts";
import { reportAsPdf } from "./report-pdf.ts";
import { threadEnv } from "../../thread-env.ts";

/** What is typeset quicker than a thread begins. */
const FEW = 100;
/** A report of ten thousand exhibits takes half of it. */
const MEGABYTES = 1_024;
/** With more room for what is thrown away at once, the same report takes twice the memory and no less time. */
const YOUNG_MEGABYTES = 12;

/** The report as a PDF, the same bytes for the same content; of more than a hundred exhibits it is typeset in a thread of its own. */
export async function* typesetReport(content: ReportContent, exhibits: number): AsyncGenerator<Uint8Array> {
  if (exhibits <= FEW) return yield* reportAsPdf(content);
  const worker = new Worker(new URL("./report-thread.ts", import.meta.url), {
    workerData: content,
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  try {
    // An error of the thread ends the loop with it; one that ends without a word would leave us waiting.
    const ended = new AbortController();
    worker.once("exit", () =>
      setImmediate(() => ended.abort(new Error("the report's thread ended before the report"))),
    );
    for await (const [chunk] of on(worker, "message", { signal: ended.signal }) as AsyncIterable<[Uint8Array | null]>) {
      if (chunk === null) return;
      yield chunk;
    }
  } finally {
    void worker.terminate();
  }
}
