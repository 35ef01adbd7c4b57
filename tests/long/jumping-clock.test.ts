import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { findFakeTime } from "../../scripts/fake-time.ts";
import { startServer } from "../support/cluster.ts";
import { attentionTold } from "../support/attention-told.ts";
import { eventually } from "../support/eventually.ts";
import { Person } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";
import { fileSteadily } from "../support/steady-filing.ts";
import { unplanned } from "../support/unplanned.ts";

const library = findFakeTime();
const HOUR = 3600;
/** Seconds from the right time: a machine that woke, one that was set back, summer time mistaken, a day and a leap. */
const jumps = [0, 61, -61, HOUR, -HOUR, 0, 26 * HOUR, -26 * HOUR, 0];

const METRICS_TOKEN = "of-the-tests-of-clocks";
const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

test.skipIf(!library)(
  "a clock that jumps forth and back while people work loses and doubles nothing, and no answer is unplanned",
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-clock-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const clock = path.join(folder, "clock");
    await writeFile(clock, "+0s");
    const database = await startServer({ throwAway: false });
    closers.push(() => database.stop());
    const server = await ServerProcess.on(path.join(folder, "data"), {
      DATABASE_URL: database.url,
      METRICS_TOKEN,
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    });
    closers.push(() => server.stop("SIGKILL"));
    await server.start();
    const ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
    const load = fileSteadily(ana, await ana.found("Out of Time"), 3);
    for (const seconds of jumps) {
      await writeFile(clock, `${seconds < 0 ? "" : "+"}${seconds}s`);
      await eventually(`a clock that is ${seconds} s off`, async () => {
        const { headers } = await fetch(`${server.url}/healthz`);
        const off = (Date.parse(headers.get("date") ?? "") - Date.now()) / 1_000;
        return Math.abs(off - seconds) < 5 || undefined;
      });
      await setTimeout(2_500);
      const isOff = Math.abs(seconds) > 60;
      await eventually(`health that names ${isOff ? "the clock" : "nothing"}`, async () =>
        (await attentionTold(server, METRICS_TOKEN)).includes("clock") === isOff ? true : undefined,
      );
    }
    // A day ahead her session had ended, and that it had is not taken back.
    expect((await ana.signIn()).status).toBe(200);
    await load.stop();
    console.info(`${load.sent()} changes, ${jumps.length} jumps, answers ${JSON.stringify([...load.statuses])}`);
    expect(await load.check()).toEqual([]);
    expect(unplanned(server, load.statuses, [401])).toEqual([]);
    expect(load.statuses.get(201)).toBeGreaterThan(20);
  },
);
