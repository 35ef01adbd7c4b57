import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { inflateRawSync } from "node:zlib";
import type { EngineMemory } from "#domain/sandbox/engine-imports.ts";
import type { EngineExports, Platform } from "#domain/sandbox/engine.ts";
import type { SandboxBounds } from "#domain/sandbox/judge-sandbox.ts";
import { quickjsBytes } from "#domain/sandbox/quickjs-bytes.ts";
import { sandboxedJudge, serveSandbox } from "#domain/sandbox/sandbox-thread.ts";
import type { JudgeRunner } from "#domain/sandbox/sandbox-thread.ts";

/** Tells this thread from others that whoever imports the verifier may begin. */
const MARK = "exhibit-judge";

/** The part of WebAssembly that is used; Node's types leave it to the browser's. */
interface WebAssemblyApi {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => EngineMemory;
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(compiled: object, imports: object): Promise<{ readonly exports: EngineExports }>;
}

/** WebAssembly of Node.js; QuickJS is compiled for the first that is started. */
export function nodePlatform(): Platform {
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };
  let compiled: Promise<object> | undefined;
  const compile = async () => WebAssembly.compile(await quickjsBytes((deflated) => inflateRawSync(deflated)));
  return {
    newMemory: (pages) => new WebAssembly.Memory(pages),
    start: async (imports) => (await WebAssembly.instantiate(await (compiled ??= compile()), { a: imports })).exports,
  };
}

/** Whether this is such a thread, which only answers questions: {@link serveJudge}. */
export function isJudgeThread(): boolean {
  return !isMainThread && workerData === MARK;
}

/** The inside of a thread that {@link nodeJudge} begins. */
export function serveJudge(bounds?: SandboxBounds): void {
  const port = parentPort!;
  serveSandbox(
    { send: (message) => port.postMessage(message), hear: (listener) => void port.on("message", listener) },
    nodePlatform(),
    bounds,
  );
}

/**
 * Runs judges that nobody vouches for. `program` is the file that the thread begins with; where {@link isJudgeThread}, it must
 * {@link serveJudge}: a program of one file names itself.
 */
export function nodeJudge(program: URL, patienceMs?: number): JudgeRunner {
  return sandboxedJudge(
    {
      begin: () => {
        const worker = new Worker(program, {
          workerData: MARK,
          env: {},
          argv: [],
          execArgv: [],
          stdout: true,
          stderr: true,
        });
        return {
          send: (message) => worker.postMessage(message),
          hear: (listener) => {
            worker.on("message", listener);
            // Both come where it fell: whoever heard the first does not listen to the second.
            worker.on("error", () => listener(undefined));
            worker.on("exit", () => listener(undefined));
            // Who listens holds the program: alone this keeps none from its end, and what waits for an answer does.
            worker.unref();
          },
          end: () => void worker.terminate(),
        };
      },
      after: (milliseconds, then) => {
        const timer = setTimeout(then, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    patienceMs,
  );
}
