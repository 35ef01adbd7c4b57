import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** An address that leads to one of several servers, as a virtual address or a DNS name does, and is moved by an operator. */
export interface MovingAddress {
  readonly port: number;
  /** New connections go there from now on; those that are open end. */
  moveTo(port: number): void;
  close(): void;
}

/** Opens an address on this machine that leads to `port` at first. */
export async function movingAddress(port: number): Promise<MovingAddress> {
  let target = port;
  const open = new Set<Socket>();
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => open.delete(socket));
  };
  const server = createServer((client) => {
    const behind = connect(target, "127.0.0.1");
    hold(client);
    hold(behind);
    client.once("close", () => behind.destroy());
    behind.once("close", () => client.destroy());
    client.pipe(behind).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (next) => {
      target = next;
      end();
    },
    close: () => {
      end();
      server.close();
    },
  };
}
