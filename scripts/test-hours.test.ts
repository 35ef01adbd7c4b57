import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { environmentAt, findFakeTime } from "./fake-time.ts";
import { moments } from "./test-hours.ts";

test("there are four hours, a leap day, a year's end and two zones", () => {
  const hours = new Set(moments.filter(({ zone }) => zone === "UTC").map(({ at }) => at.slice(11, 13)));
  expect([...hours]).toEqual(expect.arrayContaining(["00", "06", "12", "23"]));
  const days = moments.map(({ at }) => at.slice(5, 10));
  expect(days).toEqual(expect.arrayContaining(["02-29", "12-31"]));
  for (const { at } of moments) expect(new Date(at).toISOString()).toBe(at.replace("Z", ".000Z"));
  expect(new Set(moments.map(({ zone }) => zone)).size).toBe(3);
});

test.skipIf(!findFakeTime()).each(moments)("a process lives at $name, and its timers go on", ({ at, zone, name }) => {
  const env = environmentAt(findFakeTime()!, { at, zone, name }, machineNow());
  const script = `setTimeout(() => console.log(JSON.stringify([Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone])), 50)`;
  const { stdout } = spawnSync(process.execPath, ["--eval", script], { env, encoding: "utf8", timeout: 60_000 });
  const [now, place] = JSON.parse(stdout) as [number, string];
  expect(place).toBe(zone);
  expect(now).toBeGreaterThanOrEqual(Date.parse(at) - 2_000);
  expect(now).toBeLessThan(Date.parse(at) + 120_000);
});

/** What the machine says, also where this test itself lives at another time. */
function machineNow(): Date {
  const { LD_PRELOAD: _, FAKETIME: __, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ["--print", "Date.now()"], { env, encoding: "utf8" });
  return new Date(Number(stdout));
}
