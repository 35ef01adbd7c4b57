import { expect, test } from "vitest";
import { dayOf, demoNames, startOfDay } from "./names.ts";

const names = demoNames({ scope: "one", version: "v1", place: "here" });
const newer = demoNames({ scope: "one", version: "v2", place: "here" });
const elsewhere = demoNames({ scope: "one", version: "v1", place: "there" });
const other = demoNames({ scope: "two", version: "v1", place: "here" });

test("a visit's name says when it ends, to every version of the same instance and to no other instance", () => {
  const endsAt = new Date("2025-05-14T12:00:00Z");
  const visit = names.newVisit(endsAt, "192.0.2.0/24");
  expect(visit.length).toBeLessThanOrEqual(63);
  expect(names.endOf(visit)).toEqual(endsAt);
  expect(newer.endOf(visit)).toEqual(endsAt);
  expect(other.endOf(visit)).toBeUndefined();
  expect(names.endOf(names.template(20_000))).toBeUndefined();
  expect(names.endOf("postgres")).toBeUndefined();
});

test("only the version that made a visit opens it", () => {
  const visit = names.newVisit(new Date(), "192.0.2.0/24");
  expect([names.isCurrent(visit), newer.isCurrent(visit), names.isCurrent("postgres")]).toEqual([true, false, false]);
});

test("a template is old when its day is over or its own place has a newer one, and never another instance's", () => {
  const today = 20_000;
  const old = (item: typeof names, name: string) => item.isOldTemplate(name, today);
  expect(names.template(today).length).toBeLessThanOrEqual(63);
  expect(old(names, names.template(today))).toBe(false);
  expect(old(names, names.template(today - 1))).toBe(true);
  expect(old(newer, names.template(today))).toBe(true);
  expect(old(elsewhere, names.template(today))).toBe(false);
  expect(old(elsewhere, names.template(today - 1))).toBe(true);
  expect(old(other, names.template(today - 1))).toBe(false);
  expect(old(names, names.newVisit(new Date(), "192.0.2.0/24"))).toBe(false);
});

test("a day begins at midnight in UTC", () => {
  expect(startOfDay(dayOf(new Date("2025-05-14T23:59:59Z")))).toEqual(new Date("2025-05-14T00:00:00Z"));
});

test("a visit's name says from which network it was opened, to who knows the network", () => {
  const visit = names.newVisit(new Date(), "192.0.2.0/24");
  expect(names.isFrom(visit, "192.0.2.0/24")).toBe(true);
  expect(names.isFrom(visit, "198.51.100.0/24")).toBe(false);
  expect(names.isFrom(names.template(20_000), "192.0.2.0/24")).toBe(false);
  // Three digits of it stand in one name of a hundred by chance.
  for (const written of ["192.0.2", "192_0_2", "192-0-2", "c00002"]) expect(visit).not.toContain(written);
});
