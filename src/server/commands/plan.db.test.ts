import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { changePlan, plan } from "./plan.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const change = async (slug: string, wanted?: string) => {
  const lines: string[] = [];
  const code = await changePlan(running.database, slug, wanted, (line) => void lines.push(line));
  return [code, lines.join("\n")];
};

test("a company's plan is read and changed beside the running server, and its limits hold at once", async () => {
  const ana = await running.person("Ana");
  const company = await ana.found("Planned LLP");
  const { slug } = (await ana.get(`/companies/${company}`)).body;
  expect(await change(slug)).toEqual([0, "Planned LLP is on Early Access: 100 users, all frameworks."]);
  expect(await change(slug, "starter")).toEqual([0, "Planned LLP is on Starter: 5 users, 3 frameworks."]);
  expect((await ana.get(`/companies/${company}/usage`)).body).toMatchObject({ plan: "starter", users: { limit: 5 } });
  expect(await change("nobody")).toEqual([1, "No company has the address nobody."]);
});

test("an unknown plan is refused before anything is opened", async () => {
  const lines: string[] = [];
  expect(await plan.run(["planned-llp", "gold"], (line) => void lines.push(line))).toBe(2);
  expect(lines.join()).toContain("starter");
});
