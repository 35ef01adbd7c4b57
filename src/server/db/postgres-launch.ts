import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { DataFolder } from "./postgres-data-folder.ts";
import { waitUntilReady } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";

interface Launch {
  readonly binaries: string;
  readonly folder: DataFolder;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** PostgreSQL's own log; the one of the start before is kept as `<logFile>.previous`. */
  readonly logFile: string;
}

/** Starts `postgres` and waits until it answers. Throws a sentence that ends with PostgreSQL's own reason. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { folder, socketFolder, logFile } = launch;
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
  for (let attempt = 1; ; attempt++) {
    const child = run(launch);
    if (await waitUntilReady(socketFolder, child.alive)) return { pid: child.pid, socketFolder };
    child.kill();
    const reason = child.failure() ?? lastWords(logFile);
    // After kill -9 of the server, its children need a moment to notice that they are alone.
    if (!reason.includes("shared memory block") || attempt === 100) {
      throw new Error(`The embedded PostgreSQL did not start on ${folder.path}: ${reason}`);
    }
    await sleep(100);
  }
}

function run({ binaries, folder, settings, logFile }: Launch) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const output = openSync(logFile, "a");
  // Detached, in a session of its own: Ctrl-C must reach us only, and we stop it when the last request is done.
  const child = spawn(`${binaries}/postgres`, ["-D", folder.path, ...flags], {
    ...folder.account,
    cwd: "/",
    env: { LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  child.unref();
  let failure: string | undefined;
  child.on("error", (error) => (failure = error.message));
  return {
    pid: child.pid ?? 0,
    alive: () => failure === undefined && child.exitCode === null && child.signalCode === null,
    failure: () => failure,
    kill: () => child.kill("SIGQUIT"),
  };
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL|error/.test(line));
  return (telling.length > 0 ? telling : lines).slice(-4).join(" ") || "it said nothing.";
}
