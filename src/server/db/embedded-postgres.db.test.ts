import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isRoot } from "#tests/support/machine.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { testPostgres } from "#tests/support/test-postgres.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { EmbeddedPostgresOptions } from "./embedded-postgres.ts";
import { bundledBinaries } from "./postgres-binaries.ts";
import { isPostmaster } from "./postmaster.ts";

const binaries = testPostgres;

// Making a cluster takes a second of a whole core: it is made once, and most tests begin with a copy of it.
const made = mkdtempSync(join(tmpdir(), "exhibit-test-"));
beforeAll(async () => (await startEmbeddedPostgres(made, { binaries, throwAway: true })).stop());
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** A DATA_DIR of its own, whose servers are stopped when the test has finished; `empty` before the first start. */
function newDataDir({ parent, empty = false }: { parent?: string; empty?: boolean } = {}) {
  const dataDir = temporaryFolder(parent);
  if (!empty) {
    // As root, who PostgreSQL does not run as, only a copy with its owners is of use.
    execFileSync("cp", ["-a", join(made, "pg"), join(made, "postgres.password"), dataDir]);
  }
  const start = async (options: EmbeddedPostgresOptions = {}) => {
    const server = await startEmbeddedPostgres(dataDir, { binaries, throwAway: true, ...options });
    onTestFinished(() => server.stop());
    return server;
  };
  return { dataDir, start };
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

test("what is committed is there after a stop and a start, and the second start is quick", async () => {
  const { dataDir, start } = newDataDir({ empty: true });
  const timed = async () => {
    const begun = performance.now();
    return [await start(), performance.now() - begun] as const;
  };
  const [first, tookFirst] = await timed();
  await ask(first.url, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('still here')");
  await first.stop();
  expect(isPostmaster(first.pid, join(dataDir, "pg"))).toBe(false);

  const [second, took] = await timed();
  console.log(`second start: ${Math.round(took)} ms`);
  // Whatever the machine: it makes no cluster and recovers nothing.
  expect(took).toBeLessThan(tookFirst / 2);
  expect(await ask(second.url, "SELECT word FROM kept")).toEqual([["still here"]]);
  expect(existsSync(join(dataDir, "postgres.log.previous"))).toBe(true);
});

test("it flushes to disk, checks its pages, and listens on a private socket only", async () => {
  const { start } = newDataDir();
  const { url } = await start({ throwAway: false, settings: { max_connections: "23" } });
  const names = [
    "fsync",
    "full_page_writes",
    "data_checksums",
    "listen_addresses",
    "server_encoding",
    "max_connections",
  ];
  const found = await ask(url, `SELECT ${names.map((name) => `current_setting('${name}')`).join()}`);
  expect(found).toEqual([["on", "on", "on", "", "UTF8", "23"]]);
  const socketFolder = new URL(url).searchParams.get("host")!;
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
});

test("after kill -9 of PostgreSQL it starts again with what was committed", async () => {
  const { start } = newDataDir();
  const first = await start({ throwAway: false });
  await ask(first.url, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('still here')");
  process.kill(first.pid, "SIGKILL");
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.url, "SELECT word FROM kept")).toEqual([["still here"]]);
});

test("kill -9 of the application leaves a server that the next one shares, and stops at its end", async () => {
  const { dataDir, start } = newDataDir();
  const program = `
    import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
    const [dataDir, binaries] = process.argv.slice(1);
    const { pid } = await startEmbeddedPostgres(dataDir, { binaries });
    console.log(pid);
    setInterval(() => {}, 1000);
  `;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program, dataDir];
  const application = spawn(process.execPath, binaries ? [...args, binaries] : args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(application.stdout, "data")) as [Buffer];
  application.kill("SIGKILL");
  await once(application, "exit");

  const next = await start();
  expect(next.pid).toBe(Number(said.toString()));
  await next.stop();
  expect(isPostmaster(next.pid, join(dataDir, "pg"))).toBe(false);
});

