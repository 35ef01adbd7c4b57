import { spawn } from "node:child_process";
import path from "node:path";
import type { Writable } from "node:stream";
import { BeyondBounds } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";
import type { FromReader, ToReader } from "./messages.ts";

const PROGRAM = path.join(import.meta.dirname, "reader-program.ts");
const ROOT = path.resolve(import.meta.dirname, "../../..");

/** A reader reads the program and its packages, and no file of the installation's. */
export const rightsOfReader: readonly string[] = [
  "--disable-warning=ExperimentalWarning",
  "--permission",
  ...["src/*", "node_modules/*", "package.json"].map((part) => `--allow-fs-read=${path.join(ROOT, part)}`),
  "--allow-fs-write=/proc/self/oom_score_adj",
];

/** The process that reads, and the way to talk to it: one question at a time. */
export interface ReaderProcess {
  readonly pid: number;
  /** Where the bytes of a report go. */
  readonly input: Writable;
  /** Sends a message and answers what the process says next. Throws what ended it. */
  ask(message: ToReader): Promise<FromReader>;
  /** Sends a message that is not answered. */
  tell(message: ToReader): void;
  /** A report begins: from its first step on, an end of the process is the report's doing. */
  begin(onJudging: () => void): void;
  /** No report is with it: it keeps no process alive that has nothing else to do. */
  rest(): void;
  /** What ended it. */
  ended(): Error | undefined;
  end(error: Error): void;
}

/**
 * Starts a reader's process: a process and no thread, because a thread that runs out of memory takes the whole process with it (V8
 * ends the process when memory runs out inside of one of its own functions). It inherits nothing: no variable, no file.
 * The system itself ends it after ten times what a report may take, should nobody be left to do so.
 */
export function startReaderProcess({ seconds, megabytes }: Bounds): ReaderProcess {
  const limits = `ulimit -c 0; ulimit -t ${Math.ceil(seconds * 10)}; exec "$0" "$@"`;
  const flags = [`--max-old-space-size=${Math.ceil(megabytes * 0.75)}`, ...rightsOfReader];
  const child = spawn("/bin/sh", ["-c", limits, process.execPath, ...flags, PROGRAM], {
    stdio: ["pipe", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    env: {},
  });
  let ended: Error | undefined;
  let waiting: { resolve: (message: FromReader) => void; reject: (error: Error) => void } | undefined;
  let onStep = () => {};
  let isJudging = false;

  function end(error: Error): void {
    ended ??= error;
    waiting?.reject(ended);
    waiting = undefined;
    child.kill("SIGKILL");
  }
  function rest(): void {
    isJudging = false;
    child.unref();
    child.channel?.unref();
  }
  child.stdin!.on("error", () => {});
  child.on("error", end);
  child.on("message", (message: FromReader) => {
    if ("step" in message) {
      isJudging = true;
      return onStep();
    }
    waiting?.resolve(message);
    waiting = undefined;
  });
  // V8 aborts when it finds no more memory, and the system kills when it has none; time is told by its own signal. What ends
  // before it has looked into a report, or by itself, says nothing about the report.
  child.on("exit", (code, signal) => {
    if (!isJudging || signal === null) return end(new Error(`a reader ended by itself (${signal ?? code})`));
    end(new BeyondBounds(signal === "SIGXCPU" ? "time" : "memory"));
  });
  rest();

  return {
    pid: child.pid ?? 0,
    input: child.stdin!,
    ask: async (message) => {
      if (ended) throw ended;
      const answer = new Promise<FromReader>((resolve, reject) => (waiting = { resolve, reject }));
      child.send(message, (error) => error && end(error));
      return await answer;
    },
    tell: (message) => void child.send(message, (error) => error && end(error)),
    begin: (onJudging) => {
      isJudging = false;
      onStep = onJudging;
      child.ref();
      child.channel?.ref();
    },
    rest,
    ended: () => ended,
    end,
  };
}
