import { fork } from "node:child_process";
import { createReadStream } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pino } from "pino";
import { openKysely, openPool } from "#server/db/connections.ts";
import { threadedReader } from "#server/registers/threaded-reader.ts";

/** A company whose registers are read, and where its exhibits lie, each under its id, as a store of blobs has them. */
interface Asked {
  readonly databaseUrl: string;
  readonly exhibits: string;
  readonly companyId: string;
  readonly judge: string;
}

/** What two runs did to a process that has nothing else to do. */
export interface Alone {
  readonly idleBytes: number;
  readonly mostBytes: number;
  readonly longestMs: number;
  /** Of the second run. */
  readonly seconds: number;
}

/** Two runs in a process of its own: what it holds besides, and how long its event loop stands still, is the runs' alone. */
export async function registersAlone(asked: Asked): Promise<Alone> {
  const child = fork(import.meta.filename, [], { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const answer = new Promise<Alone>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`registers alone ended with ${code}`)));
  });
  child.send(asked);
  return await answer;
}

async function run({ databaseUrl, exhibits, companyId, judge }: Asked): Promise<Alone> {
  const pool = openPool(databaseUrl, 1, pino({ level: "silent" }));
  const reader = threadedReader();
  const databases = { user: openKysely(pool), userUrl: () => databaseUrl };
  const open = async (id: string): Promise<AsyncIterable<Uint8Array>> => createReadStream(path.join(exhibits, id));
  const idleBytes = process.memoryUsage().rss;
  let mostBytes = idleBytes;
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 5);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let seconds = 0;
  for (const _ of [1, 2]) {
    const asked = { companyId, judge, at: new Date() };
    const began = performance.now();
    await reader.read({ databases, open }, asked, new AbortController().signal);
    seconds = (performance.now() - began) / 1_000;
  }
  delay.disable();
  clearInterval(watch);
  reader.close();
  await pool.end();
  return { idleBytes, mostBytes, longestMs: delay.max / 1e6, seconds };
}

if (process.send && import.meta.main)
  process.once("message", (asked: Asked) => {
    run(asked).then(
      (said) => process.send!(said, () => process.exit(0)),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
