import { expect, test } from "vitest";
import { countedFields, earlierDiscovery, sayEarlier } from "./discovery.ts";

const [early, late] = ["2026-11-12T10:05:00.000Z", "2026-11-14T09:00:00.000Z"] as const;
const moved = { fields: { title: "Lost", discoveredAt: late }, first: new Date(early), approved: false };

test.each([
  ["a time that was moved later", moved, early],
  ["one that another person approved", { ...moved, approved: true }, undefined],
  ["one that was never moved", { ...moved, first: new Date(late) }, undefined],
  ["one that was moved earlier", { ...moved, fields: { discoveredAt: early }, first: new Date(early) }, undefined],
  ["what is no incident", { ...moved, first: null }, undefined],
  ["one that says no time", { ...moved, fields: {} }, undefined],
])("deadlines of %s", (_, discovery, from) => {
  expect(earlierDiscovery(discovery)).toBe(from);
  expect(countedFields(discovery)).toEqual(
    from === undefined ? discovery.fields : { ...discovery.fields, discoveredAt: from },
  );
});

test("says from when and what is to be done", () => {
  expect(sayEarlier(early)).toBe(
    "Counted from 2026-11-12, 10:05 UTC, when it was first said to be discovered. A later time counts once another person approves this record.",
  );
});
