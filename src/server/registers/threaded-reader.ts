import { Worker } from "node:worker_threads";
import { fairLanes } from "../reading/fair-lanes.ts";
import type { RegistersAsked, RegistersRead } from "./read-registers.ts";
import { RunTooLarge } from "./register-reader.ts";
import type { RegisterReader, RegisterSources } from "./register-reader.ts";
import { threadEnv } from "../thread-env.ts";

/** What passes to the thread, one run at a time: a run, and the bytes of the exhibit that it asks for. */
export type ToThread =
  | (RegistersAsked & { readonly databaseUrl: string })
  | { readonly chunk: Uint8Array }
  | { readonly end: true };
export type FromThread =
  | { readonly bring: string }
  | { readonly read: RegistersRead | undefined }
  | { readonly slow: string }
  | { readonly broke: string };

/** A thread that nobody needs goes after so long: what it has loaded is used again by the next run. */
const IDLE_MS = 60_000;
/** Ten times what 10,000 people hold: the more a heap may take, the more garbage lies in it. */
const MEGABYTES = 512;
/** With twice as much a run of full registers holds 14 MB more and takes as long. */
const YOUNG_MEGABYTES = 12;
/** Many times what the largest company takes on a slow machine: whoever needs more would keep all others waiting. */
const RUN_MS = 600_000;
const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Reads registers in one thread beside the one that answers, one company after the other: what a run holds is held once. It starts when it
 * is needed; a run that breaks it, or takes longer than one may, ends with its thread and is tried again as any job is. `warn` is told what
 * made a run take longer and broke nothing.
 */
export function threadedReader(warn: (slow: string) => void = () => {}, runMs = RUN_MS): RegisterReader {
  const inTurn = fairLanes({ atOnce: 1, perLane: 1, waitingPerLane: 50 });
  let kept: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  function end(worker: Worker): void {
    if (kept === worker) kept = undefined;
    void worker.terminate();
  }
  function rest(worker: Worker): void {
    worker.unref();
    timer = setTimeout(() => end(worker), IDLE_MS).unref();
  }
  function start(): Worker {
    const worker = new Worker(new URL("./register-thread.ts", import.meta.url), {
      env: threadEnv(),
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    // Also where nobody waits for it.
    worker.on("error", () => end(worker));
    return worker;
  }
  function take(): Worker {
    clearTimeout(timer);
    kept ??= start();
    kept.ref();
    return kept;
  }

  async function readNow({ databases, open }: RegisterSources, asked: RegistersAsked, signal: AbortSignal) {
    signal.throwIfAborted();
    const worker = take();
    const late = new AbortController();
    const bound = setTimeout(() => late.abort(new RunTooLarge(`registers took longer than ${runMs} ms`)), runMs);
    const either = AbortSignal.any([signal, late.signal]);
    try {
      return await runIn(worker, { ...asked, databaseUrl: databases.userUrl() }, { open, warn }, either);
    } catch (error) {
      end(worker);
      throw error;
    } finally {
      clearTimeout(bound);
      if (kept === worker) rest(worker);
    }
  }

  return {
    read: (sources, asked, signal) => inTurn(asked.companyId, () => readNow(sources, asked, signal), signal),
    close: () => {
      clearTimeout(timer);
      if (kept) end(kept);
    },
  };
}

/** One run in the thread; its exhibits are brought as it asks for them. */
async function runIn(
  worker: Worker,
  run: RegistersAsked & { readonly databaseUrl: string },
  { open, warn }: Pick<RegisterSources, "open"> & { readonly warn: (slow: string) => void },
  signal: AbortSignal,
): Promise<RegistersRead | undefined> {
  const say = (message: ToThread) => worker.postMessage(message);
  const bring = async (evidenceId: string) => {
    for await (const read of await open(evidenceId)) {
      // Given away: a copy that stays here would wait for this thread's next collection of garbage, which a run does not bring about.
      const chunk = owned(read);
      worker.postMessage({ chunk } satisfies ToThread, [chunk.buffer]);
    }
    say({ end: true });
  };
  const done = Promise.withResolvers<RegistersRead | undefined>();
  const hear = (message: FromThread) => {
    if ("bring" in message) bring(message.bring).catch(done.reject);
    else if ("slow" in message) warn(message.slow);
    else if ("broke" in message) done.reject(new Error(`registers could not be read: ${message.broke}`));
    else done.resolve(message.read);
  };
  const hearEnd = (code: number) => done.reject(new Error(`the thread that reads registers ended with ${code}`));
  const stop = () => done.reject(signal.reason as Error);
  const hearError = (error: unknown) =>
    done.reject(
      error instanceof Error && "code" in error && error.code === OUT_OF_MEMORY
        ? new RunTooLarge(error.message)
        : error,
    );
  worker.on("message", hear).on("error", hearError).on("exit", hearEnd);
  signal.addEventListener("abort", stop, { once: true });
  say(run);
  try {
    return await done.promise;
  } finally {
    worker.off("message", hear).off("error", hearError).off("exit", hearEnd);
    signal.removeEventListener("abort", stop);
  }
}

/** Bytes in a buffer of their own. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
