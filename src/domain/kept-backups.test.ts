import { expect, test } from "vitest";
import { keptBackups } from "./kept-backups.ts";

const now = new Date("2026-11-26T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test("all backups of a day are kept, one of each day of a week and one of each week until 35 days, and the newest always", () => {
  const hourly = Array.from({ length: 24 * 60 }, (_, hours) => ago(hours));
  const kept = [...keptBackups(hourly, now)].map((at) => Math.round((now.getTime() - at.getTime()) / 3_600_000));
  expect(kept.filter((hours) => hours <= 24)).toHaveLength(25);
  expect(kept.filter((hours) => hours > 24 && hours <= 7 * 24).length).toBe(7);
  expect(kept.filter((hours) => hours > 7 * 24).length).toBeGreaterThanOrEqual(4);
  expect(kept.filter((hours) => hours > 7 * 24).length).toBeLessThanOrEqual(5);
  expect(Math.max(...kept)).toBeLessThanOrEqual(35 * 24);
  expect([...keptBackups([ago(9_000), ago(9_001)], now)], "however old it is").toEqual([ago(9_000)]);
});

test("what is kept today and was written before is kept from what was kept yesterday", () => {
  let kept: readonly Date[] = [];
  const oldest: number[] = [];
  for (let hour = 0; hour < 24 * 50; hour += 6) {
    const at = new Date(now.getTime() + hour * 3_600_000);
    kept = [...keptBackups([...kept, at], at)];
    const days = kept.map((each) => (at.getTime() - each.getTime()) / 86_400_000);
    oldest.push(Math.max(...days));
    expect(kept.length).toBeLessThanOrEqual(5 + 8 + 5);
  }
  expect(Math.min(...oldest.slice(4 * 40))).toBeGreaterThan(20);
});
