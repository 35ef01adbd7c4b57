import { describe, expect, test } from "vitest";
import {
  asksOf,
  controlIds,
  controlOfCheck,
  controls,
  findControl,
  findDocument,
  frameworks,
  getCheck,
  getControl,
  getFramework,
  openFrameworks,
  requirementsOf,
  resultValidForDays,
  validForDays,
} from "./index.ts";
import { loadRequirements } from "./requirements.ts";
import type { FrameworkKey } from "./types.ts";

const counts: Record<FrameworkKey, number> = {
  soc2: 61,
  hipaa: 78,
  iso27001: 123,
  pcidss: 326,
  fedramp: 410,
  fisma: 423,
  nistcsf: 106,
  gdpr: 58,
  ccpa: 62,
};
const keys = Object.keys(counts) as FrameworkKey[];

function expectUnique(values: readonly string[]) {
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
}

test("a document's id begins as checks of its control do, and of no other: verifiers tell by it what a control rests on", () => {
  const subject = (id: string) => id.split(".", 1)[0]!;
  for (const control of controls) {
    const own = new Set(control.checks.map(({ id }) => subject(id)));
    expect(control.expectedEvidence.filter(({ id }) => !own.has(subject(id)))).toEqual([]);
    const others = controls.filter((other) => other !== control).flatMap(({ checks }) => checks);
    expect(others.filter(({ id }) => own.has(subject(id)))).toEqual([]);
  }
});

describe("the control library", () => {
  test("has 22 controls, XC-01 to XC-22, in order, in seven families", () => {
    expect(controlIds).toEqual(Array.from({ length: 22 }, (_, index) => `XC-${String(index + 1).padStart(2, "0")}`));
    expect(new Set(controls.map((control) => control.domain)).size).toBe(7);
  });

  test("has 97 checks from the facts and one of our own, each under one id", () => {
    const checks = controls.flatMap((control) => control.checks);
    expect(checks.filter((check) => check.ours).map((check) => check.id)).toEqual(["code.static-analysis"]);
    expect(checks.filter((check) => !check.ours)).toHaveLength(97);
    expectUnique(checks.map((check) => check.id));
    expectUnique(controls.map((control) => control.slug));
    expectUnique(controls.map((control) => control.title));
  });

  test("asks every control for checks, evidence with a lifetime, and a statement", () => {
    for (const control of controls) {
      expect(control.checks.length).toBeGreaterThan(0);
      expect(control.expectedEvidence.length).toBeGreaterThan(0);
      for (const { validForDays: days } of control.expectedEvidence) expect(days).toBeGreaterThan(0);
      for (const text of [control.title, control.statement, control.why]) expect(text).not.toBe("");
      for (const check of control.checks) expect([check.title, check.predicate, check.sources[0]]).not.toContain("");
    }
  });

  test("has 66 expected documents, each under one id that no check has and that says of which control it is", () => {
    const documents = controls.flatMap((control) => control.expectedEvidence);
    const checks = controls.flatMap((control) => control.checks);
    expect(documents).toHaveLength(66);
    expectUnique([...documents, ...checks].map(({ id }) => id));
    for (const control of controls)
      for (const document of control.expectedEvidence) {
        expect(document.id).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
        expect(document.id.split(".")[0]).toBe(control.checks[0]!.id.split(".")[0]);
        expect(findDocument(document.id)).toEqual({ control, document });
      }
    expect(findDocument("auth.cloud-mfa")).toBeUndefined();
  });

  test("finds controls and checks by id, and says which it does not have", () => {
    expect(getControl("XC-18").slug).toBe("change-control");
    expect(findControl("XC-23")).toBeUndefined();
    expect(() => getControl("XC-23")).toThrow('The library has no control "XC-23".');
    expect(getCheck("auth.cloud-mfa").title).toBe("Cloud sign-ins need MFA");
    expect(controlOfCheck("code.static-analysis").id).toBe("XC-18");
    expect(() => controlOfCheck("no.such-check")).toThrow('The library has no check "no.such-check".');
    expect(() => getCheck("no.such-check")).toThrow(RangeError);
  });

  test("asks a check for some frameworks only of companies that work with one of them, and of those that said nothing", () => {
    const requests = getCheck("requests.on-time");
    expect(asksOf(requests, ["soc2", "pcidss"])).toBe(false);
    expect(asksOf(requests, ["soc2", "gdpr"])).toBe(true);
    expect(asksOf(requests, [])).toBe(true);
    expect(asksOf(getCheck("auth.cloud-mfa"), ["soc2"])).toBe(true);
  });

  test.each([
    ["XC-01", "Policy", 365, "the one lifetime expected"],
    ["XC-02", "Report", 92, "the shorter of two"],
    ["XC-20", "Config", 31, "the one lifetime expected"],
    ["XC-08", "Report", 31, "the cadence, hourly"],
    ["XC-11", "Policy", 31, "the cadence, daily"],
    ["XC-10", "Document", 92, "the cadence, quarterly"],
    ["XC-21", "Config", 365, "the cadence, annual"],
  ] as const)("counts for %s an item of type %s for %i days: %s", (id, type, days, _why) => {
    expect(validForDays(getControl(id), type)).toBe(days);
  });

  test("counts a check's result by the cadence of its control", () => {
    expect(["XC-08", "XC-07", "XC-10", "XC-01"].map((id) => resultValidForDays(getControl(id)))).toEqual([
      31, 31, 92, 365,
    ]);
  });
});

