import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import type { Mail } from "#server/mail/outbox.ts";
import { cpuSeconds } from "./cpu-time.ts";

/** Folder for a profile of the server during each measure; what is measured is slower then. */
const PROFILES = process.env["BENCH_PROFILES"];
let profiles = 0;

/** A process that is asked by messages. */
interface Asked {
  readonly child: ChildProcess;
  readonly ready: { readonly url: string; readonly database: string; readonly folder: string };
  ask(name: string, ...given: unknown[]): Promise<unknown>;
}

async function start(file: string, args: readonly string[] = []): Promise<Asked> {
  // As the supervisor starts its own.
  const env = { UV_THREADPOOL_SIZE: "32", ...process.env };
  const child = fork(path.join(import.meta.dirname, file), [...args], { env });
  const waiting = new Map<number, (message: { answer: unknown; error?: string }) => void>();
  let last = 0;
  const began = Promise.withResolvers<Asked["ready"]>();
  child.on("message", (message: { id?: number; ready?: Asked["ready"]; answer: unknown; error?: string }) => {
    if (message.ready) began.resolve(message.ready);
    else waiting.get(message.id!)?.(message);
  });
  child.on("exit", (code) => began.reject(new Error(`${file} ended with ${code}`)));
  return {
    child,
    ready: await began.promise,
    ask: (name, ...given) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ answer, error }) => (error === undefined ? resolve(answer) : reject(new Error(error))));
        child.send({ id: last, name, given });
      }),
  };
}

/** Seconds of a core that some work cost, apart from whoever asked for it. */
export interface Cost {
  readonly node: number;
  readonly database: number;
  readonly wall: number;
}

/** The server and the limit, each in a process of its own; this process only asks. */
export interface Apart {
  readonly url: string;
  readonly bareUrl: string;
  readonly folder: string;
  readonly admin: pg.Pool;
  readonly app: { runTasks(): Promise<void> };
  /** As of the last run of tasks. */
  readonly mails: readonly Mail[];
  ask: Asked["ask"];
  bareAnswers(text: string): Promise<unknown>;
  askBare: Asked["ask"];
  cost(of: "server" | "bare", work: () => Promise<unknown>): Promise<Cost>;
  close(): Promise<void>;
}

export async function openApart(): Promise<Apart> {
  const server = await start("serve.ts");
  const { url, database, folder } = server.ready;
  const bare = await start("bare.ts", [database, path.join(folder, "bare")]);
  const admin = new pg.Pool({ connectionString: database, max: 4 });
  admin.on("error", () => {});
  const mails: Mail[] = [];
  const cpuOf = async ({ ask }: Asked) => {
    const { user, system } = (await ask("cpu")) as NodeJS.CpuUsage;
    return (user + system) / 1e6;
  };
  return {
    url,
    bareUrl: bare.ready.url,
    folder,
    admin,
    app: {
      runTasks: async () => {
        await server.ask("runTasks");
        mails.splice(0, mails.length, ...((await server.ask("mails")) as Mail[]));
      },
    },
    mails,
    ask: server.ask,
    askBare: bare.ask,
    bareAnswers: (text) => bare.ask("answer", text),
    cost: async (of, work) => {
      const asked = of === "server" ? server : bare;
      const profiled = PROFILES !== undefined && of === "server";
      if (profiled) await server.ask("beginProfile");
      const [before, began] = [await cpuOf(asked), performance.now()];
      const used = await cpuSeconds(admin, async () => void (await work()));
      const wall = (performance.now() - began) / 1000;
      const node = (await cpuOf(asked)) - before;
      if (profiled) console.log(await server.ask("endProfile", PROFILES, `server-${(profiles += 1)}`));
      return { node, database: used.database, wall };
    },
    close: async () => {
      await admin.end();
      for (const { child, ask } of [bare, server]) {
        const ended = once(child, "exit");
        void ask("close").catch(() => {});
        await ended;
      }
    },
  };
}
