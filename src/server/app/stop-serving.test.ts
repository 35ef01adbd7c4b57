import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { stopServing } from "./stop-serving.ts";

/** A server that answers after `ms`, and one request that is under way. */
async function underWay(ms: number) {
  const server = createServer((_, response) => void setTimeout(ms).then(() => response.end("done")));
  onTestFinished(() => server.closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise((resolve) => server.once("request", resolve));
  const answer = fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } }).then(
    (response) => response.text(),
    () => "cut off",
  );
  await arrived;
  return { server, answer };
}

test("a request under way is finished when the process stops, as long as it may take", async () => {
  const { server, answer } = await underWay(300);
  await stopServing(server, undefined, 60_000);
  expect(await answer).toBe("done");
});

test("what takes longer is cut off then", async () => {
  const { server, answer } = await underWay(60_000);
  const began = performance.now();
  await stopServing(server, undefined, 200);
  expect(await answer).toBe("cut off");
  expect(performance.now() - began).toBeLessThan(30_000);
});
