import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { run } from "./program.ts";

/** Where the common packages put `initdb` and `postgres`, one folder for each version. */
const places = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
];
const OLDEST = 15;

/**
 * The folder with the programs of a PostgreSQL (15 or newer) that this machine has, or that Debian's package manager
 * brings when we may ask it to. Undefined when there is none. The oldest is preferred: it is the furthest from the
 * embedded one.
 */
export async function findLocalPostgres(): Promise<string | undefined> {
  return installedPostgres() ?? ((await install()) ? installedPostgres() : undefined);
}

/** The same of what is there already. */
export function installedPostgres(): string | undefined {
  const version = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1]);
  return globSync(places)
    .filter((folder) => existsSync(join(folder, "initdb")) && version(folder) >= OLDEST)
    .toSorted((a, b) => version(a) - version(b))[0];
}

async function install(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.log("No PostgreSQL is installed on this machine: asking apt-get for one.");
  const apt = (...args: string[]) => run("/usr/bin/apt-get", args, { env: { DEBIAN_FRONTEND: "noninteractive" } });
  const get = () => apt("install", "-y", "--no-install-recommends", "postgresql");
  if ((await get()).code === 0) return true;
  await apt("update");
  return (await get()).code === 0;
}