describe("the frameworks", () => {
  test("are nine, of which GDPR and CCPA are closed", () => {
    expect(frameworks.map((framework) => framework.key)).toEqual(keys);
    expect(frameworks.filter((framework) => !framework.available).map((framework) => framework.key)).toEqual([
      "gdpr",
      "ccpa",
    ]);
    expect(openFrameworks).toHaveLength(7);
    expect(() => getFramework("iso9001" as FrameworkKey)).toThrow('The library has no framework "iso9001".');
  });

  test.each(keys)("%s has as many requirements as its source lists, each once and with a title", async (key) => {
    const requirements = await loadRequirements(key);
    expect(requirements).toHaveLength(counts[key]);
    expect(getFramework(key).requirementCount).toBe(counts[key]);
    expectUnique(requirements.map((requirement) => requirement.id));
    for (const { title, group } of requirements) expect([title, group]).not.toContain("");
  });

  test("FedRAMP and FISMA have as many controls in each baseline as published", async () => {
    const count = async (key: FrameworkKey, level: string) =>
      (await loadRequirements(key)).filter((requirement) => requirement.levels?.some((item) => item === level)).length;
    const fedramp = await Promise.all(["low", "moderate", "high"].map((level) => count("fedramp", level)));
    const fisma = await Promise.all(["low", "moderate", "high", "privacy"].map((level) => count("fisma", level)));
    expect(fedramp).toEqual([156, 323, 410]);
    expect(fisma).toEqual([149, 287, 370, 96]);
  });

  test.each(keys)("every id that a control maps to in %s is there, once, and so is the control's lead", async (key) => {
    const ids = new Set((await loadRequirements(key)).map((requirement) => requirement.id));
    for (const control of controls) {
      const mapped = requirementsOf(control, key);
      expectUnique(mapped);
      expect(mapped.filter((id) => !ids.has(id))).toEqual([]);
      expect(mapped).toContain(control.lead[key]);
    }
  });

  test("no control is mapped to a heading or to a requirement that another took the place of", async () => {
    const pcidss = new Map((await loadRequirements("pcidss")).map((requirement) => [requirement.id, requirement]));
    for (const id of controls.flatMap((control) => control.requirements.pcidss))
      expect(pcidss.get(id)).toMatchObject({ kind: "requirement" });
    for (const id of controls.flatMap((control) => control.requirements.pcidss))
      expect(pcidss.get(id)?.supersededBy).toBeUndefined();
  });

  test("a project of any open framework can label every control", () => {
    for (const control of controls)
      for (const { key } of openFrameworks) expect(requirementsOf(control, key).length).toBeGreaterThan(0);
  });
});
