import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTestText } from "#tests/support/test-data.ts";
import { importFormats } from "#domain/import-format.ts";
import { importers, parse, readJson, readReport, textImporters } from "./importers.ts";
import type { FileResult } from "./importers.ts";
import { cut } from "./report.ts";

const line = (rule: string) =>
  JSON.stringify({
    class_uid: 2004,
    metadata: { event_code: rule, product: { name: "Prowler" } },
    status_code: "PASS",
    finding_info: {},
  });

/** What was read; fails the test with the sentence of a refusal. */
function read(result: FileResult) {
  if (!result.ok) throw new Error(result.refusal.message);
  return result;
}

describe("the text of a file", () => {
  test("may be one JSON value, with a byte order mark, or one value a line", () => {
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
    expect(parse('{"a":1}\n{"a":2}\r\n\n')).toEqual([{ a: 1 }, { a: 2 }]);
    expect(parse('{"a":1}')).toEqual({ a: 1 });
  });

  test.each(["", "not json", '{"a":1}\n{"a":', '{"a":1', "[".repeat(1_000_000)])(
    "may be nothing that can be read (case %#)",
    (text) => {
      expect(parse(text)).toBeUndefined();
      expect(readReport(text).ok).toBe(false);
    },
  );

  test("of separators without end is refused", () => {
    // A pattern that looks at each place anew does not come back from these.
    for (const item of [",", '"', "a,", '",', "\t;,"]) expect(readReport(item.repeat(400_000)).ok, item).toBe(false);
  });

  test("as a stream of Prowler's findings is read like the list of them", () => {
    const stream = read(readReport(`${line("a_b")}\n${line("c_d")}\n`));
    expect(stream.importer.id).toBe("prowler-ocsf");
    expect(stream.report).toEqual(read(readReport(`[${line("a_b")},${line("c_d")}]`)).report);
    expect(read(readReport(line("a_b"))).report.findings).toHaveLength(1);
  });
});

describe("a file", () => {
  test.each([[undefined], [null], [1], ["x"], [[]], [{}], [[1, 2]], [{ bomFormat: "CycloneDX" }]])(
    "of no known format is refused with their names (%j)",
    (json) => {
      const result = readJson(json);
      expect(result).toMatchObject({ ok: false, refusal: { code: "not-recognised" } });
      for (const name of Object.values(importFormats)) expect(!result.ok && result.refusal.message).toContain(name);
    },
  );

  test("of a known format that is damaged is refused for that", () => {
    expect(readJson({ version: "2.1.0", runs: [{}] })).toMatchObject({ ok: false, refusal: { code: "malformed" } });
  });

  test("of any JSON at all is read or refused, never half read", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const value of [
          json,
          [json],
          { version: "2.1.0", runs: [json] },
          { version: "2.1.0", runs: [{ tool: { driver: { name: "t" } }, results: [json] }] },
          { Findings: [{ SchemaVersion: "2018-10-08", GeneratorId: "g", AwsAccountId: "1" }, json] },
          { bomFormat: "CycloneDX", specVersion: "1.6", components: [json], vulnerabilities: [json] },
          { bomFormat: "CycloneDX", specVersion: "1.5", vulnerabilities: json },
          { spdxVersion: "SPDX-2.3", SPDXID: "SPDXRef-DOCUMENT", packages: [json], creationInfo: json },
          { "assessment-results": { results: [json], metadata: json } },
        ]) {
          const result = readJson(value);
          const whole = result.ok
            ? result.report.findings.length === result.report.read
            : result.refusal.message !== "";
          expect(whole).toBe(true);
        }
      }),
    );
  });
});

test("each format is listed once, under its own name", () => {
  const listed = [...importers, ...textImporters];
  expect([...listed.map((importer) => importer.id), "csv"].sort()).toEqual(Object.keys(importFormats).sort());
  for (const { id, name } of listed) expect(name).toBe(importFormats[id]);
});

