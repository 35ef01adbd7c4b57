// oxlint-disable-next-line import/default -- The bundler makes it: the address of the worker it wrote.
import workerAddress from "./folder-worker.ts?worker&url";
import type { FolderAnswer, FolderTask } from "./folder-work.ts";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** The worker's script is our own; where the browser wants that said, it is said for it alone. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("folder-worker", {
    createScriptURL: (address) => {
      if (address !== workerAddress) throw new TypeError("not the worker of folders");
      return address;
    },
  });
  return new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: "module" });
}

/** What takes longer than this is given up. */
const PATIENCE_MS = 120_000;

/** Has a worker of its own do a task, which ends with it; undefined where it did not come to an end. */
export function askFolderWorker(task: FolderTask): Promise<FolderAnswer | undefined> {
  return new Promise((resolve) => {
    const worker = startWorker();
    const end = (answer: FolderAnswer | undefined) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => end(undefined), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<FolderAnswer>) => end(data);
    worker.onerror = () => end(undefined);
    worker.postMessage(task);
  });
}