test("two who start at the same moment share one server, and the last one to leave stops it", async () => {
  const { dataDir, start } = newDataDir({ empty: true });
  const [first, other] = await Promise.all([start(), start()]);
  expect(other.pid).toBe(first.pid);
  await first.stop();
  expect(await ask(other.url, "SELECT 1")).toEqual([[1]]);
  await other.stop();
  expect(isPostmaster(first.pid, join(dataDir, "pg"))).toBe(false);
});

test("a pid file whose pid belongs to another program now does not keep it from starting", async () => {
  const { dataDir, start } = newDataDir();
  const first = await start();
  process.kill(first.pid, "SIGKILL");
  // The pid of this very test: alive, and certainly not PostgreSQL.
  writeFileSync(join(dataDir, "pg", "postmaster.pid"), `${process.pid}\n${dataDir}/pg\n1\n5432\n/nowhere\n`);
  const second = await start();
  expect(await ask(second.url, "SELECT 1")).toEqual([[1]]);
});

test("a server whose socket was cleaned away is replaced", async () => {
  const { start } = newDataDir();
  const first = await start();
  rmSync(new URL(first.url).searchParams.get("host")!, { recursive: true });
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.url, "SELECT 1")).toEqual([[1]]);
});

test("one folder has one PostgreSQL: a command that cannot see the server refuses in one sentence, and touches nothing", async () => {
  const { dataDir, start } = newDataDir();
  const first = await start();
  await ask(first.url, "CREATE TABLE kept (word text)");
  const seat = join(dataDir, "postgres.seat");
  const here = JSON.parse(readFileSync(seat, "utf8")) as { processes: string; sockets: string };
  const pidFile = join(dataDir, "pg", "postmaster.pid");
  const wrote = readFileSync(pidFile, "utf8");

  // As from another container: the number in the pid file is somebody else's here, or nobody's.
  writeFileSync(seat, JSON.stringify({ ...here, processes: "another boot pid:[1]" }));
  writeFileSync(pidFile, wrote.replace(`${first.pid}`, `${process.pid}`));
  await expect(start()).rejects.toThrow(/is in use by an Exhibit in another container .*docker compose exec/);
  expect(readFileSync(pidFile, "utf8")).toContain(`${process.pid}`);
  writeFileSync(pidFile, wrote);

  // As under another /tmp: the server is seen, and its socket is not. It is not stopped.
  const { host } = Object.fromEntries(new URL(first.url).searchParams) as { host: string };
  writeFileSync(seat, JSON.stringify({ ...here, sockets: "1:1" }));
  renameSync(host, `${host}.away`);
  await expect(start()).rejects.toThrow("is in use");
  renameSync(`${host}.away`, host);
  expect(await ask(first.url, "SELECT count(*)::int FROM kept")).toEqual([[0]]);

  // Where its processes ended, nobody holds the lock, and the next start recovers, from wherever it comes.
  await first.stop();
  expect(await ask((await start()).url, "SELECT count(*)::int FROM kept")).toEqual([[0]]);
});

test("a data folder that cannot be used is explained with PostgreSQL's own reason", async () => {
  const { dataDir, start } = newDataDir();
  await (await start()).stop();
  writeFileSync(join(dataDir, "pg", "PG_VERSION"), "9.6\n");
  await expect(start()).rejects.toThrow(/did not start on .*\/pg: .*initialized by PostgreSQL version 9\.6/);
});

test("a half-made cluster is made anew", async () => {
  const { dataDir, start } = newDataDir({ empty: true });
  mkdirSync(join(dataDir, "pg.new"), { recursive: true });
  writeFileSync(join(dataDir, "pg.new", "PG_VERSION"), "18\n");
  expect(await ask((await start()).url, "SELECT 1")).toEqual([[1]]);
});

/** Tries to come in as the administrator, from a process of its own under the given ids; answers what it was told. */
function knock(url: string, password: string, ids: { uid?: number; gid?: number } = {}): string {
  const host = new URL(url).searchParams.get("host");
  const program = `
    const { Client } = require(${JSON.stringify(createRequire(import.meta.url).resolve("pg"))});
    new Client({ host: ${JSON.stringify(host)}, user: "postgres", database: "postgres", password: ${JSON.stringify(password)} })
      .connect().then(() => "admitted", (error) => error.code ?? error.message)
      .then((said) => { console.log(said); process.exit(); });
  `;
  return execFileSync(process.execPath, ["--eval", program], { ...ids, cwd: "/", encoding: "utf8", env: {} }).trim();
}

