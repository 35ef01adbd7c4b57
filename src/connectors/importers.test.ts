import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importers, parse, readJson, readReport } from "./importers.ts";
import { cut } from "./report.ts";

const line = (rule: string) =>
  JSON.stringify({
    class_uid: 2004,
    metadata: { event_code: rule, product: { name: "Prowler" } },
    status_code: "PASS",
    finding_info: {},
  });

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
      expect(readReport(text)).toBeUndefined();
    },
  );

  test("as a stream of Prowler's findings is read like the list of them", () => {
    const stream = readReport(`${line("a_b")}\n${line("c_d")}\n`)!;
    expect(stream.importer.id).toBe("prowler-ocsf");
    expect(stream.report).toEqual(readReport(`[${line("a_b")},${line("c_d")}]`)!.report);
    expect(readReport(line("a_b"))!.report.findings).toHaveLength(1);
  });
});

describe("a file", () => {
  test.each([[undefined], [null], [1], ["x"], [[]], [{}], [[1, 2]], [{ bomFormat: "CycloneDX" }]])(
    "of neither format is refused by name (%j)",
    (json) => {
      expect(readJson(json)).toEqual({
        ok: false,
        refusal: { code: "not-recognised", says: "This file is neither Prowler JSON-OCSF nor SARIF 2.1.0." },
      });
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
        ]) {
          const result = readJson(value);
          const whole = result.ok ? result.report.findings.length === result.report.read : result.refusal.says !== "";
          expect(whole).toBe(true);
        }
      }),
    );
  });
});

test("each format is listed once, under its own name", () => {
  expect(importers.map((importer) => importer.id)).toEqual(["prowler-ocsf", "sarif"]);
  expect(importers.map((importer) => importer.name)).toEqual(["Prowler JSON-OCSF", "SARIF 2.1.0"]);
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

const samples = join(import.meta.dirname, "../../../shared/vendor-answers");
const here = existsSync(samples);

describe.skipIf(!here)(
  `the samples in ../shared/vendor-answers${here ? "" : " (skipped: the folder is not there)"}`,
  () => {
    const sample = (file: string) => readReport(readFileSync(join(samples, file), "utf8"))!;

    test("Prowler's has five findings: two failed, three left to a person", () => {
      const { importer, report } = sample("prowler-ocsf/example_output_aws.ocsf.json");
      expect(importer.id).toBe("prowler-ocsf");
      expect(report).toMatchObject({ tool: "Prowler", read: 5, observedAt: new Date("2025-02-14T13:27:03Z") });
      expect(report.findings.map((one) => one.outcome)).toEqual(["fail", "unknown", "fail", "unknown", "unknown"]);
    });

    test("ESLint's has three results: two errors and a warning", () => {
      const { importer, report } = sample("generated-here/eslint.sarif");
      expect(importer.id).toBe("sarif");
      expect(report).toMatchObject({ tool: "ESLint", toolVersion: "8.57.1", read: 3, observedAt: undefined });
      expect(report.findings.map(({ rule, outcome }) => [rule, outcome])).toEqual([
        ["no-eval", "fail"],
        ["eqeqeq", "pass"],
        ["no-undef", "fail"],
      ]);
    });

    test("those of other formats are refused", () => {
      expect(readReport(readFileSync(join(samples, "generated-here/npm.cdx.json"), "utf8"))).toBeUndefined();
      expect(readReport(readFileSync(join(samples, "generated-here/trivy-misconfig.json"), "utf8"))).toBeUndefined();
    });
  },
);
