import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { BlockList } from "node:net";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { limitConnections } from "./connection-limits.ts";

/** A listener whose connections come from wherever the test says. */
function listener(perAddress: number) {
  const server = new EventEmitter() as Server;
  limitConnections(server, { perAddress, total: 4_096 }, new BlockList(), () => {});
  return (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress });
    server.emit("connection", socket as unknown as Socket);
    return { isRefused: () => socket.writableEnded, close: () => void socket.destroy() };
  };
}

test("S9: one customer's many networks of IPv6 hold no more than four addresses would", async () => {
  const connect = listener(3);
  const opened = Array.from({ length: 20 }, (_, n) => connect(`2001:db8:1:${n}::1`));
  expect(opened.filter(({ isRefused }) => isRefused())).toHaveLength(8);
  expect(connect("2001:db8:2:1::1").isRefused()).toBe(false);
  for (const { close } of opened) close();
  await new Promise(setImmediate);
  expect(connect("2001:db8:1:99::1").isRefused()).toBe(false);
});

test("S9: networks of IPv4 that are neighbors are counted apart, and IPv4 in IPv6 is IPv4", () => {
  const connect = listener(1);
  const opened = Array.from({ length: 20 }, (_, n) => connect(`::ffff:203.0.113.${n}`));
  expect(opened.filter(({ isRefused }) => isRefused())).toHaveLength(0);
  expect(connect("203.0.113.1").isRefused()).toBe(true);
});
