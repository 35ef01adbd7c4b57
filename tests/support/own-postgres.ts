import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, chown, mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { installedPostgres } from "../../scripts/local-postgres.ts";

const BINARIES = installedPostgres();

/** Whether this machine has the programs of a PostgreSQL of its own. */
export const hasOwnPostgres = BINARIES !== undefined && existsSync(`${BINARIES}/pg_basebackup`);

/** PostgreSQL refuses to run as root. */
const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const run = (program: string, args: readonly string[]) =>
  execFileSync(`${BINARIES}/${program}`, args, { uid, gid, stdio: "pipe", cwd: "/" });

/** A PostgreSQL that an operator runs beside Exhibit, to be killed, copied and promoted. */
export class OwnPostgres {
  readonly data: string;
  readonly port: number;
  #server: ChildProcess | undefined;

  private constructor(data: string, port: number) {
    this.data = data;
    this.port = port;
  }

  /** A new cluster in a folder of `folder`, which that account can enter. */
  static async create(folder: string, name: string, port: number, settings = ""): Promise<OwnPostgres> {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await chown(folder, uid, gid);
    // The account must be able to pass through what belongs to another.
    await chmod(path.dirname(folder), 0o755);
    const own = new OwnPostgres(path.join(folder, name), port);
    run("initdb", ["-D", own.data, "-U", "postgres", "-A", "trust"]);
    await appendFile(path.join(own.data, "postgresql.conf"), `\n${settings}\n`);
    return own;
  }

  /** A standby that follows this one. */
  async standby(name: string, port: number): Promise<OwnPostgres> {
    const own = new OwnPostgres(path.join(path.dirname(this.data), name), port);
    run("pg_basebackup", [
      "-D",
      own.data,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
      "-h",
      "127.0.0.1",
      "-p",
      String(this.port),
      "-U",
      "postgres",
    ]);
    return own;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /**
   * Starts it and waits until it answers. Begun again where it ends, as a service manager does: after a kill it refuses to start
   * while one of the old server's processes has not yet noticed that the first is gone.
   */
  async start(): Promise<void> {
    const folder = path.dirname(this.data);
    const args = ["-D", this.data, "-p", String(this.port), "-k", folder, "-h", "127.0.0.1"];
    for (let tries = 0; tries < 600; tries += 1) {
      if (!this.isRunning)
        this.#server = spawn(`${BINARIES}/postgres`, args, { uid, gid, stdio: "ignore", cwd: folder });
      if (await this.query("SELECT 1").catch(() => undefined)) return;
      await setTimeout(100);
    }
    throw new Error("PostgreSQL did not start");
  }

  /** Ends it as a power cut would, and waits for the end. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await ended;
  }

  /** Whether its process still runs. */
  get isRunning(): boolean {
    const server = this.#server;
    return server !== undefined && server.exitCode === null && server.signalCode === null;
  }

  /** Makes a standby the one that takes changes. */
  promote(): void {
    run("pg_ctl", ["promote", "-D", this.data, "-w"]);
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
