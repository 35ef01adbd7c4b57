import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sampleReport } from "#tests/support/sample-report.ts";
import { reportContent } from "./report-content.ts";
import { reportAsPdf } from "./report-pdf.ts";
import { typesetReport } from "./typeset-report.ts";

function content() {
  const { plan, collected, withdrawn } = sampleReport({ items: 5 });
  return reportContent(plan, collected, { withdrawn });
}

test("a report that is typeset in a thread is the same, byte by byte", async () => {
  const [here, apart] = [reportAsPdf(content()), typesetReport(content(), 101)];
  expect((await buffer(apart)).equals(await buffer(here))).toBe(true);
});

test("a thread that cannot typeset fails the report instead of ending it early", async () => {
  const broken = { ...content(), issuedAt: "no day" };
  await expect(buffer(typesetReport(broken as never, 101))).rejects.toThrow(/Invalid time value/);
});
