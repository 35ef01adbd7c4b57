import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { threadEnv } from "./thread-env.ts";

test("a thread is told where modules are kept compiled, which is where this process keeps them, and nothing else", async () => {
  expect(threadEnv("/var/cache/exhibit/v24-x64-0")).toEqual({ NODE_COMPILE_CACHE: "/var/cache/exhibit" });
  const own = getCompileCacheDir();
  const program = `import { getCompileCacheDir } from "node:module"; import { parentPort } from "node:worker_threads";
    parentPort.postMessage([getCompileCacheDir(), Object.keys(process.env)]);`;
  const said = Promise.withResolvers<[string | undefined, string[]]>();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { env: threadEnv() });
  worker.on("message", said.resolve).on("error", said.reject);
  expect(await said.promise).toEqual([own, own === undefined ? [] : ["NODE_COMPILE_CACHE"]]);
  await worker.terminate();
});
