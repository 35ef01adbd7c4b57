import { describe, expect, test } from "vitest";
import { allChecks } from "#catalog/index.ts";
import { partName } from "#domain/verdict.ts";
import { judgeFile } from "#server/reading/judged-report.ts";
import { passingReports } from "#tests/support/passing-reports.ts";
import { leavesRead, mutantsOf, xmlMutantsOf } from "#tests/support/report-mutants.ts";
import type { ReportMutant } from "#tests/support/report-mutants.ts";
import { sampleOfEachFormat } from "#tests/support/sample-of-each-format.ts";
import { readJson } from "./importers.ts";

const at = new Date("2026-11-22T08:00:00Z");
const passed = (file: string, mapping = undefined as (typeof sampleOfEachFormat)["csv"]["mapping"]) => {
  const judged = judgeFile(Buffer.from(file), at, mapping, "");
  return judged.ok
    ? judged.judged.verdicts.filter(({ outcome }) => outcome === "pass").map((verdict) => partName(verdict))
    : [];
};

/** What may change in a passing report without ending the pass, and why. */
const excused: Readonly<Record<keyof typeof passingReports, readonly (readonly [how: RegExp, why: string])[]>> = {
  "prowler-ocsf": [
    [/\.(version|title|name|uid|status_id) /, "words about a finding, and its id: they decide nothing"],
    [/account\.uid invented$/, "another account: the pass is that one's, under its own name"],
    [/\.status (deleted|invented)$/, "says only whether somebody muted the finding"],
    [/\.time /, "an instant: without one the report is taken as of its arrival, and never later than that"],
    [/cloud\.provider /, "said twice: `unmapped` has it, and decides"],
    [/unmapped\.provider deleted$/, "said twice: `cloud` has it"],
  ],
  sarif: [
    [/driver\.version /, "which version of the tool it was decides nothing"],
    [/rules\.0\.(id invented|name )/, "what a rule is called; that it ran and found nothing is what counts"],
    [/endTimeUtc /, "an instant: without one the report is taken as of its arrival, and never later than that"],
    [/repositoryUri invented$/, "another repository: the pass is that one's, under its own name"],
  ],
  asff: [
    [/\.(Title|Id|Label) /, "words about a finding, its id and its severity: a pass has none"],
    [/UpdatedAt /, "an instant: without one the report is taken as of its arrival, and never later than that"],
    [/AwsAccountId invented$/, "another account: the pass is that one's, under its own name"],
    [/Workflow\.Status deleted$/, "says only whether somebody muted the finding, and not every standard fills it"],
    [/GeneratorId invented$/, "said twice: the control's id decides"],
    [/SecurityControlId deleted$/, "said twice: the generator names the same control"],
  ],
  xccdf: [
    [/^(version|id) at \d+ deleted|^(encoding|id) at/, "what the file, its rules and its run are called; a rule and its result are held together below"],
    [/test-system /, "which scanner it was decides nothing"],
    [/end-time /, "an instant: without one the report is taken as of its arrival, and never later than that"],
    [/^text “A”/, "the title of a rule"],
    [/^text “web-1” at \d+ invented/, "another host: the pass is that one's, under its own name"],
    [/^idref at \d+ invented/, "another profile: what it selected of the benchmark is read from the results"],
    [/^severity at/, "only lesser severities may be left out of a profile, and nothing is left out here"],
  ],
}; // prettier-ignore

function survivors(format: keyof typeof passingReports, mutants: readonly ReportMutant[]) {
  const passing = mutants.filter(({ file }) => passed(file).length > 0).map(({ how }) => how);
  return { passing, unexcused: passing.filter((how) => !excused[format].some(([known]) => known.test(how))) };
}

describe("a pass is carried by what was read:", () => {
  test.each(["prowler-ocsf", "sarif", "asff"] as const)("of a report in %s nothing may go or be invented", (format) => {
    const file = passingReports[format];
    expect(passed(JSON.stringify(file)).length).toBeGreaterThan(0);
    const leaves = leavesRead(file, (json) => void readJson(json));
    expect(leaves.length).toBeGreaterThan(5);
    const { passing, unexcused } = survivors(format, mutantsOf(file, leaves));
    expect(unexcused).toEqual([]);
    for (const [how] of excused[format])
      expect(
        passing.some((item) => how.test(item)),
        String(how),
      ).toBe(true);
  });

  test("of a report in XCCDF nothing may go or be invented", () => {
    expect(passed(passingReports.xccdf)).toEqual(["config.baseline/benchmark"]);
    const { passing, unexcused } = survivors("xccdf", xmlMutantsOf(passingReports.xccdf));
    expect(unexcused).toEqual([]);
    for (const [how] of excused.xccdf)
      expect(
        passing.some((item) => how.test(item)),
        String(how),
      ).toBe(true);
  });

  test.each(["cyclonedx", "spdx", "oscal", "lynis", "csv"] as const)(
    "no report in %s passes anything, whatever it says",
    (format) => {
      const { file, mapping } = sampleOfEachFormat[format];
      const text = typeof file === "string" ? file : JSON.stringify(file);
      const better = text
        .replaceAll(/exploitable|critical/g, "not_affected")
        .replaceAll("not-satisfied", "satisfied")
        .replaceAll(/warning\[\]=.*\n/g, "")
        .replace(
          '"value":"auth.mfa-enforced"}',
          '"value":"auth.mfa-enforced"},{"name":"outcome","ns":"urn:exhibit:oscal","value":"pass"}',
        );
      for (const item of [text, better]) expect(passed(item, mapping)).toEqual([]);
    },
  );

  test("no table passes anything, though it names every check of the library", () => {
    const { file, mapping } = sampleOfEachFormat.csv;
    const lines = allChecks.map(({ id }) => `${id},,OK,,,,`);
    expect(passed([(file as string).split("\n")[0], ...lines].join("\n"), mapping)).toEqual([]);
  });
});
