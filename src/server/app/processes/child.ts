import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";

/** What passes between the supervisor and a process that it started. */
export type FromSupervisor<G> = { readonly grant: G };
export type FromChild = { readonly ready: true };

/** A process that the supervisor started and gave what it needs. */
export interface Child<G> {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Gives it what it needs, first and whenever that has changed. */
  give(grant: G): void;
  /** Resolves when it says that it is ready; rejects with its exit code when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with its exit code when it ends; 128 and more for a signal. */
  readonly ended: Promise<number>;
  /** Asks it to end in order, and waits; cuts it off when it does not. */
  stop(): Promise<void>;
}

/** A process of ours ended before it was ready; it has said why itself. */
export class ChildEnded extends Error {
  override readonly name = "ChildEnded";
  readonly code: number;

  constructor(code: number) {
    super(`a process ended with ${code} before it was ready`);
    this.code = code;
  }
}

/**
 * Threads that wait for the disk, unless the environment says another number. Files that are synced side by side share the disk's work:
 * with 32 threads, 500 small files cost a fourth of what they cost with Node's four.
 */
const DISK_THREADS = "32";

/** After this it is cut off: the supervisor itself has ten seconds. */
const PATIENCE_MS = 9_000;

/** Where a process finds the socket that it was started with: behind its channel. */
export const PASSED_SOCKET = 4;

/** What a process is started with beside its environment. */
interface Start {
  /** How long it goes on serving after it was told to stop; it has so much longer to end. */
  readonly drainSeconds?: number;
  /** How long what is under way may take to finish then, where that is said. */
  readonly finishSeconds?: number | undefined;
  /** The descriptor of a listening socket, which is `PASSED_SOCKET` there. */
  readonly socket?: number | undefined;
}

/** Starts `file` with an environment of its own and a channel that no other process can read. */
export function startChild<G>(
  file: string,
  env: NodeJS.ProcessEnv,
  { drainSeconds = 0, finishSeconds, socket }: Start = {},
): Child<G> {
  const child: ChildProcess = fork(file, [], {
    env: { UV_THREADPOOL_SIZE: DISK_THREADS, ...env },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc", ...(socket === undefined ? [] : [socket])],
  });
  const ended = new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 143)));
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message: FromChild) => {
      if (message.ready) resolve();
    });
    void ended.then((code) => reject(new ChildEnded(code)));
  });
  ready.catch(() => {});
  return {
    pid: child.pid,
    give: (grant) => {
      const message: FromSupervisor<G> = { grant };
      // One that has just ended is told by `ended`.
      if (child.connected) child.send(message, () => {});
    },
    ready,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      const patienceMs = finishSeconds === undefined ? PATIENCE_MS : (finishSeconds + 2) * 1_000;
      const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs + drainSeconds * 1_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * In a child: the first grant, and each later one to `onChange`. A supervisor that is gone, however it ended, ends this
 * process at once.
 */
export async function takeGrants<G>(onChange: (grant: G) => void): Promise<G> {
  process.once("disconnect", () => process.exit(1));
  if (!process.connected) throw new Error("this program is started by src/server/app/main.ts");
  return await new Promise((resolve) => {
    let first = true;
    process.on("message", ({ grant }: FromSupervisor<G>) => {
      if (first) resolve(grant);
      else onChange(grant);
      first = false;
    });
  });
}

/** In a child: tells the supervisor that it serves. */
export function sayReady(): void {
  const message: FromChild = { ready: true };
  process.send?.(message);
}
