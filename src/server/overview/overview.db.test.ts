import { afterAll, beforeAll, expect, test } from "vitest";
import { earnControl } from "#tests/support/earned.ts";
import type { Person } from "#tests/support/person.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

const HOUR = 60 * 60_000;
let running: RunningApp;
let owner: Person;
let company: string;

const at = (path: string) => `/companies/${company}${path}`;
const overview = async () => (await owner.get(at("/overview"))).body;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Overseen Ltd");
});

afterAll(() => running.close());

test("a company without a project is told of no step", async () => {
  expect(await overview()).toMatchObject({ next: { steps: [], figures: [] }, lapses: [], changes: [] });
});

test("taking the steps that home names brings each framework where home said", async () => {
  await owner.post(at("/projects"), { name: "Health", framework: "hipaa" });
  await owner.post(at("/projects"), { name: "Trust", framework: "soc2" });
  const { next } = await overview();
  expect(next.steps).toHaveLength(3);
  for (const { controlId, open, next: action } of next.steps) {
    expect(open).toBeGreaterThan(1);
    expect(action.label.length).toBeGreaterThan(0);
    await earnControl(owner, company, controlId);
  }
  const after = await overview();
  const reached = (figures: { framework: string; before: number }[]) =>
    Object.fromEntries(figures.map(({ framework, before }) => [framework, before]));
  expect(reached(after.next.figures)).toEqual(
    Object.fromEntries(
      next.figures.map((figure: { framework: string; after: number }) => [figure.framework, figure.after]),
    ),
  );
  const named = next.steps.map((step: { controlId: string }) => step.controlId);
  for (const { controlId } of after.next.steps) expect(named).not.toContain(controlId);
});

test("home knows how far the setup is, and the first requirement of each control in the newest project's framework", async () => {
  const { setup, statuses, connections } = await overview();
  expect(setup).toEqual((await owner.get(at("/onboarding/setup"))).body);
  expect(connections).toEqual([]);
  const controls = (await owner.get(at("/controls"))).body as { id: string; requirements: { soc2: string[] } }[];
  expect(statuses.map((status: { requirement: string | null }) => status.requirement)).toEqual(
    controls.map(({ requirements }) => requirements.soc2[0] ?? null),
  );
});

test("a control that fails says which check to fix", async () => {
  const bytes = prowlerReport(new Date());
  const { status } = await owner.upload(at("/imports?fileName=prowler.ocsf.json"), bytes);
  expect(status).toBe(201);
  await running.app.runTasks();
  const { statuses } = await overview();
  const failing = statuses.filter((status: { status: string }) => status.status === "failing");
  expect(failing.length).toBeGreaterThan(0);
  const rows = (await owner.get(at("/controls"))).body as { status: string; next: { kind: string; checkId: string } }[];
  const fixes = rows.filter(({ status }) => status === "failing").map(({ next }) => next);
  expect(fixes.map(({ kind }) => kind)).toEqual(fixes.map(() => "fix"));
  expect(fixes.every(({ checkId }) => checkId.length > 0)).toBe(true);
});

test("what changed in the last 24 hours is named once, newest first, and forgotten after a day", async () => {
  await running.app.runTasks();
  const { changes } = await overview();
  expect(changes.length).toBeGreaterThan(0);
  const times = changes.map((change: { at: string }) => change.at);
  expect(times).toEqual(times.toSorted().toReversed());
  // Nobody had said anything of it before, so nothing changed.
  const firstWords = changes.filter((change: { was: string | null }) => change.was === null);
  expect(firstWords.some((word: { status: string }) => word.status === "needs evidence")).toBe(false);
  for (const { was, status } of changes) expect(was).not.toBe(status);
  running.setNow(new Date(Date.now() + 25 * HOUR));
  expect((await overview()).changes).toEqual([]);
  running.setNow(undefined);
});

test("the controls that lapse first are those of the shortest life", async () => {
  const { lapses } = await overview();
  const times = lapses.map((lapse: { at: string }) => lapse.at);
  expect(times).toHaveLength(3);
  expect(times).toEqual(times.toSorted());
  expect(Date.parse(times[0])).toBeGreaterThan(Date.now());
});
