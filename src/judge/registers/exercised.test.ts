import { describe, expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { changedRow, daysAgo, inDays, JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { registerChecks } from "./register-checks.ts";
import type { ReadRegister } from "./registers.ts";

// Reviewed incidents, in place of an exercise under Tests: registers.test.ts has those.

const approved = { approval: { at: daysAgo(5), another: true } };
const ann = sealedRow("ann", { startsAt: "2024-01-01T00:00:00.000Z" });
const action = sealedRow("action", { title: "Call list", ownerId: "ann" });
const incident = sealedRow(
  "incident",
  {
    kind: "incident",
    discoveredAt: daysAgo(40),
    closedAt: daysAgo(20),
    responderIds: ["ann"],
    evidence: ["EX-000001"],
    lessons: { sha256: "0".repeat(64) },
    actionIds: ["action"],
  },
  1,
  approved,
);
type Lists = Readonly<Record<string, readonly SnapshotRow[] | ReadRegister>>;
const usual: Lists = { people: [ann], actions: [action], incidents: [incident], tests: [] };

function said(lists: Lists = {}) {
  const all = { ...usual, ...lists };
  const register = (key: string): ReadRegister => {
    const found = all[key] ?? [];
    if (!Array.isArray(found)) return found as ReadRegister;
    const rows = found as readonly SnapshotRow[];
    return { rows, confirmedUntil: inDays(50), confirmedCount: rows.length };
  };
  return registerChecks["incident.exercised-within-year"]!.judge({ register, failingControls: [], systems: [], now });
}
const unconfirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: null });
const having = (fields: Readonly<Record<string, unknown>>) => ({ incidents: changedRow([incident], fields) });
const isDone = (more: Partial<SnapshotRow>, fields: Readonly<Record<string, unknown>> = {}) => ({
  actions: changedRow([{ ...action, ...more }], fields),
});

test.each<[string, Lists, string]>([
  ["a reviewed incident", {}, "pass"],
  ["an exercise that is recorded the same way", having({ kind: "exercise" }), "pass"],
  [
    "an action that was closed with proof",
    isDone({ state: "ended", endedAt: daysAgo(10), made: { "EX-000002": daysAgo(11) } }, { proof: "EX-000002" }),
    "pass",
  ],
  [
    "an action whose proof was made before the incident",
    isDone({ state: "ended", endedAt: daysAgo(10), made: { "EX-000002": daysAgo(42) } }, { proof: "EX-000002" }),
    "fail",
  ],
  [
    "an action of whose proof nobody knows when it was made",
    isDone({ state: "ended", endedAt: daysAgo(10) }, { proof: "EX-000002" }),
    "fail",
  ],
  [
    "two actions, of which one was closed without proof",
    {
      ...having({ actionIds: ["action", "dropped"] }),
      actions: [action, { ...action, id: "dropped", state: "ended", endedAt: daysAgo(10) }],
    },
    "fail",
  ],
  ["an action that was closed without proof", isDone({ state: "ended", endedAt: daysAgo(10) }), "fail"],
  [
    "an incident that was closed more than a year ago",
    having({ closedAt: daysAgo(367), discoveredAt: daysAgo(380) }),
    "fail",
  ],
  ["one that is closed in the future", having({ closedAt: inDays(1).toISOString() }), "fail"],
  ["a mistake", having({ kind: "mistake" }), "fail"],
  ["a record that nobody else approved", { incidents: [{ ...incident, approval: null }] }, "fail"],
  ["withdrawn evidence", { incidents: [{ ...incident, withdrawn: ["EX-000001"] }] }, "fail"],
  ["a withdrawn incident", { incidents: [{ ...incident, state: "ended" }] }, "fail"],
  ["a responder who had left", { people: changedRow([ann], { endsAt: daysAgo(60) }) }, "fail"],
  ["no incident, confirmed", { incidents: [] }, "fail"],
  ["incidents that nobody confirmed", { incidents: unconfirmed([incident]) }, "unknown"],
  ["actions that nobody confirmed", { actions: unconfirmed([action]) }, "unknown"],
  ["people that nobody confirmed", { people: unconfirmed([ann]) }, "unknown"],
  ["tests that nobody confirmed", { tests: unconfirmed([]) }, "pass"],
  ["tests that nobody confirmed, and no incident", { tests: unconfirmed([]), incidents: [] }, "unknown"],
])("%s", (_, lists, outcome) => {
  expect(said(lists).outcome).toBe(outcome);
});

describe("what it reads of an incident", () => {
  test.each(Object.keys(incident.fields))("passes none without %s, or with something else in its place", (field) => {
    const isFree = field === "lessons" ? ["otherwise"] : [];
    const other = Array.isArray(incident.fields[field]) ? ["unlisted"] : "unlisted";
    const passing = [
      ["missing", undefined],
      ["otherwise", other],
    ].filter(([, value]) => said(having({ [field]: value })).outcome === "pass");
    expect(passing.map(([how]) => how)).toEqual(isFree);
  });
});

test("a pass ends with the first of its inputs", () => {
  expect(said().until).toEqual(inDays(50));
  const old = having({ closedAt: daysAgo(360), discoveredAt: daysAgo(361) });
  expect(said(old).until).toEqual(new Date("2026-11-29T00:00:00.000Z"));
});
