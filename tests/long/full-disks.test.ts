import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { startServer } from "../support/cluster.ts";
import { attentionTold } from "../support/attention-told.ts";
import { eventually } from "../support/eventually.ts";
import { hasOwnPostgres, OwnPostgres } from "../support/own-postgres.ts";
import { Person } from "../support/person.ts";
import { freePort, ServerProcess } from "../support/server-process.ts";
import { smallDisk } from "../support/small-disk.ts";
import type { SmallDisk } from "../support/small-disk.ts";
import { fileSteadily } from "../support/steady-filing.ts";
import { unplanned } from "../support/unplanned.ts";

const MINUTE = 60_000;
const METRICS_TOKEN = "of-the-tests-of-disks";
const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Where a disk may be mounted; a machine that lets nobody do so cannot tell. */
const probe = smallDisk(1);
probe?.unmount();

const MB = 1024 ** 2;
/** Room left, around what the store of files keeps for others (256 MB), and down to none, where mails and anchors meet the end. */
const rooms = [300, 258, 256.1, 256, 255.9, 128, 1, 0.06, 0.01, 0.004, 0].map((megabytes) =>
  Math.round(megabytes * MB),
);

async function fillAgainAndAgain(disk: SmallDisk): Promise<void> {
  for (const room of [...rooms, ...rooms.toReversed()]) {
    disk.leave(room);
    await setTimeout(700);
  }
}

test.skipIf(!probe)(
  "a disk of files that fills up again and again answers so, loses nothing, and is told within a minute",
  { timeout: 10 * MINUTE },
  async () => {
    const disk = smallDisk(420)!;
    closers.push(() => disk.unmount());
    const database = await startServer({ throwAway: false });
    closers.push(() => database.stop());
    const server = await ServerProcess.on(path.join(disk.folder, "data"), {
      DATABASE_URL: database.url,
      METRICS_TOKEN,
    });
    closers.push(() => server.stop("SIGKILL"));
    await server.start();
    const ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
    const company = await ana.found("Full and Fuller");
    const load = fileSteadily(ana, company, 3);
    await fillAgainAndAgain(disk);
    disk.leave(0);
    const query = new URLSearchParams({ name: "A", fileName: "a.txt", type: "Document", controls: "XC-01" });
    const refused = await ana.upload(`/companies/${company}/evidence?${query}`, randomBytes(200_000));
    expect([refused.status, refused.body.code]).toEqual([507, "storage-full"]);
    expect(refused.response.headers.get("retry-after")).toBe("300");
    const item = { name: "B", fileName: "b.bin", type: "Document", controls: ["XC-01"] };
    const content = randomBytes(200_000).toString("base64");
    const batch = await ana.post(`/companies/${company}/evidence-batches`, { items: [{ ...item, content }] });
    expect([batch.status, batch.body.code]).toEqual([507, "storage-full"]);
    // What needs no room for files goes on.
    expect((await ana.get(`/companies/${company}/evidence?limit=1`)).status).toBe(200);
    const told = await eventually("a signal", async () =>
      (await attentionTold(server, METRICS_TOKEN)).find((key) => key === "disk"),
    );
    expect(told).toBe("disk");
    disk.leave(300 * MB);
    await load.stop();
    console.info(`files: ${load.sent()} changes, answers ${JSON.stringify([...load.statuses])}`);
    expect(await load.check()).toEqual([]);
    expect(load.statuses.get(507)).toBeGreaterThan(0);
    expect(unplanned(server, load.statuses)).toEqual([]);
  },
);

test.skipIf(!probe || !hasOwnPostgres)(
  "a disk of the database that is full answers so, comes back by itself with room, and loses nothing",
  { timeout: 10 * MINUTE },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-full-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const disk = smallDisk(400)!;
    closers.push(() => disk.unmount());
    const settings = "max_wal_size = 64MB\nmin_wal_size = 32MB";
    const database = await OwnPostgres.create(path.join(disk.folder, "pg"), "data", await freePort(), settings);
    closers.push(() => database.kill());
    await database.start();
    const server = await ServerProcess.on(path.join(folder, "data"), { DATABASE_URL: database.url, METRICS_TOKEN });
    closers.push(() => server.stop("SIGKILL"));
    await server.start();
    const ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
    const load = fileSteadily(ana, await ana.found("Full and Fuller"), 3);
    let restarts = 0;
    for (const room of [0, 64, 256, 1024, 4096, 16_384]) {
      disk.leave(room * 1024);
      await setTimeout(2_000);
      disk.leave(64 * MB);
      // PostgreSQL ends itself where its log has no room; whoever runs it starts it again.
      if (!database.isRunning) {
        restarts += 1;
        await database.start();
      }
      await eventually("a process that is ready again", async () => {
        const answer = await fetch(`${server.url}/readyz`).catch(() => undefined);
        return answer?.status === 200 || undefined;
      });
    }
    await load.stop();
    console.info(`database: ${load.sent()} changes, ${restarts} starts, answers ${JSON.stringify([...load.statuses])}`);
    expect(await load.check()).toEqual([]);
    expect(load.statuses.get(503)).toBeGreaterThan(0);
    expect(unplanned(server, load.statuses)).toEqual([]);
  },
);
