import { expect, test } from "vitest";
import { sayCollection } from "./collection-words.ts";

const now = new Date("2026-03-05T12:00:00Z");
const read = (lastCollectedAt: string | null) => ({
  state: "connected" as const,
  lastCollectedAt,
  connectedAt: "2026-03-05T11:30:00Z",
  hours: [{ slot: "2026-03-05T03:00:00Z", state: "missed" as const, changed: false }],
});

test("home says how many accounts are connected, and counts those that somebody must look after", () => {
  const { sentence, well, gaps } = sayCollection([read("2026-03-05T11:20:00Z")], now);
  expect([sentence, well, gaps]).toEqual(["1 account connected", true, "1 hour was missed in the last 24."]);
  const broken = { ...read("2026-03-05T11:20:00Z"), state: "needs attention" as const, hours: [] };
  const paused = { ...broken, state: "paused" as const };
  const all = sayCollection([read("2026-03-05T09:59:00Z"), read(null), broken, paused], now);
  expect(all.sentence).toBe("4 accounts connected: 1 not collected for 2 hours, 1 needs attention, 1 paused");
  expect([all.well, all.gaps]).toEqual([false, "2 hours were missed in the last 24."]);
});

test("an account that is only about to be connected is not counted as one", () => {
  const { sentence } = sayCollection([{ ...read(null), state: "confirming" as const }], now);
  expect(sentence).toBe("1 account is being connected");
});

test("what is late follows from how often this installation reads", () => {
  const hours = ["11:15", "11:30"].map((time) => ({
    slot: `2026-03-05T${time}:00Z`,
    state: "complete" as const,
    changed: false,
  }));
  const { sentence } = sayCollection([{ ...read("2026-03-05T11:20:00Z"), hours }], now);
  expect(sentence).toBe("1 account connected: 1 not collected for 30 minutes");
});

test("where nothing is connected it says nothing", () => {
  expect(sayCollection([], now).none).toBe(true);
});
