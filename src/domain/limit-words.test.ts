import { expect, test } from "vitest";
import { freesAt, sayAmount, sayLimit, sayOwnedCompanies } from "./limit-words.ts";
import { fullness, limitOf } from "./limits.ts";

const now = new Date("2026-11-22T16:20:05Z");

test("an amount is said as people read it, and never more than it is", () => {
  expect(sayAmount(12_000, "number")).toBe("12,000");
  const sizes = [0, 1_023, 1_024, 1_536, 300 * 1024 ** 2, 10 * 1024 ** 3, 10 * 1024 ** 3 - 1, 5 * 1024 ** 4];
  expect(sizes.map((size) => sayAmount(size, "bytes"))).toEqual([
    "0 bytes",
    "1,023 bytes",
    "1 KB",
    "1.5 KB",
    "300 MB",
    "10 GB",
    "9.9 GB",
    "5 TB",
  ]);
});

test("a refusal says the limit, what is used, and when the count starts again or what helps", () => {
  const notes = { key: "notes", used: 120, most: 120, plan: "early-access", own: false } as const;
  expect(sayLimit(notes, "Early Access", now)).toBe(
    "Your plan, Early Access, allows 120 notes and comments an hour, and 120 are used. The count starts again at 17:00 UTC.",
  );
  const items = { key: "items", used: null, most: 500, plan: "starter", own: false } as const;
  expect(sayLimit(items, "Starter", now)).toMatch(
    /^Your plan, Starter, allows 500 [a-z ]+, and there is not enough room\./,
  );
  const projects = { key: "connections", used: 25, most: 25, plan: "starter", own: false } as const;
  expect(sayLimit(projects, "Starter", now)).toBe(
    "Your plan, Starter, allows 25 connections, and 25 are used. Disconnect one that is not needed. A larger plan allows more.",
  );
  expect(sayLimit({ ...projects, own: true, most: 2, used: 2 }, "Starter", now)).toBe(
    "This company may have 2 connections, and 2 are used. Disconnect one that is not needed.",
  );
  expect(sayOwnedCompanies(1)).toContain("may own 1 company,");
});

test("an hour and a day end by the clock of UTC, and what is there at once frees itself at no time", () => {
  expect(freesAt("sent", now)?.toISOString()).toBe("2026-11-22T17:00:00.000Z");
  expect(freesAt("exports", now)?.toISOString()).toBe("2026-11-23T00:00:00.000Z");
  expect(freesAt("bytes", now)).toBeUndefined();
});

test("four fifths are nearly all, and no limit is never full", () => {
  expect([fullness(79, 100), fullness(80, 100), fullness(100, 100), fullness(101, 100), fullness(10, null)]).toEqual([
    0, 80, 100, 100, 0,
  ]);
  expect(limitOf("users", "a plan of the past")).toBe(limitOf("users", "early-access"));
});
