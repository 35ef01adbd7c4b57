import { createHash } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { connectors } from "#connectors/index.ts";
import type { CheckFixtures } from "#connectors/check.ts";
import { judgeChecks, partVerdicts } from "#connectors/judge.ts";
import type { Judge, PartsAnswer, ReportAnswer } from "#domain/judge/contract.ts";
import { judgeFile } from "#server/reading/judged-report.ts";
import { builtJudge, exhibitFrom } from "#tests/support/judged-bundle.ts";
import { passingReports } from "#tests/support/passing-reports.ts";
import { sampleOfEachFormat } from "#tests/support/sample-of-each-format.ts";

const built = await builtJudge();

/** An engine with the language alone: code that asks for a clock, chance, a zone, a host or the network gets an error. */
function bareJudge(): Judge {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  runInContext(
    `for (const name of ["Intl", "WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name];
    for (const prototype of [Date, Number, String, Array, BigInt].map((one) => one.prototype))
      for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString", "localeCompare"]) delete prototype[name];
    delete Math.random;
    { const TrueDate = Date;
      globalThis.Date = class extends TrueDate {
        constructor(...given) { if (given.length === 0) throw new Error("there is no clock"); super(...given); }
        static now() { throw new Error("there is no clock"); }
      }; }`,
    context,
  );
  runInContext(built.code, context);
  return (context as { readonly exhibitJudge: Judge }).exhibitJudge;
}

const NOW = "2026-11-21T10:00:00.000Z";

describe.each(connectors.map((connector) => ({ connector, id: connector.manifest.id })))("$id", ({ connector, id }) => {
  test("the built judge says of every fixture what the sources say, without clock, chance, zone or host", async () => {
    const { fixtures } = (await import(`../connectors/${id}/fixtures.ts`)) as {
      fixtures: Readonly<Record<string, CheckFixtures>>;
    };
    const { judge } = bareJudge();
    const { checks, manifest } = connector;
    let compared = 0;
    for (const fixture of Object.values(fixtures)) {
      const settings = manifest.settings.parse(fixture.settings ?? {});
      for (const items of [fixture.pass, fixture.fail, fixture.unknown, fixture.notApplicable ?? []]) {
        const { exceptions } = fixture;
        const document = { ...exhibitFrom(connector, items, settings, "a".repeat(64)), exceptions };
        const said = judge(JSON.stringify({ kind: "collection", instant: NOW, input: document }));
        const results = judgeChecks(checks, { items, steps: document.steps, settings, exceptions, now: new Date(NOW) });
        const wanted = partVerdicts(checks, results, 1).map(({ checkId, aspect, outcome, reason }) => ({
          check: checkId,
          aspect: aspect === "" ? null : aspect,
          outcome,
          reason,
        }));
        const { parts } = JSON.parse(said) as PartsAnswer;
        expect(parts.map(({ validForDays: _, ...part }) => part)).toEqual(wanted);
        expect(parts.every(({ validForDays }) => validForDays > 0)).toBe(true);
        compared += parts.length;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});

const ofEachFormat = [
  ...Object.entries(sampleOfEachFormat).map(([format, { file, mapping = null }]) => ({ format, file, mapping })),
  ...Object.entries(passingReports).map(([format, file]) => ({ format: `${format} that passes`, file, mapping: null })),
];

test.each(ofEachFormat)("the built judge says of a report in $format what its import says", ({ file, mapping }) => {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  for (const target of ["", "acme/production"]) {
    const sha256 = createHash("sha256").update(text).digest("hex");
    const question = { kind: "report", instant: NOW, input: { text, sha256, target, mapping } };
    const said = JSON.parse(bareJudge().judge(JSON.stringify(question))) as ReportAnswer;
    const imported = judgeFile(Buffer.from(text), new Date(NOW), mapping ?? undefined, target);
    if (!imported.ok) throw new Error(imported.message);
    const { source, observedAt, verdicts } = imported.judged;
    expect(said).toEqual({
      kind: "report",
      source,
      observedAt: observedAt.toISOString(),
      parts: verdicts.map(({ checkId, aspect, outcome, reason, validUntil }) => ({
        check: checkId,
        aspect: aspect === "" ? null : aspect,
        outcome,
        reason,
        validForDays: (validUntil.getTime() - observedAt.getTime()) / (24 * 60 * 60_000),
      })),
    });
  }
});

test.each([
  ["nothing", ""],
  ["no question", "{}"],
  ["an unknown kind", '{"kind":"dice"}'],
  ["another document", '{"kind":"collection","instant":"2026-11-21T10:00:00.000Z","input":{"format":"x"}}'],
  [
    "a provider that it does not know",
    '{"kind":"collection","input":{"format":"exhibit-collection/1","provider":"x"}}',
  ],
])("a judge that is given %s says that it cannot answer, and throws nothing", (_, question) => {
  expect(JSON.parse(bareJudge().judge(question))).toMatchObject({ kind: "none", reason: expect.stringMatching(/\w/) });
});
