import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { attentionTold } from "../support/attention-told.ts";
import { startServer } from "../support/cluster.ts";
import { eventually } from "../support/eventually.ts";
import { s3Faults, startFaultyS3 } from "../support/faulty-s3.ts";
import type { S3FaultName } from "../support/faulty-s3.ts";
import { Person } from "../support/person.ts";
import { startS3Service } from "../support/s3-service.ts";
import { ServerProcess } from "../support/server-process.ts";
import { smallDisk } from "../support/small-disk.ts";
import { fileSteadily } from "../support/steady-filing.ts";
import { unplanned } from "../support/unplanned.ts";

const MINUTE = 60_000;
const METRICS_TOKEN = "of-the-tests-of-stores";
const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server whose files in the United States lie at `url`, and somebody who works there without a pause. */
async function working(folder: string, url: string) {
  const database = await startServer({ throwAway: false });
  closers.push(() => database.stop());
  const env = { DATABASE_URL: database.url, METRICS_TOKEN, STORAGE_US_URL: url, ALLOW_PRIVATE_ENDPOINTS: "on" };
  const server = await ServerProcess.on(path.join(folder, "data"), env);
  closers.push(() => server.stop("SIGKILL"));
  await server.start();
  const ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
  return { server, load: fileSteadily(ana, await ana.found("Here and There"), 3) };
}

/** How long it takes until a key is told, or is told no more. */
async function until(server: ServerProcess, key: string, told: boolean): Promise<number> {
  const began = performance.now();
  await eventually(`${key} ${told ? "" : "not "}told`, async () =>
    (await attentionTold(server, METRICS_TOKEN)).includes(key) === told ? true : undefined,
  );
  return Math.round(performance.now() - began);
}

/** What tells of each. */
const signalOf = (fault: S3FaultName) => (fault === "has no room" ? "writes us" : "storage us");

test(
  "a bucket that fails in eight ways is told within a minute each time, answered as away or full, and loses nothing",
  { timeout: 20 * MINUTE },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-buckets-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const service = await startS3Service();
    closers.push(() => service.close());
    const [, port] = /127\.0\.0\.1(?:%3A|:)(\d+)/.exec(service.url)!;
    const faulty = await startFaultyS3(Number(port));
    closers.push(() => faulty.close());
    const endpoint = encodeURIComponent(faulty.origin);
    const { server, load } = await working(folder, service.url.replace(/endpoint=[^&]+/, `endpoint=${endpoint}`));
    const took: string[] = [];
    for (const fault of Object.keys(s3Faults) as S3FaultName[]) {
      await setTimeout(1_000);
      faulty.have(fault);
      const told = await until(server, signalOf(fault), true);
      expect(told, fault).toBeLessThan(MINUTE);
      faulty.have(undefined);
      took.push(`${fault} ${told} ms, well again ${await until(server, signalOf(fault), false)} ms`);
    }
    await load.stop();
    console.info(`${load.sent()} changes, answers ${JSON.stringify([...load.statuses])}; ${took.join("; ")}`);
    expect(await load.check()).toEqual([]);
    expect(load.statuses.get(503)).toBeGreaterThan(0);
    expect(load.statuses.get(507)).toBeGreaterThan(0);
    expect(unplanned(server, load.statuses)).toEqual([]);
  },
);

const probe = smallDisk(1);
probe?.unmount();

test.skipIf(!probe)(
  "a place for files that is unmounted three times while people work is told within a minute, and loses nothing",
  { timeout: 10 * MINUTE },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-unmounted-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const [real, place] = [path.join(folder, "real"), path.join(folder, "us")];
    await mkdir(real);
    await mkdir(place);
    const mount = () => execFileSync("mount", ["--bind", real, place]);
    const unmount = () => execFileSync("umount", ["--lazy", place]);
    mount();
    closers.push(() => {
      try {
        unmount();
      } catch {
        // It is off already.
      }
    });
    const { server, load } = await working(folder, `file://${place}`);
    for (let time = 0; time < 3; time += 1) {
      await setTimeout(1_500);
      unmount();
      expect(await until(server, "storage us", true)).toBeLessThan(MINUTE);
      await setTimeout(500);
      mount();
      await until(server, "storage us", false);
    }
    await load.stop();
    console.info(`${load.sent()} changes, answers ${JSON.stringify([...load.statuses])}`);
    expect(await load.check()).toEqual([]);
    expect(load.statuses.get(503)).toBeGreaterThan(0);
    expect(unplanned(server, load.statuses)).toEqual([]);
  },
);
