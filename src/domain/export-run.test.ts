import { expect, test } from "vitest";
import { exportStanding } from "./export-run.ts";

const createdAt = new Date("2026-11-21T10:00:00Z");
const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);

test.each([
  ["waits for its download", "waiting", 0, 59, "waiting", undefined],
  ["is given up when nobody downloads it for an hour", "waiting", 0, 60, "failed", "export-expired"],
  ["goes on for hours while it moves", "working", 300, 314, "working", undefined],
  ["is given up when it has not moved for a quarter of an hour", "working", 300, 315, "failed", "export-interrupted"],
  ["stays done", "done", 3, 10_000, "done", undefined],
  ["stays cancelled", "cancelled", 3, 10_000, "cancelled", undefined],
] as const)("an export %s", (_, state, moved, now, standing, failure) => {
  expect(exportStanding({ state, createdAt, movedAt: after(moved) }, after(now))).toEqual({
    state: standing,
    ...(failure && { failure }),
  });
});
