import { Worker } from "node:worker_threads";
import { threadEnv } from "../thread-env.ts";
import { pageWriter } from "./page-writer.ts";
import type { PageText, PageWriter } from "./page-writer.ts";
import type { ToWriter } from "./write-thread.ts";

/** With fewer pages than those of 20,000 records, starting the thread takes as long as it saves. */
const THREADED_FROM = 40;
/** It holds a page at a time, beside those that wait as they are packed. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 };

/**
 * Writes pages in a thread of its own once there are many, while others are made and judged. What breaks it costs time and nothing else: whoever
 * seals a snapshot looks which of its pages are there, and writes the others. `heard` is told of it: one that always breaks costs that time each run.
 */
export const threadedWriter =
  (databaseUrl: string, heard: (error: unknown) => void, from = THREADED_FROM): typeof pageWriter =>
  (within, companyId) => {
    let waiting: PageText[] = [];
    let worker: Worker | undefined;
    const ended = Promise.withResolvers<void>();
    const say = (message: ToWriter, ...given: ArrayBuffer[]) => worker!.postMessage(message, given);
    const send = ({ register, sha256, packed: held, length }: PageText) => {
      const packed = new Uint8Array(held);
      say({ register, sha256, packed, length }, packed.buffer);
    };
    const begin = () => {
      worker = new Worker(new URL("./write-thread.ts", import.meta.url), { env: threadEnv(), resourceLimits: LIMITS });
      worker.on("error", heard).on("exit", () => ended.resolve());
      say({ databaseUrl, companyId });
      for (const page of waiting) send(page);
      waiting = [];
    };
    const few: PageWriter = pageWriter(within, companyId);
    return {
      write: (page) => {
        if (worker) return send(page);
        waiting.push(page);
        if (waiting.length >= from) begin();
      },
      done: async () => {
        if (worker) {
          say({ last: true });
          return await ended.promise;
        }
        for (const page of waiting) few.write(page);
        waiting = [];
        await few.done();
      },
      stop: async () => {
        waiting = [];
        await few.stop();
        await worker?.terminate();
      },
    };
  };
