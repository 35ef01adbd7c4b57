import { expect, test } from "vitest";
import { holderDue, holderWords, isDeviceAnswer } from "./device-questions.ts";
import type { DeviceAnswer } from "./device-questions.ts";

const day = (text: string) => new Date(`${text}T12:00:00Z`);
const askedAt = day("2025-01-10");
const said = (answer: DeviceAnswer, at: string) => ({ askedAt, answered: { answer, at: day(at) } });

test("a holder has 30 days to answer, and is asked again in the last 30 days of a year", () => {
  expect(holderDue({ askedAt, answered: null }, day("2025-06-01"))).toEqual({ since: askedAt, due: day("2025-02-09") });
  const has = said("has", "2025-02-01");
  expect(holderDue(has, day("2026-01-01"))).toBeUndefined();
  expect(holderDue(has, day("2026-01-02"))).toEqual({ since: day("2026-01-02"), due: day("2026-02-01") });
  // Who said no waits for their company, however long.
  expect(holderDue(said("denies", "2025-02-01"), day("2027-01-01"))).toBeUndefined();
  expect(holderDue(said("lost", "2025-02-01"), day("2027-01-01"))).toBeUndefined();
});

test("a confirmation is none any more after a year, and a denial stays one", () => {
  const words = (question: Parameters<typeof holderWords>[0]) =>
    ["2026-01-31", "2026-02-01"].map((at) => holderWords(question, day(at)));
  expect(words({ askedAt, answered: null })).toEqual(["Not confirmed", "Not confirmed"]);
  expect(words(said("has", "2025-02-01"))).toEqual([
    "Confirmed on February 1, 2025",
    "Not confirmed since February 1, 2025",
  ]);
  expect(words(said("denies", "2025-02-01"))[1]).toBe("Does not have it, said on February 1, 2025");
  expect(words(said("lost", "2025-02-01"))[1]).toBe("Lost or stolen, said on February 1, 2025");
});

test("an answer is one of three words, and no name that every object has", () => {
  expect(["has", "denies", "lost", "constructor", "yes", ""].filter(isDeviceAnswer)).toEqual(["has", "denies", "lost"]);
});
