import { join } from "node:path";
import { startChild } from "#server/app/processes/child.ts";
import type { Child } from "#server/app/processes/child.ts";
import type { Grant } from "#server/app/processes/grant.ts";

/** The process that serves, started again whenever its source changes. */
export interface DevServer {
  /** Resolves when the newest process answers; rejects when it ended first, until the next restart. */
  ready(): Promise<void>;
  restart(): void;
  stop(): Promise<void>;
}

interface Options {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly grant: Grant;
  /** Where a debugger attaches. */
  readonly inspectPort: number;
  /** Told after each start how long it took, in milliseconds, or that the process ended instead. */
  readonly onStart: (milliseconds: number | "ended") => void;
}

/** How long the process before may finish what it does; after that it is killed, which it is built to survive. */
const FINISH_MS = 400;

/** How long the machine is left to who edits, before the next process reads the packages. */
const QUIET_MS = 500;

/**
 * Starts `file` and keeps the newest one. Another process has read the packages by then and waits, so that only our own modules are
 * left to read; it does so while the process before it ends.
 */
export function startDevServer({ file, env, grant, inspectPort, onStart }: Options): DevServer {
  // It says where it listens at each start; we say it once.
  const options = `${env["NODE_OPTIONS"] ?? ""} --inspect-port=${inspectPort} --inspect-publish-uid=http`.trim();
  const wait = () =>
    startChild<Grant>(join(import.meta.dirname, "dev-standby.ts"), {
      ...env,
      NODE_OPTIONS: options,
      DEV_SERVES: file,
    });
  let current: Child<Grant>;
  let next: Child<Grant> | undefined;
  let stopped = false;
  let before: Promise<void> = Promise.resolve();
  const start = () => {
    const began = performance.now();
    const child = next ?? wait();
    next = undefined;
    child.give(grant);
    current = child;
    const prepareNext = () => {
      if (!stopped && current === child) next ??= wait();
    };
    child.ready.then(
      () => setTimeout(prepareNext, QUIET_MS).unref(),
      () => setTimeout(prepareNext, QUIET_MS).unref(),
    );
    child.ready.then(
      () => current === child && onStart(performance.now() - began),
      () => current === child && onStart("ended"),
    );
    // The port is free once the process before has gone, and a process that has only begun would die of the signal.
    Promise.all([before, child.ready]).then(
      () => child.pid !== undefined && signal(child.pid, "SIGUSR1"),
      () => {},
    );
  };
  start();
  return {
    ready: async () => {
      // A restart meanwhile is waited for, too.
      for (let seen: Child<Grant> | undefined; seen !== current;) {
        seen = current;
        await seen.ready.catch((error: unknown) => {
          if (seen === current) throw error;
        });
      }
    },
    restart: () => {
      const old = current;
      before = end(old);
      start();
    },
    stop: async () => {
      stopped = true;
      await before;
      await Promise.all([end(current), next && end(next)]);
    },
  };
}

async function end(child: Child<Grant>): Promise<void> {
  const kill = setTimeout(() => child.pid !== undefined && signal(child.pid, "SIGKILL"), FINISH_MS);
  await child.stop();
  clearTimeout(kill);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
