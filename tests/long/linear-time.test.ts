import { expect, test } from "vitest";
import { judgeFile } from "#server/reading/judged-report.ts";
import { growthOf } from "#tests/support/growth.ts";
import { hostileReports } from "#tests/support/hostile-reports.ts";
import { sampleOfEachFormat } from "#tests/support/sample-of-each-format.ts";

const at = new Date("2026-11-22T08:00:00Z");
const STEEPEST = 6;

test.each(Object.entries(sampleOfEachFormat))(
  "S1: a report in %s takes time in proportion to its size, in every way it can grow",
  (_, sample) => {
    const steep: string[] = [];
    for (const { how, grown } of hostileReports(sample)) {
      const work = (n: number) => {
        const bytes = grown(n);
        return () => judgeFile(bytes, at, sample.mapping);
      };
      const { ratio, ms } = growthOf(work, 2_000, STEEPEST);
      if (ratio > STEEPEST) steep.push(`${how}: ${ratio.toFixed(1)} times as long (${ms.toFixed(0)} ms)`);
    }
    expect(steep).toEqual([]);
  },
);
