import { expect, test } from "vitest";
import { dueWords } from "./due-words.ts";

const now = new Date("2026-11-22T15:00:00.000Z");
const said = (due: string) => dueWords(new Date(due), now);

test("what is due by the end of a day is due that day, whatever the hour", () => {
  expect(said("2026-11-23T00:00:00.000Z")).toEqual({ words: "due today", isLate: false });
  expect(said("2026-11-22T23:00:00.000Z").words).toBe("due today");
  expect(said("2026-11-24T00:00:00.000Z").words).toBe("due tomorrow");
  expect(said("2026-12-02T00:00:00.000Z").words).toBe("in 9 days");
});

test("what is over is late from that moment on", () => {
  expect(said("2026-11-22T15:00:00.000Z")).toEqual({ words: "1 day overdue", isLate: true });
  expect(said("2026-11-21T00:00:00.000Z").words).toBe("2 days overdue");
  expect(said("2026-08-25T15:00:00.000Z").words).toBe("89 days overdue");
  expect(said("2024-04-03T09:00:00.000Z").words).toBe("32 months overdue");
});
