import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { threadEnv } from "../thread-env.ts";
import type { Digest } from "./sealed-stream.ts";

/** What is said to a thread. */
export type SealingMessage = { readonly object: number } & (
  | { readonly kind: "begin"; readonly key: Uint8Array; readonly bound: string; readonly prefix: Uint8Array }
  | { readonly kind: "seal"; readonly plain: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  | { readonly kind: "leave" }
);

/** What it answers; the digest with the last segment. */
export interface SealedAnswer {
  readonly object: number;
  readonly sealed: Uint8Array<ArrayBuffer>;
  readonly digest: Digest | undefined;
}

/** One object that is sealed in a thread. What it is given is the thread's from then on. */
export interface ThreadedSealer {
  seal(plain: Uint8Array<ArrayBuffer>): Promise<Buffer>;
  end(plain: Uint8Array<ArrayBuffer>): Promise<{ readonly sealed: Buffer; readonly digest: Digest }>;
  leave(): void;
}

/** More than two would take the cores from those who answer. */
const MOST = Math.min(2, availableParallelism());
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 10_000;

class SealingThread {
  readonly #worker = new Worker(new URL("./sealing-thread.ts", import.meta.url), { env: threadEnv() });
  readonly #waiting = new Map<number, { resolve(answer: SealedAnswer): void; reject(error: Error): void }>();
  /** Objects that are being sealed. */
  readonly #objects = new Set<number>();
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Why it answers nobody any more. */
  #ended: Error | undefined;

  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    const fail = (error: Error) => {
      onEnd();
      this.#ended ??= error;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.#worker.on("message", (answer: SealedAnswer) => {
      this.#waiting.get(answer.object)?.resolve(answer);
      this.#waiting.delete(answer.object);
    });
    this.#worker.on("error", fail);
    this.#worker.on("exit", () => fail(new Error("the thread that seals files has ended")));
    this.#worker.unref();
  }

  get busy(): number {
    return this.#objects.size;
  }

  begin(key: Uint8Array, bound: string, prefix: Uint8Array): ThreadedSealer {
    clearTimeout(this.#idle);
    this.#last += 1;
    const object = this.#last;
    this.#objects.add(object);
    // A process that waits for nothing but this must not end.
    this.#worker.ref();
    this.#say({ kind: "begin", object, key, bound, prefix });
    const seal = (plain: Uint8Array<ArrayBuffer>, isLast: boolean) =>
      new Promise<SealedAnswer>((resolve, reject) => {
        if (this.#ended) return reject(this.#ended);
        this.#waiting.set(object, { resolve, reject });
        this.#say({ kind: "seal", object, plain, isLast }, [plain.buffer]);
      });
    return {
      seal: async (plain) => Buffer.from((await seal(plain, false)).sealed.buffer),
      end: async (plain) => {
        const { sealed, digest } = await seal(plain, true);
        const { sha256, size } = digest!;
        return { sealed: Buffer.from(sealed.buffer), digest: { sha256: Buffer.from(sha256), size } };
      },
      leave: () => this.#leave(object),
    };
  }

  #leave(object: number): void {
    if (!this.#objects.delete(object)) return;
    this.#say({ kind: "leave", object });
    if (this.#objects.size > 0) return;
    this.#worker.unref();
    this.#idle = setTimeout(() => {
      // First nobody begins with it any more.
      this.#onEnd();
      void this.#worker.terminate();
    }, IDLE_MS).unref();
  }

  #say(message: SealingMessage, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

/** Of this process: whoever seals shares them. */
const threads = new Set<SealingThread>();

/** Begins to seal an object in the thread that has the least to do. */
export function sealApart(key: Uint8Array, bound: string, prefix: Uint8Array): ThreadedSealer {
  const [free] = [...threads].toSorted((a, b) => a.busy - b.busy);
  if (free && (free.busy === 0 || threads.size >= MOST)) return free.begin(key, bound, prefix);
  const thread: SealingThread = new SealingThread(() => threads.delete(thread));
  threads.add(thread);
  return thread.begin(key, bound, prefix);
}
