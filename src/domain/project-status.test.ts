import fc from "fast-check";
import { expect, test } from "vitest";
import type { ControlStatus } from "./control-status.ts";
import { projectProgress, projectStatus } from "./project-status.ts";

const started = new Date("2026-03-01T10:00:00Z");
const of = (counts: Partial<Record<ControlStatus, number>>): ControlStatus[] =>
  Object.entries(counts).flatMap(([status, count]) => Array.from({ length: count }, () => status as ControlStatus));

test.each([
  ["never started", null, null, of({ passing: 22 }), "Draft"],
  ["started with gaps", started, null, of({ passing: 15, failing: 3, "needs evidence": 4 }), "In Progress"],
  ["started with one failing", started, null, of({ passing: 21, failing: 1 }), "In Progress"],
  ["started with one that needs evidence", started, null, of({ passing: 21, "needs evidence": 1 }), "In Progress"],
  ["started, all passing", started, null, of({ passing: 22 }), "Audit Ready"],
  ["started, the rest does not apply", started, null, of({ passing: 20, "not applicable": 2 }), "Audit Ready"],
  ["started, nothing applies", started, null, of({ "not applicable": 22 }), "In Progress"],
  ["archived", started, started, of({ passing: 22 }), "Archived"],
  ["archived before it was started", null, started, of({ "needs evidence": 22 }), "Archived"],
])("a project %s is what the decisions say", (_, startedAt, archivedAt, statuses, expected) => {
  expect(projectStatus({ startedAt, archivedAt, statuses, owned: true })).toBe(expected);
});

test.each([
  [of({ passing: 15, "needs evidence": 7 }), { passed: 15, total: 22, percent: 68 }],
  [of({ "needs evidence": 22 }), { passed: 0, total: 22, percent: 0 }],
  [of({ passing: 22 }), { passed: 22, total: 22, percent: 100 }],
  [of({ passing: 21, "not applicable": 1 }), { passed: 21, total: 21, percent: 100 }],
  [of({ passing: 199, failing: 1 }), { passed: 199, total: 200, percent: 99 }],
  [of({ "not applicable": 22 }), { passed: 0, total: 0, percent: 0 }],
])("progress counts controls that apply", (statuses, expected) => {
  expect(projectProgress(statuses)).toEqual(expected);
});

test("100 % is said exactly when every control that applies passes", () => {
  const status = fc.constantFrom<ControlStatus>("passing", "failing", "needs evidence", "not applicable");
  fc.assert(
    fc.property(fc.array(status), (statuses) => {
      const { passed, total, percent } = projectProgress(statuses);
      expect(percent === 100).toBe(passed > 0 && passed === total);
      const isReady = (owned: boolean) =>
        projectStatus({ startedAt: started, archivedAt: null, statuses, owned }) === "Audit Ready";
      expect(isReady(true)).toBe(percent === 100);
      expect(isReady(false), "while a control has no owner").toBe(false);
    }),
  );
});
