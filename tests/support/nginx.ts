import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "./eventually.ts";

const BINARY = "/usr/sbin/nginx";
const given = readFileSync(path.resolve(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");

/** Whether this machine has nginx. */
export const hasNginx = existsSync(BINARY);

/** An nginx with the configuration of `deploy`, without its TLS. */
export interface Nginx {
  /** Sends what arrives from now on to another port; what is under way stays where it is. */
  moveTo(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one that listens on `port` and passes on to `upstream`. */
export async function startNginx(folder: string, port: number, upstream: number): Promise<Nginx> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "nginx.conf");
  const configure = async (to: number) => {
    const site = given
      .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, "")
      .replace("listen 443 ssl http2", `listen 127.0.0.1:${port}`)
      .replace(/^ *ssl_.*\n/gm, "")
      .replaceAll("limit_conn visitors 64;", "")
      .replace("127.0.0.1:3000", `127.0.0.1:${to}`)
      // It listens on no port that has a name of its own.
      .replace("Host $host;", "Host $http_host;");
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    await writeFile(
      file,
      `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
      events { worker_connections 16384; } http { access_log off; ${temporary.join(" ")} ${site} }`,
    );
  };
  await configure(upstream);
  const child = spawn(BINARY, ["-p", folder, "-c", file], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(path.join(folder, "error.log"), "utf8"));
    return await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => undefined,
    );
  };
  await eventually("nginx", answers);
  return {
    moveTo: async (to) => {
      await configure(to);
      child.kill("SIGHUP");
      // Workers of before end when they have answered.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
