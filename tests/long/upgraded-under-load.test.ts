import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startServer } from "../support/cluster.ts";
import { holdAddress } from "../support/held-address.ts";
import { hasNginx, startNginx } from "../support/nginx.ts";
import { Person } from "../support/person.ts";
import { freePort, ServerProcess } from "../support/server-process.ts";
import { askSteadily } from "../support/steady-requests.ts";
import type { Someone } from "../support/steady-requests.ts";
import { everyRow } from "../support/steady-verbs.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** The first version whose migrations are frozen. */
const FIRST = "51d34bd";
const hasHistory = spawnSync("git", ["cat-file", "-e", `${FIRST}^{commit}`], { cwd: root }).status === 0;
const RESTARTS = Number(process.env["RESTARTS"] ?? 3);

const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** The program of that version, with the packages of this one; answers with the folder. */
async function checkOut(folder: string): Promise<string> {
  await mkdir(folder);
  const archive = execFileSync("git", ["archive", FIRST, "src", "db", "scripts", "package.json"], {
    cwd: root,
    maxBuffer: 256 * 1024 ** 2,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

test.skipIf(!hasNginx || !hasHistory)(
  `an upgrade from the first frozen version, and ${RESTARTS} restarts after it, fail none of 50 requests a second behind nginx`,
  { timeout: 300_000 + RESTARTS * 60_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-rolling-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const database = await startServer({ throwAway: false });
    closers.push(() => database.stop());
    const [front, port] = [await freePort(), await freePort()];
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString("base64"),
      APP_URL: `http://127.0.0.1:${front}`,
      TRUSTED_PROXIES: "127.0.0.1",
      DRAIN_SECONDS: "2",
      // As in the unit: a busy machine takes longer than seven seconds for what it was asked before.
      FINISH_SECONDS: "40",
      HOST: "127.0.0.1",
    };
    const data = path.join(folder, "data");
    const { DRAIN_SECONDS: _, FINISH_SECONDS: __, ...ofThen } = env;
    const before = await ServerProcess.on(data, ofThen);
    before.program = path.join(await checkOut(path.join(folder, "before")), "src/server/main.ts");
    closers.push(() => before.stop("SIGKILL"));
    await before.start();
    const nginx = await startNginx(path.join(folder, "nginx"), front, before.port);
    closers.push(() => nginx.stop());
    const everybody: Someone[] = [];
    // One person may ask ten times a second.
    for (const name of ["Ana", "Ben", "Cora", "Dana", "Eve", "Fay"]) {
      const email = `${name.toLowerCase()}@example.test`;
      const person = await Person.signUp(env.APP_URL, name, email, (to) => before.tokenFor(to));
      everybody.push({ person, company: await person.found(`${name} Ltd`) });
    }
    const load = askSteadily(everybody, front, 50);
    closers.push(() => load.stop());
    await setTimeout(4_000);

    // The address is held from here on, by what lives longer than any process that serves on it.
    const held = holdAddress(port);
    closers.push(() => held.close());
    await nginx.moveTo(port);
    expect(await before.stop()).toBe(0);
    const after = await ServerProcess.on(data, env);
    after.socket = held.socket;
    closers.push(() => after.stop("SIGKILL"));
    const upgraded = await after.start();
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await setTimeout(3_000);
      expect(await after.stop()).toBe(0);
      await after.start();
    }
    await setTimeout(3_000);
    await load.stop();
    console.info(
      `${load.sent()} requests, ${load.failed.length} failed, longest wait ${Math.round(load.longest())} ms, started anew with ${Math.round(upgraded)} ms of migrations and start`,
    );
    expect(load.failed.slice(0, 20)).toEqual([]);
    expect(load.sent()).toBeGreaterThan(500);
    for (const { person, company } of everybody) {
      const items = await everyRow<{ name: string }>(person, `/companies/${company}/evidence?limit=200`, "items");
      expect(items.map(({ name }) => name).toSorted()).toEqual(load.filedIn(company).toSorted());
    }
    expect(load.longest()).toBeLessThan(60_000);
  },
);
