import { expect, test } from "vitest";
import { isChanging } from "./connection.ts";
import type { Connection } from "./connection.ts";

const hours = (...states: Connection["hours"][number]["state"][]) =>
  states.map((state) => ({ slot: "2026-11-24T05:00:00.000Z", state, changed: false }));
const collected = {
  state: "connected",
  attention: null,
  running: null,
  lastCollectedAt: "2026-11-24T05:00:00.000Z",
  hours: hours("none", "complete"),
} as const;

test("a connection is asked again soon until its first collection is seen to end, also between two of its steps", () => {
  const first = { ...collected, lastCollectedAt: null };
  expect(isChanging({ ...first, state: "linking", hours: hours("none") })).toBe(true);
  expect(isChanging({ ...first, hours: hours("none", "none") })).toBe(true);
  expect(isChanging({ ...first, hours: hours("none", "open") })).toBe(true);
  expect(isChanging(collected)).toBe(false);
});

test("nothing is asked again soon after a failure, while a person must act, or when no collection is due", () => {
  const first = { ...collected, lastCollectedAt: null };
  expect(isChanging({ ...first, hours: hours("none", "failed") })).toBe(false);
  expect(isChanging({ ...first, hours: hours("missed", "none") })).toBe(false);
  expect(isChanging({ ...first, attention: "The key was refused.", hours: hours("none") })).toBe(false);
  expect(isChanging({ ...first, state: "linking", attention: "The key was refused." })).toBe(false);
  expect(isChanging({ ...first, state: "paused", hours: hours("none") })).toBe(false);
  expect(isChanging({ ...first, state: "confirming", hours: hours("none") })).toBe(false);
});
