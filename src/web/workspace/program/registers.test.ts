import { expect, test } from "vitest";
import { countedRecords, groupsOf, nextOf, opensOn, standing, stateOf } from "./registers.ts";
import type { Register } from "./registers.ts";

const people: Register = {
  key: "people",
  label: "People",
  singular: "person",
  summary: "Everyone.",
  group: "People",
  title: "name",
  fields: [],
  states: [
    { key: "open", label: "Active" },
    { key: "waiting", label: "Waiting for approval" },
    { key: "ended", label: "Ended" },
  ],
  endReasons: [],
  lastDay: null,
  columns: [],
  views: [],
  checks: [],
  documents: [],
  counts: { open: 0, waiting: 0, ended: 0 },
  confirmation: null,
  picture: null,
  asks: [],
  starters: [],
  inMatters: false,
  confirmedForDays: 92,
  may: { write: true, approve: true, confirm: true },
};
const confirmed = (count: number, state: "confirmed" | "changed" | "ended" = "confirmed") => ({
  count,
  by: { userId: "", name: "Pia" },
  at: "2026-01-01T00:00:00.000Z",
  until: "2026-04-03T00:00:00.000Z",
  state,
  changed: state === "changed" ? 2 : 0,
});
const counts = (open: number, waiting = 0, ended = 0) => ({ open, waiting, ended });

test("a register is called by its number of records", () => {
  expect(countedRecords(people, 1)).toBe("1 person");
  expect(countedRecords(people, 1204)).toBe("1,204 people");
  expect(countedRecords({ label: "Site log", singular: "log entry" }, 4)).toBe("4 records");
  expect(countedRecords({ label: "Site log", singular: "log entry" }, 1)).toBe("1 log entry");
  expect(standing({ ...people, counts: counts(12, 0, 2) })).toBe("12 active, 2 ended");
  expect(standing(people)).toBe("None yet");
});

test("whoever left is called so from then on, until their record is ended", () => {
  const now = new Date("2026-11-30T10:00:00Z");
  const lastDay = { field: "endsAt", unless: [], over: "Left" };
  const said = (fields: Record<string, string>, state: "open" | "ended" = "open", of: Register["lastDay"] = lastDay) =>
    stateOf({ ...people, lastDay: of }, { state, fields }, now);
  const active = { word: "Active", isOver: false };
  const left = { endsAt: "2026-11-21T00:00:00.000Z" };
  expect(said(left)).toEqual({ word: "Left November 20, 2026", isOver: true });
  expect(said({ endsAt: "2026-11-30T10:00:00.000Z" }).isOver).toBe(true);
  expect(said({ endsAt: "2026-11-30T10:00:01.000Z" })).toEqual(active);
  expect(said({})).toEqual(active);
  expect(said(left, "open", null)).toEqual(active);
  expect(said(left, "ended")).toEqual({ word: "Ended", isOver: false });
});

test("a register opens on its first view that lists something", () => {
  const views = [
    { key: "waiting", state: "waiting" },
    { key: "decided", state: "open" },
    { key: "gone", state: "ended" },
    { key: "all", state: "all" },
  ] as const;
  const opens = (...of: Parameters<typeof counts>) => opensOn(views, { counts: counts(...of) }).key;
  expect(opens(3, 1)).toBe("waiting");
  expect(opens(3)).toBe("decided");
  expect(opens(0, 0, 2)).toBe("gone");
  expect(opens(0)).toBe("waiting");
});

test("a register is done only while it is confirmed with the number of records that it has, and none waits", () => {
  const kind = (more: Partial<Register>) => nextOf({ ...people, ...more }).kind;
  expect(kind({})).toBe("begin");
  expect(kind({ counts: counts(3) })).toBe("confirm");
  expect(kind({ confirmation: confirmed(0) })).toBe("done");
  expect(kind({ counts: counts(3), confirmation: confirmed(3) })).toBe("done");
  expect(kind({ counts: counts(4), confirmation: confirmed(3) })).toBe("confirm");
  expect(kind({ counts: counts(3), confirmation: confirmed(3, "ended") })).toBe("confirm");
  expect(kind({ counts: counts(3), confirmation: confirmed(3, "changed") })).toBe("confirm");
  expect(nextOf({ ...people, counts: counts(3), confirmation: confirmed(3, "changed") }).words).toBe(
    "Confirm again: 2 records were changed",
  );
  expect(kind({ counts: counts(2, 1), confirmation: confirmed(3) })).toBe("approve");
  expect(nextOf({ ...people, counts: counts(1) }).words).toBe("Confirm that this person is complete");
});

test("registers of one group stand together, in their order", () => {
  const other = { ...people, key: "actions", group: "Actions" };
  const groups = groupsOf([people, other, { ...people, key: "roles" }]);
  expect(groups.map(({ label, registers }) => [label, registers.map(({ key }) => key)])).toEqual([
    ["People", ["people", "roles"]],
    ["Actions", ["actions"]],
  ]);
});
