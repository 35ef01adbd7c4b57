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

/** Starts `file` and keeps the newest one. The next reads its modules while the one before it ends. */
export function startDevServer({ file, env, grant, inspectPort, onStart }: Options): DevServer {
  let current: Child<Grant>;
  let before: Promise<void> = Promise.resolve();
  const start = () => {
    const began = performance.now();
    // It says where it listens at each start; we say it once.
    const options = `${env["NODE_OPTIONS"] ?? ""} --inspect-port=${inspectPort} --inspect-publish-uid=http`.trim();
    const child = startChild<Grant>(file, { ...env, NODE_OPTIONS: options });
    child.give(grant);
    current = child;
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
      await before;
      await end(current);
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
