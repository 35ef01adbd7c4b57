import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

// A process of its own, so that what it computes is not counted as the server's: `probe` asks for /healthz until it is
// stopped, `load` sends what is hostile. Each from an address of its own on this machine.

const [mode, url, cookie = "", companyId = ""] = process.argv.slice(2) as [string, string, string?, string?];
const { hostname, port } = new URL(url);
const REPORT_BYTES = 64 * 1024 * 1024;
const REPORTS = 20;
const SLOW = 2_500;

/** What is slow to read, large in memory, or deep: 64 MB of each. */
const shapes: readonly (() => Buffer)[] = [
  () =>
    filled(
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[',
      '{"message":{"text":"{0}{0}"}},',
      "1]}]}",
    ),
  () => filled("[", "[],", "1]"),
  () => filled("a,b\n", "a,b\n", "a,b\n"),
  () => filled(`<?xml version="1.0"?><a>`, "<b>x</b>", "</a>"),
  () =>
    filled(
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[],"automationDetails":{"id":"',
      "a",
      '/"}}]}',
    ),
];

function filled(before: string, again: string, after: string): Buffer {
  const bytes = Buffer.alloc(REPORT_BYTES - 1_024, again);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % again.length));
  return Buffer.concat([Buffer.from(before), whole, Buffer.from(after)]);
}

/** Milliseconds until the answer was there. */
function ask(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: "/healthz", localAddress: "127.0.0.4" }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(performance.now() - begun));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** Only once the answer has left: what is on its way is lost with the line. */
function finish(answer: readonly number[]): void {
  process.send!(answer, () => process.disconnect());
}

async function probe(): Promise<void> {
  const all: number[] = [];
  let going = true;
  process.on("message", () => (going = false));
  while (going) {
    all.push(await ask());
    await setTimeout(5);
  }
  finish(all);
}

function send(bytes: Buffer, index: number): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      cookie,
      "content-type": "application/octet-stream",
      "content-length": bytes.length,
      "sec-fetch-site": "same-origin",
    };
    const path = `/api/v1/companies/${companyId}/imports?fileName=hostile-${index}`;
    const sending = request({ hostname, port, path, method: "POST", headers, localAddress: "127.0.0.3" }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sending.on("error", () => resolve(0));
    sending.end(bytes);
  });
}

async function load(): Promise<void> {
  const sockets = Array.from({ length: SLOW }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.2" });
    socket.on("error", () => {});
    socket.write(
      `POST /api/v1/session/sign-in HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"email":`,
    );
    return socket;
  });
  const bodies = shapes.map((shape) => shape());
  const statuses = await Promise.all(
    Array.from({ length: REPORTS }, (_, index) => send(bodies[index % bodies.length]!, index)),
  );
  for (const socket of sockets) socket.destroy();
  finish(statuses);
}

await (mode === "probe" ? probe() : load());
