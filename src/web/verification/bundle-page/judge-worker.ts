import type { EngineMemory } from "#domain/sandbox/engine-imports.ts";
import type { EngineExports, Platform } from "#domain/sandbox/engine.ts";
import type { SandboxBounds } from "#domain/sandbox/judge-sandbox.ts";
import { quickjsBytes } from "#domain/sandbox/quickjs-bytes.ts";
import { sandboxedJudge, serveSandbox } from "#domain/sandbox/sandbox-thread.ts";
import type { JudgeRunner } from "#domain/sandbox/sandbox-thread.ts";

/** The page's policy names it, and lets no other make a program of a text. */
const POLICY = "exhibit-judge";

const browserPlatform: Platform = {
  newMemory: (pages) => new WebAssembly.Memory(pages) as unknown as EngineMemory,
  start: async (imports) => {
    const bytes = await quickjsBytes(inflated);
    const { instance } = await WebAssembly.instantiate(bytes as BufferSource, {
      a: imports as WebAssembly.ModuleImports,
    });
    return instance.exports as unknown as EngineExports;
  },
};

async function inflated(deflated: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([deflated as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Whether this is the worker that {@link browserJudge} begins. */
export function isJudgeWorker(): boolean {
  return typeof document === "undefined";
}

/** The inside of the worker. */
export function serveJudge(bounds?: SandboxBounds): void {
  serveSandbox(
    {
      send: (message) => postMessage(message),
      hear: (listener) => addEventListener("message", ({ data }) => listener(data)),
    },
    browserPlatform,
    bounds,
  );
}

/** Runs judges that nobody vouches for, in a worker made of the page's own script. */
export function browserJudge(script: string, patienceMs?: number): JudgeRunner {
  const begin = () => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(trusted(address));
    return {
      send: (message: unknown) => worker.postMessage(message),
      hear: (listener: (message: unknown) => void) => {
        worker.addEventListener("message", ({ data }) => listener(data));
        worker.addEventListener("error", () => listener(undefined));
      },
      end: () => {
        worker.terminate();
        URL.revokeObjectURL(address);
      },
    };
  };
  const after = (milliseconds: number, then: () => void) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  };
  return sandboxedJudge({ begin, after }, patienceMs);
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** The address of the page's own script, for browsers that ask whether somebody vouches for it. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy(POLICY, { createScriptURL: (own) => own });
  return policy.createScriptURL(address);
}
