import { describe, expect, test } from "vitest";
import { importers, textImporters } from "#connectors/importers.ts";
import { csv } from "#connectors/csv/read.ts";
import { growthOf } from "#tests/support/growth.ts";
import { hostileReports } from "#tests/support/hostile-reports.ts";
import { sampleOfEachFormat } from "#tests/support/sample-of-each-format.ts";
import { judgeFile } from "./judged-report.ts";

const at = new Date("2026-11-22T08:00:00Z");
const STEEPEST = 6;
/** What took the square of its size before. */
const once = new Set([
  'runs.0.automationDetails.id is many "a/"!',
  "runs is long, each with another tool.driver.name",
  "runs.0.tool.extensions and runs.0.results are long",
  'runs.0.tool.extensions is long and runs.0.results.0.ruleId is many "a"',
  'runs.0.results.0.message.text is many "{0}"',
  'vulnerabilities.0.affects is long and vulnerabilities.0.id is many "a"',
  'vulnerabilities.0.affects is long and vulnerabilities.0.description is many "a"',
  "assessment-results.results.0.observations.0.subjects and assessment-results.results.0.findings are long",
  "the file is nested in way 3",
]);

/** Work of so many steps, which no compiler leaves out. */
function steps(count: number): () => number {
  return () => {
    let sum = 1;
    for (let index = 0; index < count; index += 1) sum = (sum * 31 + index) % 1_000_003;
    return sum;
  };
}

test("work that grows with the square is steep, and work that grows with its size is not", () => {
  expect(growthOf((n) => steps((n * n) / 2), 1_500, STEEPEST).ratio).toBeGreaterThan(STEEPEST);
  expect(growthOf((n) => steps(n * 4_000), 3_000, STEEPEST).ratio).toBeLessThan(STEEPEST);
});

describe.each([...importers, ...textImporters, csv].map(({ id }) => id))("S1: a report in %s", (format) => {
  const sample = sampleOfEachFormat[format];

  test("is read from its sample", () => {
    const file = typeof sample.file === "string" ? sample.file : JSON.stringify(sample.file);
    const judged = judgeFile(Buffer.from(file), at, sample.mapping);
    expect(judged, "message" in judged ? judged.message : "").toMatchObject({ ok: true, judged: { format } });
  });

  test("takes time in proportion to its size, whatever grows in it, and is judged or refused", () => {
    const steep: string[] = [];
    // Some here, and what once was steep; `npm run test:long -- linear-time` has them all.
    const ways = hostileReports(sample).filter(({ how }, index) => index % 40 === format.length || once.has(how));
    for (const { how, grown } of ways) {
      const work = (n: number) => {
        const bytes = grown(n);
        return () => judgeFile(bytes, at, sample.mapping);
      };
      const { ratio, ms } = growthOf(work, 1_500, STEEPEST);
      if (ratio > STEEPEST) steep.push(`${how}: ${ratio.toFixed(1)} times as long (${ms.toFixed(0)} ms)`);
    }
    expect(ways.length).toBeGreaterThan(10);
    expect(steep).toEqual([]);
  });
});
