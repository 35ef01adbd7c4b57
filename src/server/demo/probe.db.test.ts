import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { Visitor } from "#tests/support/visitor.ts";
let running: RunningApp; let visitor: Visitor;
beforeAll(async () => { const t=Date.now(); running = await runApp({ demo: { visits: 5 } }); visitor = await Visitor.enter(running.url); console.log("opened", Date.now()-t); });
afterAll(() => running.close());
test("probe", async () => {
  const t=Date.now(); await Visitor.enter(running.url, "demo", "203.0.113.9"); console.log("second visit", Date.now()-t);
  const { body } = await visitor.get(visitor.ofCompany("/overview"));
  console.log(JSON.stringify([body.controls, body.counts, body.evidence.total, body.evidence.thisWeek]));
  const [project] = (await visitor.get(visitor.ofCompany("/projects"))).body;
  const { controls } = (await visitor.get(visitor.ofCompany(`/projects/${project.id}`))).body;
  for (const c of controls) console.log(c.id, c.status, JSON.stringify(c.basis), c.reason);
  const snap = (await visitor.get(visitor.ofCompany("/audit/registers"))).body;
  for (const r of snap?.registers ?? []) for (const a of r.answers) console.log(r.key, a.id, a.outcome, a.reason);
  expect(1).toBe(1);
});
