import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { changeLimit, limit } from "./limit.ts";

let running: RunningApp;
let slug: string;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const change = async (key?: Parameters<typeof changeLimit>[2], wanted?: string, address = slug) => {
  const lines: string[] = [];
  const code = await changeLimit(running.database, address, key, wanted, (line) => void lines.push(line));
  return [code, lines.join("\n")];
};

test("a company is given a limit of its own beside the running server, and its plan's again", async () => {
  const ana = await running.person("Ana");
  const company = await ana.found("Limited LLP");
  slug = (await ana.get(`/companies/${company}`)).body.slug;
  const found = async () =>
    (await ana.get(`/companies/${company}/limits`)).body.limits.find(
      (limit: { key: string }) => limit.key === "webhooks",
    );
  expect(await change("webhooks", "3")).toEqual([0, "Limited LLP: webhooks, webhooks at once: 3, of its own"]);
  expect(await found()).toMatchObject({ most: 3, own: true, used: 0 });
  expect(await change("webhooks", "none")).toEqual([
    0,
    "Limited LLP: webhooks, webhooks at once: no limit, of its own",
  ]);
  expect(await found()).toMatchObject({ most: null, own: true });
  expect(await change("webhooks", "plan")).toEqual([0, "Limited LLP: webhooks, webhooks at once: 10"]);
  expect(await found()).toMatchObject({ most: 10, own: false });
  expect((await change())[1]).toContain("bytes, stored evidence at once: 10 GB");
  expect(await change(undefined, undefined, "nobody")).toEqual([1, "No company has the address nobody."]);
});

test("a limit or an amount that does not exist is refused before anything is opened", async () => {
  for (const args of [
    ["limited-llp", "unicorns", "3"],
    ["limited-llp", "webhooks", "many"],
    ["limited-llp", "webhooks"],
    [],
  ])
    expect(await limit.run(args, () => {})).toBe(2);
});
