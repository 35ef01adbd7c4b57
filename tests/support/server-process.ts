import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { eventually } from "./eventually.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The real server as a process of its own, to be killed and started again on the same data. */
export class ServerProcess {
  readonly dataDir: string;
  readonly port: number;
  readonly env: Record<string, string>;
  /** Where its program lies: another version's, for a test of upgrades. */
  program = path.join(root, "src/server/app/main.ts");
  /** A listening socket that it is started with, as systemd would. */
  socket: number | undefined;
  /** How many files it may have open at once; as many as the machine lets it where that is not said. */
  filesOpen: number | undefined;
  output = "";
  #child: ChildProcess | undefined;

  private constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.dataDir = dataDir;
    this.port = port;
    this.env = env;
  }

  static async on(dataDir: string, env: Record<string, string> = {}, port?: number): Promise<ServerProcess> {
    return new ServerProcess(dataDir, port ?? (await freePort()), env);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** The process that was started; what serves is a child of it. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Resolves with its exit code when it ends by itself. */
  ended(): Promise<number | null> {
    return new Promise((resolve) => this.#child!.once("exit", resolve));
  }

  /** Starts it and waits until it says that it is ready; answers how many milliseconds that took. */
  async start(): Promise<number> {
    const began = performance.now();
    const held = this.socket === undefined ? "" : "LISTEN_PID=$$ LISTEN_FDS=1 ";
    const files = this.filesOpen === undefined ? "" : `ulimit -n ${this.filesOpen} && `;
    const child = spawn(
      "sh",
      ["-c", `${files}${held}exec "$0" "$@"`, process.execPath, "--disable-warning=ExperimentalWarning", this.program],
      {
        cwd: root,
        env: {
          PATH: process.env["PATH"] ?? "",
          // Programs are read and compiled once for all of these, as `npm start` has it.
          ...(process.env["NODE_COMPILE_CACHE"] && { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] }),
          DATA_DIR: this.dataDir,
          PORT: String(this.port),
          HOST: "localhost",
          // Whose test is not about the demo does not wait for its sample company.
          DEMO: "off",
          ...this.env,
        },
        stdio: ["ignore", "pipe", "pipe", this.socket ?? "ignore"],
      },
    );
    this.#child = child;
    this.output = "";
    const ready = new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        this.output += chunk.toString();
        if (this.output.includes("Exhibit is ready")) resolve();
      };
      child.stdout!.on("data", hear);
      child.stderr!.on("data", hear);
      child.once("exit", (code) =>
        reject(new Error(`the server ended with ${code} before it was ready:\n${this.output}`)),
      );
    });
    await ready;
    return performance.now() - began;
  }

  /** Sends a signal and waits for the end; answers with the exit code, null when the signal itself ended it. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill(signal);
    return await ended;
  }

  /** The token in the newest mail to an address that has one. */
  tokenFor(email: string): Promise<string> {
    return this.mailedTo(email, /access_token=([\w-]+)/);
  }

  /** What the newest mail to an address that matches says in the pattern's group, once it has been written. */
  async mailedTo(email: string, pattern: RegExp): Promise<string> {
    const outbox = path.join(this.dataDir, "outbox");
    return await eventually(`a mail to ${email}`, async () => {
      for (const file of (await readdir(outbox).catch(() => [] as string[])).sort().reverse()) {
        if (!file.endsWith(".eml")) continue;
        const text = (await readFile(path.join(outbox, file), "utf8")).replace(/=\n/g, "").replaceAll("=3D", "=");
        const found = text.includes(`To: ${email}`) ? pattern.exec(text)?.[1] : undefined;
        if (found) return found;
      }
      return undefined;
    });
  }
}

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    // Below what systems give to whoever asks for any port, or for a way out: nobody takes it before it is used.
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    const free = await once(probe.listen(port, "localhost"), "listening").then(
      () => !given.has(port),
      () => false,
    );
    await new Promise((resolve) => probe.close(resolve));
    if (!free) continue;
    given.add(port);
    return port;
  }
}

/** No port is given twice by one process. */
const given = new Set<number>();
