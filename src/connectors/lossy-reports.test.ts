import { describe, expect, test } from "vitest";
import { proveLossy } from "#tests/support/narrowed/lossy-reports.ts";
import { reportBases } from "#tests/support/narrowed/report-bases.ts";

describe("a report that loses information passes nothing that it did not pass before:", () => {
  test.each(Object.keys(reportBases))("%s", (name) => {
    const { refused, kept, fewer } = proveLossy(reportBases[name]!, 150);
    expect(refused + kept + fewer).toBeGreaterThanOrEqual(150);
  });
});
