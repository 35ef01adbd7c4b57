import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { machineClock } from "#server/clock.ts";
import { prepare } from "#server/vault/prepare.ts";
import { installedPostgres } from "../../scripts/local-postgres.ts";

const BINARIES = installedPostgres();
const isThere = BINARIES !== undefined && existsSync(`${BINARIES}/pg_basebackup`);
let folder: string;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-wal-"));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
const url = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
/** PostgreSQL refuses to run as root. */
const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid!(), process.getgid!()];
const run = (program: string, args: string[]) =>
  execFileSync(`${BINARIES}/${program}`, args, { uid, gid, stdio: "pipe", cwd: folder });

/** Starts a server on a data folder and waits until it takes changes. */
async function start(data: string, port: number): Promise<void> {
  const args = ["-D", at(data), "-p", String(port), "-k", folder, "-h", "127.0.0.1"];
  const server = spawn(`${BINARIES}/postgres`, args, { uid, gid, stdio: "ignore", cwd: folder });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  stop = async () => {
    server.kill("SIGINT");
    await ended;
  };
  for (let tries = 0; tries < 300; tries += 1) {
    const taken = await query(port, "SELECT pg_is_in_recovery() AS waits").catch(() => undefined);
    if (taken?.[0]?.waits === false) return;
    await setTimeout(100);
  }
  throw new Error("PostgreSQL did not start");
}

async function query(port: number, text: string) {
  const client = new pg.Client({ connectionString: url(port) });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test.skipIf(!isThere)(
  "an installation on its own PostgreSQL goes back to a moment by the log that was archived",
  async () => {
    const port = 20_000 + (process.pid % 20_000);
    for (const name of ["wal", "base"]) {
      await mkdir(at(name));
      await chown(at(name), uid, gid);
    }
    await chown(folder, uid, gid);
    run("initdb", ["-D", at("data"), "-U", "postgres", "-A", "trust"]);
    const archive = `test ! -f ${at("wal")}/%f && cp %p ${at("wal")}/.%f && sync ${at("wal")}/.%f && mv ${at("wal")}/.%f ${at("wal")}/%f`;
    await appendFile(
      path.join(at("data"), "postgresql.conf"),
      `archive_mode = on\narchive_timeout = 300\narchive_command = '${archive}'\n`,
    );
    await start("data", port);
    const secrets = { current: Buffer.alloc(32, "point in time"), previous: [] };
    await prepare(url(port), secrets, machineClock);
    run("pg_basebackup", [
      "-D",
      at("base/one"),
      "-X",
      "none",
      "-c",
      "fast",
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-U",
      "postgres",
    ]);
    const note = (words: string) => query(port, `CREATE TABLE public.${words} (at timestamptz DEFAULT now())`);
    await note("kept");
    await setTimeout(1_100);
    const [{ moment }] = await query(port, "SELECT now()::text AS moment");
    await setTimeout(1_100);
    await note("too_late");
    await query(port, "SELECT pg_switch_wal()");
    const [{ name }] = await query(port, "SELECT pg_walfile_name(pg_current_wal_lsn() - 1) AS name");
    for (let tries = 0; !existsSync(path.join(at("wal"), name)) && tries < 100; tries += 1) await setTimeout(100);
    await stop!();

    await cp(at("base/one"), at("again"), { recursive: true });
    execFileSync("chown", ["-R", `${uid}:${gid}`, at("again")]);
    await chmod(at("again"), 0o700);
    await writeFile(path.join(at("again"), "recovery.signal"), "");
    await appendFile(
      path.join(at("again"), "postgresql.conf"),
      `archive_mode = off\nrestore_command = 'cp ${at("wal")}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
    );
    await start("again", port);
    const tables = await query(port, "SELECT relname FROM pg_class WHERE relname IN ('kept', 'too_late')");
    expect(tables).toEqual([{ relname: "kept" }]);
    // Files that are newer than the moment have no row now: the sweep must know that this is another history.
    const [{ lineage, here }] = await query(
      port,
      "SELECT lineage, s.system_identifier || '/' || c.timeline_id AS here FROM app.scrub, pg_control_system() s, pg_control_checkpoint() c",
    );
    expect([lineage, here]).toEqual([expect.stringMatching(/\/1$/), expect.stringMatching(/\/2$/)]);
    // And it is an installation: its vault opens, and nothing is left to migrate.
    expect(Object.keys((await prepare(url(port), secrets, machineClock)).logins)).toContain("app_user");
  },
  180_000,
);
