import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlIds } from "#catalog/index.ts";
import { earnControl } from "#tests/support/earned.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());

const controlsOf = async (company: string) => (await ana.get(`/companies/${company}/controls`)).body;

describe("a control of an empty company", () => {
  test("is earned by the shortest honest way", async () => {
    const company = await ana.found("Shortest Ltd");
    for (const control of ["XC-01", "XC-06"]) await earnControl(ana, company, control);
    const passing = (await controlsOf(company)).filter((one: { status: string }) => one.status === "passing");
    expect(passing.map(({ id }: { id: string }) => id)).toEqual(["XC-01", "XC-06"]);
  });
});
