import { describe, expect, test } from "vitest";
import { readCsvRows } from "#domain/csv-rows.ts";
import { planImport } from "#domain/registers/plan-import.ts";
import { controls } from "../index.ts";
import { findRegister } from "./index.ts";
import { ratedRisk } from "./risk-ratings.ts";
import { startersCsv, startersOf } from "./starters.ts";

const risks = findRegister("risks")!;
const sets = startersOf("risks");

test("there are 24 risks in two sets, each named once in its set", () => {
  expect(sets.map(({ label, records }) => [label, records.length])).toEqual([
    ["Law firm", 12],
    ["Software company", 12],
  ]);
  for (const { records } of sets) expect(new Set(records.map(({ title }) => title)).size).toBe(12);
});

describe.each(sets.map((set) => [set.label, set] as const))("the set %s", (_, { records }) => {
  test("rates nothing, and says neither an owner nor a treatment: those are the company's", () => {
    for (const record of records) {
      expect(ratedRisk(record)).toBeUndefined();
      const said = ["title", "about", "systemKinds", "data", "lowersLikelihood", "lowersImpact"];
      expect(said).toEqual(expect.arrayContaining(Object.keys(record)));
    }
  });

  test("is imported without a wrong row, with controls that there are", () => {
    const rows = readCsvRows(startersCsv(records));
    if (!rows.ok) throw new Error(rows.message);
    const findLink = (type: string, text: string) => {
      expect([type, controls.some(({ id }) => id === text)]).toEqual(["control", true]);
      return { target: text };
    };
    const plan = planImport(risks, { rows: rows.rows, known: [], findLink, newId: String, now: new Date() });
    if (typeof plan === "string") throw new Error(plan);
    expect(plan.problems).toEqual([]);
    expect(plan.steps.map(({ fields }) => fields)).toEqual(records);
  });
});
