import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limitUnreadTime } from "./answer-deadline.ts";

const LARGE = Buffer.alloc(64 << 20);

/** A server that waits for nobody longer than 300 ms, and a connection that has asked it once. */
async function asked(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => {
    limitUnreadTime(response, 300);
    answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const held = once(server, "connection");
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await held;
  const count = async () => await new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  return { socket, count };
}

test("S9: whoever asks for much and reads nothing of it holds no connection", async () => {
  const { count } = await asked((response) => response.end(LARGE));
  expect(await count()).toBe(1);
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
});

test("S9: a slow line gets all of a large answer", async () => {
  const { socket } = await asked((response) => response.end(LARGE));
  let got = 0;
  let reads = 0;
  socket.on("data", (chunk: Buffer) => {
    got += chunk.length;
    // 20 pauses that are each shorter than what is waited for, and together far longer.
    if (got > reads * 3_000_000 && reads < 20) {
      reads += 1;
      socket.pause();
      void setTimeout(50).then(() => socket.resume());
    }
  });
  await expect.poll(() => got, { timeout: 10_000 }).toBeGreaterThan(LARGE.length);
});

test("S9: an answer that takes long to make is waited for", async () => {
  const { socket } = await asked((response) => void setTimeout(900).then(() => response.end("made")));
  const [chunk] = (await once(socket.setEncoding("utf8"), "data")) as [string];
  expect(chunk).toContain("made");
});
