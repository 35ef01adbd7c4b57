import { readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Another container, or a service with files of its own, has the data folder open: its server cannot be seen or reached from here. */
export class DatabaseInUseElsewhere extends Error {
  override readonly name = "DatabaseInUseElsewhere";
}

/** From where a server was started: who sees its process, and who sees its socket. */
interface Seat {
  readonly processes: string;
  readonly sockets: string;
}

/** Notes from where the server of `home` is reached: for whoever comes from somewhere else. Call it in turn. */
export function noteSeat(home: string, socketFolder: string): void {
  writeFileSync(seatFile(home), `${JSON.stringify(seatHere(socketFolder))}\n`, { mode: 0o600 });
}

/** Throws {@link DatabaseInUseElsewhere} where a server that cannot be seen from here may serve `home`: somebody uses it. */
export function refuseUnseen(home: string, socketFolder: string): void {
  if (readSeat(home)?.processes !== seatHere(socketFolder).processes) throw inUse(home);
}

/** Throws {@link DatabaseInUseElsewhere} where the server of `home` is seen from here and its socket lies in a folder that is not. */
export function refuseUnreachable(home: string, socketFolder: string): void {
  refuseUnseen(home, socketFolder);
  if (readSeat(home)?.sockets !== seatHere(socketFolder).sockets) throw inUse(home);
}

function inUse(home: string): DatabaseInUseElsewhere {
  return new DatabaseInUseElsewhere(
    `The database in ${home} is in use by an Exhibit in another container or with another /tmp, and one folder has one PostgreSQL: run this there (with Docker, "docker compose exec exhibit …"), or stop that Exhibit first.`,
  );
}

function seatFile(home: string): string {
  return join(home, "postgres.seat");
}

function readSeat(home: string): Seat | undefined {
  try {
    return JSON.parse(readFileSync(seatFile(home), "utf8")) as Seat;
  } catch {
    return undefined;
  }
}

function seatHere(socketFolder: string): Seat {
  return { processes: `${bootId()} ${processNamespace()}`, sockets: folderId(dirname(socketFolder)) };
}

/** Which start of which machine: a disk that several machines mount has a server on one of them. */
function bootId(): string {
  return attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
}

/** Numbers of processes mean the same within it (Linux, namespaces(7)); elsewhere there is one. */
function processNamespace(): string {
  return attempt(() => readlinkSync("/proc/self/ns/pid"));
}

function folderId(folder: string): string {
  return attempt(() => {
    const { dev, ino } = statSync(folder);
    return `${dev}:${ino}`;
  });
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
