import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { once } from "node:events";
import type { JudgedFinding } from "./judged-report.ts";
import type { FromReader, ReadReport, Refused, Task, ToReader } from "./messages.ts";

/** What one report may take. */
export interface Bounds {
  /** Of the processor; where that cannot be asked for, by the clock. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** What ended a reader before it was done. */
export class BeyondBounds extends Error {
  readonly bound: "time" | "memory";
  constructor(bound: "time" | "memory") {
    super(`a report took more ${bound} than one may`);
    this.bound = bound;
  }
}

const PROGRAM = path.join(import.meta.dirname, "reader-program.ts");
const LOOK_MS = 100;
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;
/** A machine that is so busy that a report gets none of its time is no reason to wait for ever. */
const CLOCK_TO_PROCESSOR = 10;

/** Seconds of the processor and megabytes of memory that a process has used; undefined where the system does not say. */
async function usedBy(pid: number): Promise<{ seconds: number; megabytes: number } | undefined> {
  try {
    const [stat, statm] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile(`/proc/${pid}/statm`, "utf8"),
    ]);
    // Behind the name, which may hold anything: proc(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { seconds: ticks / TICKS_A_SECOND, megabytes: (Number(statm.split(" ")[1]) * PAGE_BYTES) / 2 ** 20 };
  } catch {
    return undefined;
  }
}

/** A process that reads one report after the other. */
export interface Reader {
  /** Gives it a report; the answer is what the report says, or why it was refused. Throws `BeyondBounds`. */
  judge(task: Task, bytes: AsyncIterable<Uint8Array>, onJudging: () => void): Promise<ReadReport | Refused>;
  /** The findings of the report it judged last, in pieces. */
  findings(total: number): AsyncGenerator<readonly JudgedFinding[]>;
  /** Lets go of the report. Answers whether the reader is fit for another one. */
  finish(): Promise<boolean>;
  /** Whether it is still there for another report: the system ends an idle one first when it needs memory. */
  answers(): Promise<boolean>;
  kill(reason?: Error): void;
}

/** A reader that took more than this is not trusted to be like new. */
const FIT = { seconds: 5, megabytes: 400, reports: 100 };

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** A reader reads the program and its packages, and no file of the installation's. */
export const rightsOfReader: readonly string[] = [
  "--disable-warning=ExperimentalWarning",
  "--permission",
  ...["src/*", "node_modules/*", "package.json"].map((part) => `--allow-fs-read=${path.join(ROOT, part)}`),
  "--allow-fs-write=/proc/self/oom_score_adj",
];

/**
 * Starts a reader: a process and no thread, because a thread that runs out of memory takes the whole process with it (V8
 * ends the process when memory runs out inside of one of its own functions). It inherits nothing: no variable, no file.
 * The system itself ends it after ten times what a report may take, should nobody be left to do so.
 */
export function startReader({ seconds, megabytes }: Bounds): Reader {
  const limits = `ulimit -c 0; ulimit -t ${Math.ceil(seconds * 10)}; exec "$0" "$@"`;
  const flags = [`--max-old-space-size=${Math.ceil(megabytes * 0.75)}`, ...rightsOfReader];
  const child = spawn("/bin/sh", ["-c", limits, process.execPath, ...flags, PROGRAM], {
    stdio: ["pipe", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    env: {},
  });
  const input = child.stdin!;
  let reports = 0;
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
  input.on("error", () => {});
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
  // It must not keep a process alive that has nothing else to do.
  child.unref();
  child.channel?.unref();

  async function ask(message: ToReader): Promise<FromReader> {
    if (ended) throw ended;
    const answer = new Promise<FromReader>((resolve, reject) => (waiting = { resolve, reject }));
    child.send(message, (error) => error && end(error));
    return await answer;
  }

  async function watched<T>(work: () => Promise<T>): Promise<T> {
    const before = await usedBy(child.pid ?? 0);
    const begun = performance.now();
    const timer = setInterval(() => void look(), LOOK_MS);
    async function look(): Promise<void> {
      const now = await usedBy(child.pid ?? 0);
      const clock = (performance.now() - begun) / 1_000;
      const used = before && now ? now.seconds - before.seconds : clock;
      if (used > seconds || clock > seconds * CLOCK_TO_PROCESSOR) end(new BeyondBounds("time"));
      if (now && now.megabytes > megabytes) end(new BeyondBounds("memory"));
    }
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  return {
    judge: (task, bytes, onJudging) =>
      watched(async () => {
        reports += 1;
        isJudging = false;
        child.ref();
        child.channel?.ref();
        onStep = onJudging;
        const answer = ask({ task });
        answer.catch(() => {});
        for await (const chunk of bytes) {
          if (ended) throw ended;
          if (!input.write(chunk)) await Promise.race([once(input, "drain"), answer]);
        }
        const said = await answer;
        if ("judged" in said) return said.judged;
        if ("refused" in said) return said.refused;
        throw new Error(`a report broke its reader: ${"broke" in said ? said.broke : "it said something else"}`);
      }),
    findings: async function* (total) {
      for (let from = 0; from < total;) {
        const said = await ask({ from });
        if (!("findings" in said) || said.findings.length === 0) throw new Error("a reader lost its findings");
        yield said.findings;
        from += said.findings.length;
      }
    },
    finish: async () => {
      isJudging = false;
      if (ended) return false;
      child.unref();
      child.channel?.unref();
      child.send({ done: true } satisfies ToReader, (error) => error && end(error));
      const used = await usedBy(child.pid ?? 0);
      return (
        used !== undefined && used.seconds < FIT.seconds && used.megabytes < FIT.megabytes && reports < FIT.reports
      );
    },
    answers: () =>
      watched(() => ask({ awake: true })).then(
        () => true,
        () => false,
      ),
    kill: (reason = new Error("the reader was stopped")) => end(reason),
  };
}
