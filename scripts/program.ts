import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The project's folder. */
export const root = join(import.meta.dirname, "..");

export interface Ended {
  /** 0 is success; a signal counts as 1. */
  readonly code: number;
  /** What it printed, both streams in order; empty when it printed to ours. */
  readonly output: string;
  /** It was ended because its time was over. */
  readonly late?: true;
}

interface RunOptions {
  /** On top of ours; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Print what it says as well, line by line, behind this name. */
  readonly aloud?: string;
  /** It may have the processor when nobody else wants it. */
  readonly patient?: boolean;
  /** When it is ended if it has not ended by itself, in milliseconds since 1970. */
  readonly until?: number;
}

/** How long what a program printed is waited for once it has ended, in milliseconds: whatever it began may hold its output open. */
const LAST_WORDS = 5000;

/** As `nice` counts. */
const PATIENT = 5;

const running = new Set<ChildProcess>();

// A stage that outlives the run that began it would only be in the way of the next.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  });
}

/** Runs `program` in the project's folder to its end. Throws only when it cannot be started. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env, aloud, patient, until } = options;
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  running.add(child);
  if (patient && child.pid !== undefined) setPriority(child.pid, PATIENT);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  if (aloud !== undefined) printLines(child, aloud);
  let late = false;
  const end = () => (late = child.kill("SIGKILL"));
  const patience = until === undefined ? undefined : setTimeout(end, Math.max(0, until - Date.now()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => {
      running.delete(child);
      clearTimeout(patience);
      const streams = [child.stdout, child.stderr];
      const lastWords = setTimeout(() => streams.forEach((stream) => stream?.destroy()), LAST_WORDS);
      child.on("close", () => clearTimeout(lastWords));
    });
    child.on("close", (code) => resolve({ code: code ?? 1, output, ...(late && { late }) }));
  });
}

/** Programs that run side by side are told apart by the name before each line. */
function printLines({ stdout, stderr }: ChildProcess, name: string): void {
  for (const stream of [stdout, stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => console.log(`${name} │ ${line}`));
}

/** Runs a JavaScript or TypeScript file with the Node that runs us. */
export function runNode(file: string, args: readonly string[] = [], options?: RunOptions): Promise<Ended> {
  return run(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], options);
}

/**
 * Runs the command `name` of an installed package with the Node that runs us: its own first line asks for whatever
 * `node` the machine has, which may be older.
 */
export function runTool(
  packageName: string,
  name: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<Ended> {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === "string" ? bin : bin[name];
  if (!file) throw new Error(`${packageName} has no command ${name}.`);
  return runNode(join(folder, file), args, options);
}
