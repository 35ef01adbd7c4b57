import { describe, expect, test } from "vitest";
import { proveLossy } from "#tests/support/narrowed/lossy-reports.ts";
import { largeReportBases, reportBases } from "#tests/support/narrowed/report-bases.ts";

describe("a report that loses information passes nothing that it did not pass before:", () => {
  test.each(Object.keys(reportBases))("%s, 10,000 times", (name) => {
    const { refused, kept, fewer } = proveLossy(reportBases[name]!, 10_000);
    process.stdout.write(`${name}: ${refused} refused, ${fewer} pass fewer parts, ${kept} as many\n`);
    expect(refused + kept + fewer).toBeGreaterThanOrEqual(10_000);
  });

  test.each(Object.keys(largeReportBases))("%s, 60 times", (name) => {
    const { refused, kept, fewer } = proveLossy(largeReportBases[name]!, 60);
    process.stdout.write(`${name}: ${refused} refused, ${fewer} pass fewer parts, ${kept} as many\n`);
    expect(refused + kept + fewer).toBeGreaterThanOrEqual(60);
  });
});