test("S11: nobody comes in without the password, which lies in a file for this account alone", async () => {
  const { dataDir, start } = newDataDir({ empty: true });
  const { url } = await start();
  expect(knock(url, new URL(url).password)).toBe("admitted");
  expect(knock(url, "postgres")).toBe("28P01");
  expect(statSync(join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600);
});

test("S11: a cluster that trusted everybody asks for the password from its next start on, and has its data", async () => {
  const { dataDir, start } = newDataDir();
  const first = await start();
  await ask(first.url, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('still here')");
  await first.stop();
  writeFileSync(join(dataDir, "pg", "pg_hba.conf"), "local all all trust\n");
  rmSync(join(dataDir, "postgres.password"));
  if (isRoot) execFileSync("chown", ["-R", "65534:65534", join(dataDir, "pg")]);
  const second = await start();
  expect(await ask(second.url, "SELECT word FROM kept")).toEqual([["still here"]]);
  expect(knock(second.url, "")).not.toBe("admitted");
});

test.skipIf(!isRoot)("S11: started by root, it runs under an id that nothing else runs under", async () => {
  const { dataDir, start } = newDataDir({ empty: true });
  const { url, pid } = await start();
  const { uid, gid } = statSync(join(dataDir, "pg"));
  expect(statSync(`/proc/${pid}`).uid).toBe(uid);
  expect([0, 65_534]).not.toContain(uid);
  expect(execFileSync("cut", ["-d:", "-f3", "/etc/passwd"], { encoding: "utf8" }).split("\n")).not.toContain(`${uid}`);
  const { password } = new URL(url);
  // Whoever else runs here does not even reach the socket, with the password or without.
  expect(knock(url, password, { uid: 65_534, gid: 65_534 })).toBe("EACCES");
  expect(knock(url, "guess", { uid, gid })).toBe("28P01");
});

test.skipIf(!isRoot)("root's own DATA_DIR admits the account PostgreSQL runs under, and no one else", async () => {
  const { dataDir, start } = newDataDir({ empty: true });
  expect(await ask((await start()).url, "SHOW data_directory")).toEqual([[join(dataDir, "pg")]]);
  const { gid } = statSync(join(dataDir, "pg"));
  expect(statSync(dataDir)).toMatchObject({ uid: 0, gid });
  expect(statSync(dataDir).mode & 0o777).toBe(0o710);
});

test.skipIf(!isRoot)("below a folder that only root may enter, it says where it keeps the data", async () => {
  const { start } = newDataDir({ parent: temporaryFolder(), empty: true });
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  const first = await start({ log });
  await ask(first.url, "CREATE TABLE kept (word text)");
  const [place] = /\/var\/lib\/exhibit-\w+(?=\/pg\.$)/.exec(said.join()) ?? [];
  onTestFinished(() => rmSync(place!, { recursive: true }));
  await first.stop();

  const second = await start({ log });
  expect(await ask(second.url, "SELECT * FROM kept")).toEqual([]);
  expect(said).toHaveLength(1);
});

test.skipIf(!isRoot)("binaries below a folder that only root may enter are copied once", async () => {
  const closed = temporaryFolder();
  const native = join(bundledBinaries(), "..");
  execFileSync("cp", ["-a", ...readdirSync(native).map((name) => join(native, name)), closed]);
  const { start } = newDataDir();
  const said: string[] = [];
  const options = { binaries: join(closed, "bin"), log: (line: string) => said.push(line) };
  const first = await start(options);
  const [place] = /\/var\/lib\/exhibit-postgres-\w+/.exec(said.join()) ?? [];
  onTestFinished(() => rmSync(place!, { recursive: true }));
  expect(await ask(first.url, "SELECT 1")).toEqual([[1]]);
  await first.stop();
  await start(options);
  expect(said).toHaveLength(1);
});
