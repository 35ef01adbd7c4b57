import type { Logger } from "pino";

/** Something that is done again and again. What is to be done stands in the database; a run finds it there. */
export interface Task {
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface Jobs {
  /** Runs a task soon instead of at its next turn. Only hastens: what is not woken is found all the same. */
  wake(task: string): void;
  /** Lets what is under way finish, and starts nothing new. */
  stop(): Promise<void>;
}

/** Jobs of a process that does no background work: the workers find everything in the database. */
export const noJobs: Jobs = { wake: () => {}, stop: async () => {} };

/**
 * Runs each task in turn with itself and beside the others. Tasks are rows in tables, claimed by locks: any number of
 * processes may run them, and one that is killed leaves its rows to the next.
 */
export function startJobs(tasks: Readonly<Record<string, Task>>, log: Logger): Jobs {
  const stopping = new AbortController();
  const wakers = new Map<string, () => void>();
  const loop = async (name: string, task: Task) => {
    while (!stopping.signal.aborted) {
      let woken = false;
      const rest = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, task.everyMs);
        wakers.set(name, () => {
          woken = true;
          clearTimeout(timer);
          resolve();
        });
      });
      try {
        await task.run(stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error, task: name }, "a task failed and will be tried again");
        // A wake-up during a failing run must not make it spin.
        if (woken) await new Promise((resolve) => setTimeout(resolve, 200));
      }
      if (!stopping.signal.aborted) await rest;
    }
  };
  const loops = Object.entries(tasks).map(([name, task]) => loop(name, task));
  return {
    wake: (name) => wakers.get(name)?.(),
    stop: async () => {
      stopping.abort();
      for (const wake of wakers.values()) wake();
      await Promise.all(loops);
    },
  };
}
