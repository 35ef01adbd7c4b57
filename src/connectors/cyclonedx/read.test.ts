import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cyclonedx } from "./read.ts";

const bom = (more: Record<string, unknown> = {}) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  metadata: {
    timestamp: "2026-11-20T08:00:00Z",
    tools: { components: [{ name: "trivy", version: "0.60.0" }] },
    component: { "bom-ref": "app", name: "app", version: "1.0.0" },
  },
  components: [
    { "bom-ref": "a", name: "a", version: "1", purl: "pkg:npm/a@1", components: [{ "bom-ref": "b", name: "b" }] },
  ],
  ...more,
});

const read = (file: unknown) => {
  const result = cyclonedx.read(file);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.report;
};
const vulnerable = (more: Record<string, unknown>) =>
  read(bom({ vulnerabilities: [{ id: "CVE-2026-1", affects: [{ ref: "a" }], ...more }] })).findings[0]!;

describe("a bill of materials", () => {
  test("without vulnerabilities is an inventory: components are counted, also inner ones, and nothing is found", () => {
    for (const more of [{}, { vulnerabilities: [] }])
      expect(read(bom(more))).toMatchObject({
        tool: "trivy",
        toolVersion: "0.60.0",
        scope: "app",
        targetNamed: false,
        observedAt: new Date("2026-11-20T08:00:00Z"),
        findings: [],
        read: 0,
        counted: { components: 2, vulnerabilities: 0 },
      });
  });

  test("has a finding for each component that a vulnerability affects, by the component's name", () => {
    const report = read(
      bom({
        vulnerabilities: [
          { id: "CVE-1", ratings: [{ severity: "high" }], affects: [{ ref: "a" }, { ref: "b" }, { ref: "gone" }] },
          { id: "CVE-2", ratings: [{ severity: "low" }] },
        ],
      }),
    );
    expect(report.read).toBe(4);
    expect(report.findings.map(({ rule, resource, outcome }) => [rule, resource, outcome])).toEqual([
      ["CVE-1", "pkg:npm/a@1", "fail"],
      ["CVE-1", "b", "fail"],
      ["CVE-1", "gone", "fail"],
      ["CVE-2", "", "pass"],
    ]);
  });
});

describe("a vulnerability", () => {
  test.each([
    ["resolved", "fail", true],
    ["resolved_with_pedigree", "fail", true],
    ["false_positive", "fail", true],
    ["not_affected", "fail", true],
    ["exploitable", "fail", false],
    ["in_triage", "fail", false],
    [undefined, "fail", false],
    ["a word of a later version", "unknown", false],
  ])("that is critical and analyzed as %s is %s, set aside: %s", (state, outcome, suppressed) => {
    expect(vulnerable({ ratings: [{ severity: "critical" }], analysis: { state } })).toMatchObject({
      outcome,
      suppressed,
    });
  });

  test.each([
    [{ ratings: [{ severity: "high" }] }, "fail", "High"],
    [{ ratings: [{ score: 7 }] }, "fail", "High"],
    [{ ratings: [{ score: 6.9 }] }, "pass", "Medium"],
    [{ ratings: [{ severity: "medium" }] }, "pass", "Medium"],
    [{ ratings: [{ severity: "low" }, { severity: "critical" }] }, "fail", "Critical"],
    [{ ratings: [{ severity: "unknown" }] }, "unknown", "Unknown"],
    [{ ratings: [{ score: 1e308 }] }, "unknown", "Unknown"],
    [{}, "unknown", "Unknown"],
    [{ analysis: { state: "exploitable" } }, "fail", "Unknown"],
  ])("is as grave as the gravest rating says (%j)", (more, outcome, severity) => {
    expect(vulnerable(more)).toMatchObject({ outcome, severity });
  });

  test("tells why it was closed", () => {
    const analysis = { state: "not_affected", detail: "The code is never reached." };
    expect(vulnerable({ analysis, description: "Bad" }).message).toBe("Not affected: The code is never reached.");
  });
});

test("G4: statements about vulnerabilities without components speak under a name of their own", () => {
  const vulnerabilities = [{ id: "CVE-1", ratings: [{ severity: "low" }], analysis: { state: "not_affected" } }];
  for (const components of [undefined, []]) expect(read(bom({ components, vulnerabilities })).tool).toBe("trivy VEX");
  expect(read(bom({ vulnerabilities })).tool).toBe("trivy");
});

describe("what cannot be read", () => {
  test.each([
    [{ specVersion: "1.3" }, "This is CycloneDX 1.3. Versions 1.4, 1.5 and 1.6 can be read."],
    [{ components: [{ name: "a" }, { version: "1" }] }, "This CycloneDX file cannot be read: components.1.name is missing or wrong."],
    [{ components: [{ name: "a", components: [{}] }] }, "This CycloneDX file cannot be read: components.0.components.0.name is missing or wrong."],
    [{ vulnerabilities: [{ affects: [{}] }] }, "This CycloneDX file cannot be read: vulnerabilities.0.affects.0.ref is missing or wrong."],
  ])("is refused by its place (%#)", (more, message) => {
    expect(cyclonedx.read(bom(more))).toEqual({ ok: false, refusal: { code: "malformed", message } });
  }); // prettier-ignore

  test("does not break the reader, however deep it goes", () => {
    let deep: Record<string, unknown> = { name: "leaf" };
    for (let depth = 0; depth < 20_000; depth += 1) deep = { name: "c", components: [deep] };
    expect(read(bom({ components: [deep] })).counted).toEqual({ components: 20_001, vulnerabilities: 0 });
  });

  test("is refused or read whole, whatever stands in it", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), fc.array(fc.jsonValue(), { maxLength: 4 }), (components, vulnerabilities) => {
        const result = cyclonedx.read(bom({ components, vulnerabilities }));
        const whole = result.ok ? result.report.findings.length === result.report.read : result.refusal.message !== "";
        expect(whole).toBe(true);
      }),
    ); // prettier-ignore
  });
});
