import { describe, expect, test } from "vitest";
import type { Judges } from "../judge/judges.ts";
import type { ControlsAnswer, FilingInput } from "../judge/contract.ts";
import { canonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";
import { gunzip } from "#server/zip/gunzip.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { runOwnJudge } from "#server/judge/judge-file.ts";
import { builtJudge, hex, judgedBundle } from "#tests/support/judged-bundle.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { printReport } from "./print-report.ts";
import { verdictOf } from "./verdict.ts";
import { inputPath, judgePath, nameOf, VERDICTS } from "./verdict-line.ts";
import type { CheckLine, ControlLine, PartLine, VerdictLine } from "./verdict-line.ts";
import { verifyBundle } from "./verify-bundle.ts";

const judge = await builtJudge();
const own = runOwnJudge(judge);
const bundle = judgedBundle(judge);

const verify = async (files: BundleFiles, judges: Judges = { own }) =>
  await verifyBundle(memorySource(files), nodeCryptography, { key: bundle.vkey, judges });

/** What a verifier with the true key says of a bundle that its issuer made so. */
async function problemsOf(change: Parameters<typeof bundle.with>[0], judges?: Judges) {
  const report = await verify(bundle.with(change), judges);
  expect(verdictOf(report).exitCode).toBe(report.problems.length > 0 ? 1 : 0);
  return report.problems.map(({ path, sentence }) => `${path}: ${sentence}`);
}

const part = bundle.lines.find((line): line is PartLine => line.for === "part" && line.outcome === "pass")!;
const check = bundle.lines.find((line): line is CheckLine => line.for === "check" && line.outcome === "unknown")!;
const control = bundle.lines.find((line): line is ControlLine => line.for === "control")!;
const changed = (line: VerdictLine, change: object) =>
  bundle.lines.map((item) => (item === line ? ({ ...item, ...change } as VerdictLine) : item));

describe("verdicts of a bundle", () => {
  test("are judged again from exhibits, scope and facts, and their counts are stated", async () => {
    const report = await verify(bundle.files);
    expect(report.problems).toEqual([]);
    const { agreed, differs, notReperformable, resting } = report.verdicts!;
    expect(differs).toEqual([]);
    expect(Object.fromEntries(notReperformable)).toEqual({ "a person's test": ["check oversight.owner-named"] });
    expect(agreed).toBe(bundle.lines.length - 1);
    expect(bundle.lines.filter((line) => line.for === "part").length).toBeGreaterThan(10);
    const owner = bundle.lines.find((line) => line.for === "control" && line.checks.includes("oversight.owner-named"))!;
    expect(resting).toEqual([nameOf(owner)]);
    const printed = printReport(report).join("\n");
    expect(printed).toContain(`judged again: ${agreed} agreed, 0 differ, 1 not re-performable`);
    expect(printed).toContain("a person's test: check oversight.owner-named");
    expect(printed).toMatch(/^VERIFIED$/m);
  });

  test("a control rests on an answer of its document that nobody can judge again, as it does on one of its check", async () => {
    const answer = { source: "Exhibit registers", outcome: "pass", reason: "It is in force.", judge: null } as const;
    for (const [check, aspect] of [
      ["accounts.access-control-policy", "document"],
      ["accounts.one-person-each", "register"],
    ] as const) {
      const made = judgedBundle(judge, { forged: [{ check, aspect, ...answer }] });
      const report = await verifyBundle(memorySource(made.files), nodeCryptography, {
        key: made.vkey,
        judges: { own, gunzip },
      });
      expect(report.verdicts!.resting, check).toContain("control XC-07");
    }
  });

  test.each([
    ["Exhibit registers", false, true],
    ["Exhibit registers", true, false],
    ["Ana", false, false],
  ])(
    "a document of an item from %s that its issuer calls printed: %s differs: %s",
    async (policySource, printed, differs) => {
      const filing: FilingInput = {
        document: "oversight.internal-audit",
        number: 2,
        from: "2026-11-01",
        to: "2026-11-20",
        filedAt: "2026-11-21T06:00:00.000Z",
        ledgerIndex: 1,
        accepted: true,
        reason: null,
        printed,
        own: false,
        anotherSince: null,
      };
      const made = judgedBundle(judge, { policySource, filings: [filing] });
      const report = await verifyBundle(memorySource(made.files), nodeCryptography, {
        key: made.vkey,
        judges: { own, gunzip },
      });
      expect(report.verdicts!.differs).toEqual(differs ? ["control XC-02"] : []);
    },
  );

  test("an outcome that its issuer changed differs, and so does each verdict that rests on it", async () => {
    const fails = { outcome: "fail", reason: "It was never so." };
    expect(await problemsOf({ lines: changed(part, fails) })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${VERDICTS}, ${nameOf(part).replaceAll(/[()]/g, "\\$&")}: Differs: it says “fail: It was never so.”, and EX-000001 “pass: `,
        ),
      ),
    ]);
    expect(await problemsOf({ lines: changed(check, { outcome: "pass", reason: "All is well." }) })).toEqual([
      `${VERDICTS}, ${nameOf(check)}: Differs: it says “pass: All is well.”, and the judge “${check.outcome}: ${check.reason}”.`,
    ]);
    expect(await problemsOf({ lines: changed(control, { status: "passing", reason: "All is well." }) })).toEqual([
      `${VERDICTS}, ${nameOf(control)}: Differs: it says “passing: All is well.”, and the judge “${control.status}: ${control.reason}”.`,
      `controls.json, ${control.control}: Its status is not what was judged.`,
    ]);
  });

  test.each([
    ["basis", { basis: "machine" }],
    ["progress", { progress: { decided: 98, asked: 98 } }],
    ["restsOn", { restsOn: { exhibits: [2], entries: [] } }],
  ])("a check whose %s was changed differs", async (what, change) => {
    expect(await problemsOf({ lines: changed(check, change) })).toEqual([
      `${VERDICTS}, ${nameOf(check)}: Differs: the judge says otherwise of its ${what}.`,
    ]);
  });

  test("a verdict that is left out, made up or said twice is named", async () => {
    const without = bundle.lines.filter((line) => line !== control);
    expect(await problemsOf({ lines: without })).toEqual([
      `${VERDICTS}, ${nameOf(control)}: Differs: the judge says it, and the bundle does not.`,
      `controls.json, ${control.control}: No verdict is in the bundle for it.`,
    ]);
    const madeUp = { ...check, check: "luck.good" };
    expect(await problemsOf({ lines: [...bundle.lines, madeUp] })).toEqual([
      `${VERDICTS}, check luck.good: Differs: the judge does not say it.`,
    ]);
    expect(await problemsOf({ lines: [...bundle.lines, check] })).toEqual([
      `${VERDICTS}, ${nameOf(check)}: Differs: there are two of this name.`,
    ]);
  });

  test("what an exhibit says of a part may not be left out, however truly the rest was judged without it", async () => {
    for (const outcome of ["pass", "fail"] as const) {
      const parts = judgedBundle(judge, { items: outcome }).lines.filter(
        (line): line is PartLine => line.for === "part",
      );
      const left = parts.find((line) => line.outcome === outcome)!;
      const { files, vkey } = judgedBundle(judge, { items: outcome, keeps: (line) => nameOf(line) !== nameOf(left) });
      const report = await verifyBundle(memorySource(files), nodeCryptography, { key: vkey, judges: { own } });
      expect(verdictOf(report).exitCode).toBe(1);
      expect(report.verdicts!.differs).toEqual([nameOf(left)]);
      expect(report.problems).toMatchObject([
        { path: `${VERDICTS}, ${nameOf(left)}`, sentence: "Differs: EX-000001 says it, and the bundle does not." },
      ]);
    }
  });

  test("what another tool reported is judged again from its bytes, packed or not", async () => {
    const reported = bundle.lines.filter((line): line is PartLine => line.for === "part" && line.how.kind === "report");
    expect(reported.map(({ outcome, source }) => `${outcome}: ${source}`)).toContain(
      "pass: Prowler (acme/production, aws 123456789012)",
    );
    const packed = judgedBundle(judge, { isPacked: true });
    const again = async (judges: Judges) =>
      await verifyBundle(memorySource(packed.files), nodeCryptography, { key: packed.vkey, judges });
    const [whole, without] = [await again({ own, gunzip }), await again({ own })];
    expect([whole.problems, whole.verdicts!.agreed]).toEqual([[], packed.lines.length - 1]);
    expect(without.problems).toEqual([]);
    expect(without.verdicts!.notReperformable.get("read from a packed report that cannot be unpacked here")).toEqual(
      expect.arrayContaining(reported.map(nameOf)),
    );
    const bomb = await again({ own, gunzip: () => Promise.reject(new Error("too much")) });
    expect([bomb.problems, bomb.verdicts!.notReperformable.size]).toEqual([
      [],
      without.verdicts!.notReperformable.size,
    ]);
  });

  test("what a report looked at, when, and how it was read are what its judge says", async () => {
    const read = bundle.lines.find((line): line is PartLine => line.for === "part" && line.how.kind === "report")!;
    const first = async (change: object) => (await problemsOf({ lines: changed(read, change) })).join("\n");
    expect(await first({ outcome: "fail", reason: "It was never so." })).toContain(
      "it says “fail: It was never so.”, and EX-000003 “pass: ",
    );
    expect(await first({ source: "Prowler (aws 999999999999)" })).toContain(`EX-000003 speaks of ${read.source}.`);
    // Younger than the report says of itself: it would count for longer.
    const [observedAt, validUntil] = [
      "2026-11-21T05:00:00.000Z",
      new Date(
        Date.parse(read.validUntil) + Date.parse("2026-11-21T05:00:00.000Z") - Date.parse(read.observedAt),
      ).toISOString(),
    ];
    expect(await first({ observedAt, validUntil })).toContain(`EX-000003 is of ${read.observedAt}.`);
    expect(await first({ how: { kind: "report", target: "elsewhere", mapping: null } })).toContain(
      "EX-000003 speaks of Prowler (elsewhere, aws 123456789012).",
    );
    const mapping = { name: "CSV", header: ["a"], columns: {}, words: {} };
    expect(await first({ how: { kind: "report", target: "acme/production", mapping } })).toContain(
      "its judge cannot say it again: this is no report that can be read",
    );
    expect(await first({ how: { kind: "report", target: "acme/production", mapping: { name: 1 } } })).toContain(
      "its judge cannot say it again: input.mapping.name is missing, or is not what it should be",
    );
    expect(await first({ how: { kind: "collection" } })).toContain("EX-000003");
  });

  test("a report that a judge of earlier days read is not judged again, and said to be so", async () => {
    const earlier: Judges["own"] = {
      ...own,
      judge: (question) =>
        (JSON.parse(question) as { kind: string }).kind === "report"
          ? '{"kind":"none","reason":"this judge does not know such a question"}'
          : own.judge(question),
    };
    const { problems, verdicts } = await verify(bundle.files, { own: earlier });
    expect(problems).toEqual([]);
    expect([...verdicts!.notReperformable.keys()]).toContain(
      "read from a report of another tool, by a judge that reads none",
    );
  });

  test("a report of an older day that was filed later leaves what its source said of a newer one standing", async () => {
    const read = bundle.lines.find((line): line is PartLine => line.for === "part" && line.how.kind === "report")!;
    const missed = `${VERDICTS}, ${nameOf(read)}: Differs: EX-000003 says it, and the bundle does not.`;
    const other = { exhibit: "EX-000009", sha256: null, withheld: "not in this bundle", ledgerIndex: 1 };
    const older = { observedAt: "2026-11-19T05:59:00.000Z" };
    expect(await problemsOf({ lines: changed(read, { ...other, ...older }) })).toContain(missed);
    expect(await problemsOf({ lines: changed(read, other) })).not.toContain(missed);
  });

  test("what its source said of a part later stands in its place, and nothing that it said earlier", async () => {
    // Of a later run, whose exhibit is not in the bundle; the checks that rest on it differ, because they were judged from the first.
    const later = { exhibit: "EX-000009", sha256: null, withheld: "not in this bundle", ledgerIndex: 4 };
    const missed = `${VERDICTS}, ${nameOf(part)}: Differs: EX-000001 says it, and the bundle does not.`;
    expect(await problemsOf({ lines: changed(part, later) })).not.toContain(missed);
    expect(await problemsOf({ lines: changed(part, { ...later, ledgerIndex: 1 }) })).toContain(missed);
    const elsewhere = { ...later, source: "GitHub (another)" };
    expect(await problemsOf({ lines: changed(part, elsewhere) })).toContain(missed);
  });

  test("a part that was read from another exhibit, or lasts longer than it may, differs", async () => {
    const differs = async (change: object) => (await problemsOf({ lines: changed(part, change) }))[0];
    expect(await differs({ exhibit: "EX-000002", ledgerIndex: 3 })).toContain(
      "EX-000002 is not in the bundle as it was judged",
    );
    expect(await differs({ sha256: hex("another") })).toContain("EX-000001 is not in the bundle as it was judged");
    expect(await differs({ ledgerIndex: 3 })).toContain("it cites another place in the ledger than EX-000001 has");
    expect(await differs({ withheld: "withdrawn" })).toContain("EX-000001 is not in the bundle as it was judged");
    expect(await differs({ validUntil: "2031-01-01T00:00:00.000Z" })).toMatch(
      /it counts for [\d.]+ days instead of \d+/,
    );
    expect(await differs({ judge: hex("another") })).toContain("EX-000001 names another judge");
  });

  test("an exhibit of a made-up account is never said to agree, whatever judge it names", async () => {
    const made = judgedBundle(judge, { isSample: true });
    const { problems, verdicts } = await verifyBundle(memorySource(made.files), nodeCryptography, {
      key: made.vkey,
      judges: { own },
    });
    expect(problems).toEqual([]);
    expect(verdicts!.notReperformable.get("read from a sample account, which is made up")).toEqual(
      expect.arrayContaining(
        made.lines.flatMap((line) => (line.for === "part" && line.how.kind === "collection" ? [nameOf(line)] : [])),
      ),
    );
  });

  test.each(["withdrawn", "erased"])(
    "an exhibit that is %s decides nothing: a verdict that rests on it differs",
    async (withheld) => {
      const gone = { exhibit: "EX-000009", sha256: null, withheld };
      const report = await verify(bundle.with({ lines: changed(part, gone) }));
      expect(report.verdicts!.differs).toContain(nameOf(part));
      const undecided = await verify(bundle.with({ lines: changed(part, { ...gone, outcome: "unknown" }) }));
      expect(undecided.verdicts!.notReperformable.get(`an exhibit that is ${withheld}`)).toContain(nameOf(part));
    },
  );

  test("an exhibit that is not in the bundle leaves its parts, and what they decide, without a second judgement", async () => {
    const elsewhere = { exhibit: "EX-000009", sha256: null, withheld: "not in this bundle" };
    const isRead = (line: VerdictLine) => line.for === "part" && line !== part && line.check === part.check;
    const restsOn = { exhibits: bundle.lines.some(isRead) ? [1, 9] : [9], entries: [2] };
    const lines = changed(part, elsewhere).map((line) =>
      line.for === "check" && line.check === part.check ? { ...line, restsOn } : line,
    );
    const report = await verify(bundle.with({ lines }));
    expect(report.problems).toEqual([]);
    const left = report.verdicts!.notReperformable.get("an exhibit that is not in this bundle")!;
    expect(left).toContain(nameOf(part));
    expect(left).toContain(`check ${part.check}`);
  });

  test("another scope, other facts and another instant are found, each by the verdicts that cite it", async () => {
    const { scope, facts } = check;
    const named = async (change: Parameters<typeof problemsOf>[0]) => (await problemsOf(change)).join("\n");
    for (const [field, other] of [
      ["scope", hex("another")],
      ["facts", hex("another")],
      ["judge", hex("another")],
      ["instant", "2026-11-22T07:00:00.000Z"],
    ] as const)
      expect(await named({ lines: changed(check, { [field]: other }) })).toMatch(
        new RegExp(`^${VERDICTS}, ${nameOf(check)}: Differs: it cites another \\w[\\w ]+ than the other verdicts`),
      );
    expect(await named({ files: [[inputPath(scope), undefined]] })).toContain(
      `its input ${inputPath(scope)} is not in the bundle as it was judged`,
    );
    const altered = canonicalJson({ ...bundle.facts, frameworks: ["hipaa"] } as unknown as CanonicalValue);
    expect(await named({ files: [[inputPath(facts), altered]] })).toContain(
      `its input ${inputPath(facts)} is not in the bundle as it was judged`,
    );
  });

  test("a scope without the system, under its own hash, does not give the same verdicts", async () => {
    const none = canonicalJson({ systems: [], decisions: [] });
    const lines = bundle.lines.map((line) => (line.for === "part" ? line : { ...line, scope: hex(none) }));
    const problems = await problemsOf({ lines, files: [[inputPath(hex(none)), none]] });
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^verdicts\.jsonl, (check|control) \S+: Differs: /);
  });

  test("an instant at which answers are too old does not give the same verdicts", async () => {
    const later = "2029-11-21T07:00:00.000Z";
    const lines = bundle.lines.map((line) => (line.for === "part" ? line : { ...line, instant: later }));
    expect((await problemsOf({ lines })).length).toBeGreaterThan(0);
  });

  test("a judge that was altered is no judge: what cites it differs", async () => {
    const path = judgePath(judge.sha256);
    const named = await problemsOf({ files: [[path, `${judge.code}// harmless`]] });
    expect(named.length).toBe(bundle.lines.length);
    for (const problem of named) expect(problem).toContain(`its judge ${path} was altered`);
    expect((await problemsOf({ files: [[path, undefined]] }))[0]).toContain(`its judge ${path} is not in the bundle`);
  });

  test("a list of controls that says otherwise than the verdicts is refused", async () => {
    const controls = JSON.parse(bundle.files.get("controls.json")!.toString()) as { status: string }[];
    const better = controls.map((control, at) => (at === 0 ? { ...control, status: "failing" } : control));
    expect(await problemsOf({ files: [["controls.json", JSON.stringify(better)]] })).toEqual([
      `controls.json, ${control.control}: Its status is not what was judged.`,
    ]);
  });

  test("what another judge said runs apart or not at all, never with the verifier's rights", async () => {
    const left = await verify(bundle.files, {});
    expect(verdictOf(left).exitCode).toBe(0);
    expect([left.verdicts!.agreed, [...left.verdicts!.notReperformable.keys()]]).toEqual([
      0,
      ["judged by another version"],
    ]);
    const asked: string[] = [];
    const apart = await verify(bundle.files, {
      own: { ...own, sha256: hex("another") },
      run: async (code, questions) => {
        expect(code).toBe(judge.code);
        asked.push(...questions);
        return questions.map((question) => ({ answer: own.judge(question) }));
      },
    });
    expect([apart.problems, apart.verdicts!.agreed, asked.length]).toEqual([[], bundle.lines.length - 1, 3]);
    const stopped = await verify(bundle.files, {
      run: async (_, questions) => questions.map(() => ({ stopped: "time" as const, message: "over 10 seconds" })),
    });
    expect(stopped.problems.map(({ sentence }) => sentence)).toContain(
      "Differs: its judge was stopped (time): over 10 seconds.",
    );
    const lying = await verify(bundle.files, {
      run: async (_, questions) => questions.map(() => ({ answer: "null" })),
    });
    expect(lying.problems.length).toBe(bundle.lines.length);
  });

  test("a bundle of the days before verdicts were in it verifies, and says nothing of them", async () => {
    const report = await verify(bundle.with({ files: [[VERDICTS, undefined]] }));
    expect([report.problems, report.verdicts]).toEqual([[], undefined]);
    expect(printReport(report).join("\n")).toContain("that the conclusions in the report and the lists are right");
  });
});

test("the same question has the same answer, letter for letter", () => {
  const question = JSON.stringify({
    kind: "controls",
    instant: part.observedAt,
    scope: bundle.scope,
    input: { ...bundle.facts, answers: [] },
  });
  const once = own.judge(question);
  expect(runOwnJudge(judge).judge(question)).toBe(once);
  expect((JSON.parse(once) as ControlsAnswer).controls).toHaveLength(22);
});