test("whatever a tool writes becomes one plain line within its bound", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (text, length) => {
      const plain = cut(text, length);
      expect(plain.length).toBeLessThanOrEqual(length);
      expect(plain).not.toMatch(/\p{Cc}/u);
      expect(plain.isWellFormed()).toBe(true);
    }),
  );
});

describe("reports of the tools themselves", () => {
  const textOf = (file: string) => readTestText(`reports/${file}`);
  const sample = (file: string) => read(readReport(textOf(file)));
  const tally = (file: string) => {
    const { report } = sample(file);
    return {
      read: report.read,
      ...Object.fromEntries(
        [...Map.groupBy(report.findings, (finding) => finding.outcome)].map(([outcome, all]) => [outcome, all.length]),
      ),
    };
  };

  test("Prowler's has five findings: two failed, three left to a person", () => {
    const { importer, report } = sample("prowler-aws.ocsf.json");
    expect(importer.id).toBe("prowler-ocsf");
    expect(report).toMatchObject({ tool: "Prowler", read: 5, observedAt: new Date("2025-02-14T13:27:03Z") });
    expect(report.findings.map((finding) => finding.outcome)).toEqual([
      "fail",
      "unknown",
      "fail",
      "unknown",
      "unknown",
    ]);
  });

  test("ESLint's has three results, which all fail: two errors and a warning", () => {
    const { importer, report } = sample("eslint.sarif");
    expect(importer.id).toBe("sarif");
    expect(report).toMatchObject({ tool: "ESLint", toolVersion: "8.57.1", read: 3, observedAt: undefined });
    expect(report.findings.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ["no-eval", "fail"],
      ["eqeqeq", "fail"],
      ["no-undef", "fail"],
    ]);
  });

  // What @mitre/hdf-converters 2.12.6 makes of the same files, which scripts/compare-readers.ts asks again: of the XCCDF results
  // and of the ARF 355 results, 311 skipped, 21 failed, 23 passed; of the SARIF 3; of a bill without vulnerabilities none.
  test.each([
    ["openscap-xccdf-results.xml.gz", { read: 355, "not looked at": 311, fail: 21, pass: 23 }],
    ["openscap-arf.xml.gz", { read: 355, "not looked at": 311, fail: 21, pass: 23 }],
    ["eslint.sarif", { read: 3, fail: 3 }],
    ["npm.cdx.json", { read: 0 }],
  ])("%s has as many results as an independent reader counts in it", (file, counts) => {
    expect(tally(file)).toEqual(counts);
  });

  test("Prowler's file has as many findings of each status as stand in it", () => {
    // No reader of others knows OCSF: these are counted in the text.
    const file = "prowler-aws.ocsf.json";
    const said = (status: string) => textOf(file).split(`"status_code": "${status}"`).length - 1;
    expect(tally(file)).toEqual({
      read: said("FAIL") + said("MANUAL") + said("PASS"),
      fail: said("FAIL"),
      unknown: said("MANUAL"),
    });
  });

  test("an inventory is counted, component by component", () => {
    expect(sample("npm.cdx.json").report.counted).toEqual({ components: 97, vulnerabilities: 0 });
    expect(sample("npm.spdx.json").report.counted).toEqual({ packages: 98, files: 0 });
  });

  test("OSCAL's own example has one finding, which is not satisfied", () => {
    const { importer, report } = sample("oscal-assessment-results.json");
    expect(importer.id).toBe("oscal");
    expect(report.findings.map((finding) => finding.outcome)).toEqual(["fail"]);
    expect(report.counted).toEqual({ findings: 1, observations: 2 });
  });

  test("Lynis' report has two warnings, 45 pieces of advice, and each test by its name", () => {
    const { report } = sample("lynis-report.dat");
    expect(report.counted).toEqual({ warnings: 2, suggestions: 45, tests: 238 });
    expect(report.findings.filter((finding) => finding.outcome === "fail").map((finding) => finding.rule)).toEqual([
      "PKGS-7392",
      "LOGG-2138",
    ]);
  });

  test("those of other formats are refused", () => {
    expect(readReport(textOf("trivy-misconfig.json"))).toMatchObject({
      refusal: { code: "not-recognised" },
    });
  });
});
