import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { casesOfDay, everyCase, turnOf } from "../tests/support/every-case.ts";
import { importGraph, reachableFrom } from "./import-graph.ts";
import { stagesWithMoreCases } from "./long-parts.ts";
import { root } from "./program.ts";
import { readSource } from "./source-files.ts";

const days = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2027, 1, from + at)).toISOString().slice(0, 10));

test.each([1, 2, 3, 7])(
  "of cases that take turns by %i days each is tried once in so many days, whichever is first",
  (of) => {
    const cases = Array.from({ length: 23 }, (_, at) => at);
    for (const first of [1, 26, 28])
      for (const from of [0, 1, 5]) {
        const tried = days(first, of).flatMap((day) => casesOfDay(day, cases, of, from));
        expect(tried.toSorted((a, b) => a - b)).toEqual(cases);
      }
  },
);

test("sweeps that begin at places of their own try all cases together on each day", () => {
  for (const day of days(26, 7)) {
    const tried = [0, 1, 2].flatMap((from) => casesOfDay(day, ["a", "b", "c", "d"], 3, from));
    expect(tried.toSorted()).toEqual(["a", "b", "c", "d"]);
  }
});

test("where every case is tried, none waits for its day", () => {
  expect(turnOf([1, 2, 3, 4], 2).length).toBe(everyCase ? 4 : 2);
});

/** The stage of `npm test` that runs a test file; "long" for what none runs, where every case is tried. */
function stageOf(path: string): string {
  if (path.startsWith("tests/long/journeys/") || path.startsWith("tests/end-to-end/")) return "end-to-end";
  if (path.startsWith("tests/lighthouse/")) return "pages";
  if (path.startsWith("tests/contracts/") || path.endsWith(".db.test.ts")) return "embedded";
  if (!path.startsWith("tests/")) return "unit";
  return path.split("/")[1]!;
}

test("`npm run test:long -- every-case` runs each stage of which a sweep leaves cases to another day", () => {
  const sources = globSync("{src,scripts,tests,bench}/**/*.{ts,tsx,mjs}", { cwd: root });
  const graph = importGraph(sources.map((path) => readSource(path.replaceAll("\\", "/"))));
  const sweeps = [...graph.keys()].filter(
    (path) => /\.(?:test|spec)\.tsx?$/.test(path) && reachableFrom(path, graph).has("tests/support/every-case.ts"),
  );
  expect(sweeps).toContain("tests/contracts/endpoints.test.ts");
  const stages = new Set(sweeps.map(stageOf));
  stages.delete("long");
  expect([...stages].toSorted()).toEqual(stagesWithMoreCases.toSorted());
});
