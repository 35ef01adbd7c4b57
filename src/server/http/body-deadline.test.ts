import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limitBodyTime } from "./body-deadline.ts";

const QUICK = { bodyMs: 1_500, stallMs: 1_500 };

/** A server whose bodies have a second and a half, and a line to it. */
async function lineTo(
  isUpload: boolean,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ socket: Socket; heard: Promise<string> }> {
  const server = createServer((request, response) => {
    limitBodyTime(request, response, { isUpload, ...QUICK });
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const heard = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  return { socket, heard };
}

async function readAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) size += chunk.length;
  response.setHeader("connection", "close").end(`${size} bytes`);
}

const head = (length: number) => `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;

test.each([true, false])("a body that stops arriving is answered with 408 (upload: %s)", async (isUpload) => {
  const { socket, heard } = await lineTo(isUpload, readAll);
  socket.write(`${head(100)}half`);
  expect(await heard).toMatch(/^HTTP\/1.1 408 /);
});

test("an upload that keeps moving takes longer than that, and another body does not", async () => {
  for (const [isUpload, status] of [
    [true, 200],
    [false, 408],
  ] as const) {
    const { socket, heard } = await lineTo(isUpload, readAll);
    socket.write(head(10));
    for (let sent = 0; sent < 10; sent += 1) {
      socket.write("x");
      await setTimeout(250);
    }
    expect(await heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  }
});

test("a body that has arrived waits for whoever reads it late, as long as that takes", async () => {
  for (const isUpload of [true, false]) {
    const { socket, heard } = await lineTo(isUpload, async (request, response) => {
      await setTimeout(4_000);
      await readAll(request, response);
    });
    socket.write(head(1_000_000));
    socket.write("x".repeat(1_000_000));
    expect(await heard).toContain("1000000 bytes");
  }
});

test("a connection ends whose answer was sent while the body never came", async () => {
  const { socket, heard } = await lineTo(true, async (_, response) => void response.end("no"));
  socket.write(`${head(100)}half`);
  expect(await heard).toMatch(/^HTTP\/1.1 200 /);
});
