import { describe, expect, test } from "vitest";
import { assessmentResults } from "#server/bundle/oscal/assessment-results.ts";
import { judgeFile } from "#server/reading/judged-report.ts";
import { sampleReport } from "#tests/support/sample-report.ts";
import { oscal } from "./read.ts";

const file = (findings: unknown, more: Record<string, unknown> = {}) => ({
  "assessment-results": {
    uuid: "u",
    metadata: { title: "Monthly", "oscal-version": "1.1.3", parties: [{ type: "organization", name: "Acme" }] },
    results: [{ start: "2026-11-01T00:00:00Z", end: "2026-11-02T00:00:00Z", findings, ...more }],
  },
});
const finding = (status: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  uuid: "f",
  title: "Least privilege",
  description: "Roles have too much.",
  target: { type: "objective-id", "target-id": "ac-6.1_obj", status },
  ...more,
});
const read = (json: unknown) => {
  const result = oscal.read(json);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.report;
};

describe("what Exhibit wrote itself", () => {
  const { plan, collected } = sampleReport();
  const pages = [...collected.items.pages()].map((page) => page.map(({ item }) => item));
  const textOf = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]).toString();
  const wanted = collected.controls.filter(({ status }) => status !== "not applicable").flatMap(({ checks }) => checks);

  test("is read back to what each check came to, and passes none of them by its word", () => {
    const text = textOf(assessmentResults(plan, collected, pages));
    const judgement = judgeFile(new TextEncoder().encode(text), new Date("2026-11-22T00:00:00Z"));
    if (!judgement.ok) throw new Error(judgement.message);
    const { verdicts, source, findings, counted, observedAt } = judgement.judged;
    expect(wanted.length).toBeGreaterThan(5);
    expect(Object.fromEntries(verdicts.map(({ checkId, outcome }) => [checkId, outcome]))).toEqual(
      Object.fromEntries(wanted.map(({ id, outcome }) => [id, outcome === "fail" ? "fail" : "unknown"])),
    );
    expect(findings.filter(({ tool }) => tool === "Exhibit").map(({ rule, outcome }) => [rule, outcome])).toEqual(
      wanted.map(({ id, outcome }) => [id, outcome]),
    );
    expect(source).toBe("Exhibit (Calder & Finch LLP)");
    expect(findings).toHaveLength(wanted.length + counted["findings"]!);
    expect(observedAt).toEqual(new Date("2026-11-20T02:00:00.000Z"));
  });

  test("says of a control that needs evidence that it is unknown, not that it fails", () => {
    const report = read(JSON.parse(textOf(assessmentResults(plan, collected, pages))));
    const said = new Map(report.findings.map(({ rule, outcome }) => [rule, outcome]));
    const outcomes = { passing: "pass", failing: "fail", "needs evidence": "unknown" } as Record<string, string>;
    for (const { id, status } of collected.controls)
      expect(said.get(`${id}_obj`), id).toBe(status === "not applicable" ? undefined : outcomes[status]);
  });
});

describe("what others wrote", () => {
  test.each([
    [{ state: "satisfied" }, "pass"],
    [{ state: "not-satisfied" }, "fail"],
    [{ state: "not-satisfied", reason: "fail" }, "fail"],
    [{ state: "not-satisfied", reason: "other" }, "unknown"],
  ])("is as satisfied as it says (%j)", (status, outcome) => {
    expect(read(file([finding(status)])).findings).toMatchObject([{ rule: "ac-6.1_obj", outcome }]);
  });

  test("names what was looked at, and decides no check of the library", () => {
    const observations = [
      {
        uuid: "o",
        description: "d",
        collected: "2026-11-01T08:00:00Z",
        subjects: [{ "subject-uuid": "s", title: "prod" }],
      },
    ];
    const json = file([finding({ state: "satisfied" }, { "related-observations": [{ "observation-uuid": "o" }] })], {
      observations,
    });
    const report = read(json);
    expect(report).toMatchObject({
      scope: "Acme",
      observedAt: new Date("2026-11-02T00:00:00Z"),
      counted: { findings: 1, observations: 1 },
    });
    expect(report.findings[0]!.resource).toBe("prod");
    const judgement = judgeFile(new TextEncoder().encode(JSON.stringify(json)), new Date("2026-11-22T00:00:00Z"));
    expect(judgement).toMatchObject({ ok: true, judged: { verdicts: [], controls: [] } });
  });

  test.each([
    [file([finding({ state: "perhaps" })]), /findings\.0\.target\.status\.state is missing or wrong/],
    [file([{ title: "t" }]), /findings\.0\.uuid is missing or wrong/],
    [{ "assessment-results": { results: [] } }, /uuid is missing or wrong/],
  ])("and is damaged is refused by its place (%#)", (json, message) => {
    const result = oscal.read(json);
    expect(result.ok ? "read" : result.refusal.message).toMatch(message);
  });
});
