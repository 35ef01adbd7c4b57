import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { countsAlone } from "#domain/alone.ts";
import { aloneUntil, untilEndsCount, withoutLateEnds } from "./alone.ts";
import { isGone, passes } from "./registers.ts";

const now = new Date("2026-11-28T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const since = (days: number) => ({ contributors: inDays(-days).toISOString(), managers: null });
const nobody = { contributors: null, managers: null };
const row: SnapshotRow = {
  id: "a",
  number: 1,
  version: 3,
  state: "ended",
  fields: {},
  approval: null,
  withdrawn: [],
  account: null,
  endApproval: { at: inDays(-60).toISOString(), another: false },
};
const gone = (register: string, said: Parameters<typeof withoutLateEnds>[1], own = row) =>
  isGone(withoutLateEnds([{ register, rows: [own] }], said, now)[0]!.rows[0]!);

test("what was done alone counts while nobody else could and for a month after, and not where that is not said", () => {
  expect([aloneUntil(nobody, "managers"), aloneUntil(undefined, "managers")]).toEqual([null, undefined]);
  expect(aloneUntil(since(10), "contributors")).toEqual(inDays(20));
  expect([null, undefined, inDays(1), now].map((until) => countsAlone(until, now))).toEqual([true, false, true, false]);
});

test("an end that one person approved alone waits for another once one could have approved it for a month", () => {
  expect([gone("incidents", nobody), gone("incidents", since(29)), gone("incidents", since(31))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(gone("incidents", undefined)).toBe(false);
  // Approvals are approved by owners and admins alone.
  expect(gone("approvals", since(31))).toBe(true);
  expect(gone("incidents", since(31), { ...row, endApproval: { at: now.toISOString(), another: true } })).toBe(true);
});

test("what passes beside such an end lasts no longer than it counts", () => {
  const register = () => ({ rows: [row], confirmedUntil: null });
  const pass = passes("All good.", [inDays(50)]);
  expect(untilEndsCount(pass, ["incidents"], register, since(10)).until).toEqual(inDays(20));
  expect(untilEndsCount(pass, ["incidents"], register, nobody).until).toEqual(inDays(50));
  expect(untilEndsCount(passes("", []), ["incidents"], register, since(10)).until).toEqual(inDays(20));
});
