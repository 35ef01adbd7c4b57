import { spawnSync } from "node:child_process";
import net from "node:net";

interface Handle {
  readonly fd: number;
  close(): void;
}

/** An address that is held as systemd's socket units hold one: connections wait there until a process takes them. */
export interface HeldAddress {
  readonly port: number;
  /** To be given to processes that serve on it. */
  readonly socket: number;
  close(): void;
}

const listen = 'require("net").createServer().listen({ fd: 3, backlog: 4096 }, () => process.exit())';

/** Holds a port of this machine. Nothing here ever takes a connection from it. */
export function holdAddress(port: number): HeldAddress {
  const { _createServerHandle: bind } = net as unknown as {
    _createServerHandle(address: string, port: number, family: 4): Handle | number;
  };
  const handle = bind("127.0.0.1", port, 4);
  if (typeof handle === "number") throw new Error(`port ${port} cannot be held: ${handle}`);
  // A socket listens for as long as anybody has it open, whoever said that it should.
  const { status } = spawnSync(process.execPath, ["-e", listen], { stdio: ["ignore", "ignore", "inherit", handle.fd] });
  if (status !== 0) throw new Error(`port ${port} cannot be listened on`);
  return { port, socket: handle.fd, close: () => handle.close() };
}
