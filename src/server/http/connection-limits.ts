import type { Server } from "node:http";
import type { BlockList, Socket } from "node:net";
import { peerNetwork } from "./client-address.ts";
import { clientNetwork } from "./client-network.ts";

/** How many connections are held open at once. */
export interface ConnectionLimits {
  /** From one client address; of IPv6, from one network of 64 bits, and four times as many from one of 48. Proxies of our own are not counted. */
  readonly perAddress: number;
  /** In all. */
  readonly total: number;
}

/** An office behind one address opens some 6 connections for each browser. */
export const connectionLimits: ConnectionLimits = { perAddress: 256, total: 4_096 };

/** One customer has 65,536 networks of IPv6: of all of them together, so many times what one address has. */
const NETWORK_TO_ADDRESS = 4;

const TOO_MANY = "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n";
const QUIET_MS = 60_000;

/**
 * Refuses connections past the limits with 503, so that nobody holds all of them with requests that never end. `warn` is told
 * at most once a minute, with the number refused since.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  proxies: BlockList,
  warn: (refused: number) => void,
): void {
  const open = new Map<string, number>();
  let refused = 0;
  let lastWarned = -QUIET_MS;
  const refuseConnection = (socket?: Socket) => {
    refused += 1;
    if (performance.now() - lastWarned >= QUIET_MS) {
      lastWarned = performance.now();
      warn(refused);
      refused = 0;
    }
    // Whoever does not read the answer is not waited for.
    socket?.on("error", () => {}).end(TOO_MANY, () => socket.destroy());
  };
  /** Counts a connection for as long as it is open; answers how many there are now. */
  const count = (socket: Socket, from: string): number => {
    const now = (open.get(from) ?? 0) + 1;
    open.set(from, now);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
    return now;
  };
  server.maxConnections = limits.total;
  server.on("drop", () => refuseConnection());
  server.prependListener("connection", (socket: Socket) => {
    const address = peerNetwork(socket, proxies);
    if (address === undefined) return;
    const customer = address.includes(":") ? clientNetwork(address) : undefined;
    const isOver = [
      count(socket, address) > limits.perAddress,
      customer !== undefined && count(socket, customer) > limits.perAddress * NETWORK_TO_ADDRESS,
    ];
    if (isOver.includes(true)) refuseConnection(socket);
  });
}
