import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that outlives what began it. */
export interface LeftBehind {
  readonly pid: number;
  /** Its program and arguments. */
  readonly command: string;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "latin1").replaceAll("\0", "\n");
  } catch {
    return "";
  }
};

/**
 * The processes that were begun with this line, `NAME=value`, in their environment, wherever in the tree of processes they are
 * now; not our own. None where the system does not tell (Linux does, in /proc).
 */
export function processesWith(line: string): LeftBehind[] {
  let entries: string[];
  try {
    entries = readdirSync("/proc");
  } catch {
    return [];
  }
  return entries
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((entry) => read(`/proc/${entry}/environ`).split("\n").includes(line))
    .map((entry) => ({ pid: Number(entry), command: read(`/proc/${entry}/cmdline`).trim().replaceAll("\n", " ") }));
}

/**
 * Ends what was begun with this line in its environment, and answers with what had not ended by itself within `patience`
 * milliseconds: a browser needs a moment for it. A process that outlives its test keeps whoever reads its output waiting.
 */
export async function endWhatIsLeft(line: string, patience: number): Promise<LeftBehind[]> {
  const until = Date.now() + patience;
  while (processesWith(line).length > 0 && Date.now() < until) await sleep(100);
  const left = processesWith(line);
  for (const { pid } of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended since.
    }
  }
  return left;
}
