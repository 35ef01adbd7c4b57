import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { releasedJudges } from "#domain/bundle/released-judges.gen.ts";
import { printReport } from "#domain/bundle/print-report.ts";
import { inputPath, judgePath, nameOf, VERDICTS } from "#domain/bundle/verdict-line.ts";
import type { CheckLine, ControlLine, VerdictLine } from "#domain/bundle/verdict-line.ts";
import { verdictOf } from "#domain/bundle/verdict.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import type { RunJudge } from "#domain/judge/contract.ts";
import { turnOf } from "#tests/support/every-case.ts";
import { gluttons, judgeThat } from "#tests/support/hostile-judges.ts";
import { builtJudge, hex, judgedBundle } from "#tests/support/judged-bundle.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { rounds } from "#tests/support/rounds.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { buildVerifier } from "../../../scripts/build-verifier.ts";
import { runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";
import { nodeJudge } from "./judge-thread.ts";

const own = await builtJudge();
const older = ((code) => ({ code, sha256: hex(code) }))(`${own.code}\n// An honest judge of another day.\n`);
const bundle = judgedBundle(older);

async function verify(files: BundleFiles, run: RunJudge, released: Readonly<Record<string, string>> = {}) {
  const judges = { own: runOwnJudge(own), released, run };
  return await verifyBundle(memorySource(files), nodeCryptography, { key: bundle.vkey, judges });
}

function sandboxed(program: string): RunJudge {
  const judge = nodeJudge(new URL(program, import.meta.url));
  onTestFinished(judge.close);
  return judge;
}

/** The same bundle, sealed by its issuer, whose checks and controls name this judge. */
function judgedBy(code: string): BundleFiles {
  const judge = hex(code);
  const lines = bundle.lines.map((line): VerdictLine => (line.for === "part" ? line : { ...line, judge }));
  return bundle.with({ lines, files: [[judgePath(judge), code]] });
}

test("a bundle of an honest judge of another version is judged again in the sandbox, agrees, and says whose judge it was", async () => {
  const report = await verify(bundle.files, sandboxed("verify-command.ts"));
  expect(report.problems).toEqual([]);
  expect(verdictOf(report).name).toBe("verified");
  const { agreed, agreedByForeign, differs, notReperformable, foreign } = report.verdicts!;
  expect([agreed, agreedByForeign, differs, [...notReperformable.keys()], foreign]).toEqual([
    bundle.lines.length - 1,
    bundle.lines.length - 1,
    [],
    ["a person's test"],
    [older.sha256],
  ]);
  const printed = printReport(report).join("\n");
  expect(printed).toContain(`${agreed} agreed (all with a judge of the bundle's issuer), 0 differ`);
  expect(printed).toContain(`${older.sha256} came with the bundle: it is not this verifier's own`);
  expect(printed).toContain("Its verdicts agree with a judge that came with the bundle");
  expect(printed).toMatch(/that a judge which came with the bundle, .* judges by the published rules\./);
  const withOwn = printReport(await verify(judgedBundle(own).files, () => Promise.reject(new Error("not asked"))));
  expect(withOwn.join("\n")).not.toMatch(/this verifier's own|the bundle's issuer/);
});

test("a judge of an earlier version that the verifier knows runs in the sandbox, too, and is nobody's word but ours", async () => {
  const { problems, verdicts, ...rest } = await verify(bundle.files, sandboxed("verify-command.ts"), {
    [older.sha256]: "0.1.9",
    [hex("another")]: "0.1.8",
  });
  expect(problems).toEqual([]);
  const { agreed, agreedByForeign, foreign, released } = verdicts!;
  expect([agreed, agreedByForeign, foreign]).toEqual([bundle.lines.length - 1, 0, []]);
  expect([...released]).toEqual([[older.sha256, "0.1.9"]]);
  const printed = printReport({ problems, verdicts, ...rest }).join("\n");
  expect(printed).toContain(`${older.sha256} is the judge of version 0.1.9`);
  expect(printed).not.toMatch(/this verifier's own|the bundle's issuer/);
});

test("a judge on the list whose code was altered is not asked", async () => {
  const altered = bundle.with({ files: [[judgePath(older.sha256), `${older.code}// harmless`]] });
  const { verdicts } = await verify(altered, () => Promise.reject(new Error("not asked")), { [older.sha256]: "0.1.9" });
  expect(verdicts!.differs.length).toBe(bundle.lines.length);
});

test("the verifier knows the judge that these sources build by their version", async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
    version: string;
  };
  expect(releasedJudges[own.sha256]).toBe(version);
});

test("what the verifier's own judge says of another's answers is said to rest on that other", async () => {
  const lines = bundle.lines.map((line): VerdictLine => (line.for === "part" ? line : { ...line, judge: own.sha256 }));
  const report = await verify(
    bundle.with({ lines, files: [[judgePath(own.sha256), own.code]] }),
    sandboxed("verify-command.ts"),
  );
  const { agreed, agreedByForeign, foreign } = report.verdicts!;
  expect([report.problems, foreign]).toEqual([[], [older.sha256]]);
  expect(agreedByForeign).toBeGreaterThan(bundle.lines.filter((line) => line.for === "part").length);
  expect(agreedByForeign).toBeLessThan(agreed);
  expect(printReport(report).join("\n")).toContain(`(${agreedByForeign} with a judge of the bundle's issuer)`);
});

test("a judge that passes everything agrees with itself, and no verifier says so without saying whose it is", async () => {
  const said = bundle.lines.map((line): VerdictLine => {
    if (line.for === "part") return line;
    const better = { ...line, reason: "All is well.", judge: "" };
    return line.for === "check"
      ? ({ ...better, outcome: "pass" } as VerdictLine)
      : ({ ...better, status: "passing" } as VerdictLine);
  });
  const answer = { kind: "controls", checks: said.flatMap(saidOfCheck), controls: said.flatMap(saidOfControl) };
  const code = judgeThat(`return ${JSON.stringify(JSON.stringify(answer))}`);
  const lines = said.map((line) => (line.for === "part" ? line : { ...line, judge: hex(code) }));
  const shown = JSON.parse(bundle.files.get("controls.json")!.toString()) as object[];
  const controls = shown.map((item) => ({ ...item, status: "passing", reason: "All is well." }));
  const files = bundle.with({
    lines,
    files: [
      [judgePath(hex(code)), code],
      ["controls.json", JSON.stringify(controls)],
    ],
  });
  const report = await verify(files, sandboxed("verify-command.ts"));
  expect(report.problems.filter(({ sentence }) => !sentence.includes("without evidence"))).toEqual([]);
  expect([report.verdicts!.differs, report.verdicts!.foreign]).toEqual([[], [older.sha256, hex(code)]]);
  const printed = printReport(report).join("\n");
  expect(printed).toContain("(all with a judge of the bundle's issuer)");
  expect(printed).toContain(`${hex(code)} came with the bundle`);
});

const judgedFields = ({
  judge: _,
  instant: __,
  scope: ___,
  facts: ____,
  for: _____,
  ...own
}: CheckLine | ControlLine) => own;
const saidOfCheck = (line: VerdictLine) => (line.for === "check" ? [judgedFields(line)] : []);
const saidOfControl = (line: VerdictLine) => (line.for === "control" ? [judgedFields(line)] : []);

test("verify.mjs alone judges it again, from a folder, and names what an issuer changed", async () => {
  const program = await buildVerifier(join(temporaryFolder(), "verify.mjs"));
  const command = (files: BundleFiles) => {
    const folder = temporaryFolder();
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder, "--key", bundle.vkey], {
      encoding: "utf8",
    });
    return { status, text: stdout + stderr };
  };
  const honest = command(bundle.files);
  expect(honest.text).toMatch(/^VERIFIED$/m);
  expect(honest.text).toContain(
    `judged again: ${bundle.lines.length - 1} agreed (all with a judge of the bundle's issuer)`,
  );
  expect(honest.text).toContain(`${older.sha256} came with the bundle: it is not this verifier's own`);
  expect(honest.status).toBe(0);
  const chosen = bundle.lines.find((line) => line.for === "check" && line.outcome === "unknown")!;
  const lines = bundle.lines.map((line) => (line === chosen ? ({ ...line, outcome: "pass" } as VerdictLine) : line));
  const forged = command(bundle.with({ lines }));
  expect(forged.status).toBe(1);
  expect(forged.text).toContain(`${VERDICTS}, ${nameOf(chosen)}: Differs: it says “pass: `);
});

const answers = (answer: unknown) => judgeThat(`return ${JSON.stringify(JSON.stringify(answer))}`);

// Each is a whole verification. A third of them each day: what a sandbox does with such a script is held in src/domain/sandbox.
const refused = [
  ["throws", judgeThat("throw new Error('no')"), "its judge was stopped (error): Error: no"],
  ["is none", "1 + 1", "its judge was stopped (error): The script does not set globalThis.exhibitJudge"],
  ["does not end", judgeThat(gluttons["an endless loop"]![0]), "its judge was stopped (time): "],
  ["takes all memory", judgeThat(gluttons["arrays without end"]![0]), "its judge was stopped (memory): "],
  [
    "answers with no text",
    judgeThat("return { kind: 'controls' }"),
    "its judge was stopped (error): The judge answered with object",
  ],
  ["answers with no JSON", judgeThat("return 'all is well'"), "its judge's answer cannot be read"],
  ["answers without lists", answers({ kind: "controls" }), "its judge's answer cannot be read"],
  [
    "answers with what are no lists",
    answers({ kind: "controls", checks: { length: 1 }, controls: "all" }),
    "its judge's answer cannot be read",
  ],
  ["answers something else", answers({ kind: "parts", parts: [] }), "its judge cannot say it again"],
  ["says nothing of anything", answers({ kind: "controls", checks: [], controls: [] }), "the judge does not say it"],
  ["looks for the verifier", judgeThat("return process.exit(0)"), "its judge was stopped (error): ReferenceError: "],
] as const;
test.each(turnOf(refused, 3))("a judge that %s is refused, and each verdict that names it", async (_, code, how) => {
  const report = await verify(judgedBy(code), sandboxed("../../../tests/support/judge-thread.ts"));
  expect(verdictOf(report).exitCode).toBe(1);
  const decided = bundle.lines.filter((line) => line.for !== "part");
  for (const line of decided) {
    const problem = report.problems.find(({ path }) => path === `${VERDICTS}, ${nameOf(line)}`);
    expect([nameOf(line), problem?.sentence]).toEqual([nameOf(line), expect.stringContaining(`Differs: ${how}`)]);
  }
});

test("whatever a judge answers, a verification ends with a report, and does not verify", async () => {
  const code = judgeThat("");
  const files = judgedBy(code);
  const likeAnswers = fc.record({
    kind: fc.constantFrom("controls", "parts", "none"),
    checks: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
    controls: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
    parts: fc.jsonValue(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        likeAnswers.map((answer) => JSON.stringify(answer)),
      ),
      async (answer) => {
        const report = await verify(files, async (_, questions) => questions.map(() => ({ answer })));
        expect(verdictOf(report).exitCode).toBe(1);
      },
    ),
    { numRuns: rounds(15, 200) },
  );
});

/** Every place in a line, and each replaced by what it is not. */
function placesIn(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [at];
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([name, item]) => placesIn(item, [...at, name])),
  ];
}

test("whatever an issuer writes in place of a field of a verdict, the report names it, and nothing is thrown", async () => {
  const others: readonly unknown[] = [
    { toString: 1, valueOf: 1 },
    [{ length: 1 }],
    { length: 1, 0: "x" },
    -2,
    5,
    true,
    null,
    "",
    [],
  ];
  const kinds = (["part", "check", "control"] as const).map((kind) => bundle.lines.find((line) => line.for === kind)!);
  const run: RunJudge = async (_, questions) =>
    questions.map((question) => ({ answer: runOwnJudge(own).judge(question) }));
  let tried = 0;
  for (const chosen of kinds)
    for (const place of placesIn(chosen)) {
      const other = others[tried % others.length];
      tried += 1;
      // Not a multiple of how many others there are, so that each of those has its turn.
      if (tried % rounds(4, 1) !== 0) continue;
      const copy = structuredClone(chosen) as object;
      const holder = place.slice(0, -1).reduce<any>((item, name) => item[name], copy);
      if (holder[place.at(-1)!] === other) continue;
      holder[place.at(-1)!] = other;
      const lines = bundle.lines.map((line) => (line === chosen ? (copy as VerdictLine) : line));
      const report = await verify(bundle.with({ lines }), run);
      expect([chosen.for, place, other, verdictOf(report).exitCode]).toEqual([chosen.for, place, other, 1]);
      expect(report.problems.map(({ path }) => path).filter((path) => path.startsWith(VERDICTS))).not.toEqual([]);
    }
  expect(tried).toBeGreaterThan(40);
});

test("what is nested without end, where a judge is given it or a list shows it, is a problem of the bundle", async () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const facts = `{"applicability":[],"documentDecisions":[],"filings":[],"frameworks":${deep},"tests":[]}`;
  const lines = bundle.lines.map((line) => (line.for === "part" ? line : { ...line, facts: hex(facts) }));
  const run: RunJudge = () => Promise.reject(new Error("not asked"));
  for (const judge of [own, older]) {
    const judged = judgedBundle(judge);
    const given = judged.with({
      lines: lines
        .map((line) => (line.for === "part" ? line : { ...line, judge: judge.sha256 }))
        .filter((line) => line.for !== "part"),
      files: [[inputPath(hex(facts)), facts]],
    });
    const judges = { own: runOwnJudge(own), run };
    const report = await verifyBundle(memorySource(given), nodeCryptography, { key: judged.vkey, judges });
    expect(report.problems.map(({ sentence }) => sentence)).toContain(
      "Differs: what its judge was given is nested too deeply.",
    );
  }
  const odd = JSON.parse(bundle.files.get("controls.json")!.toString()) as { checks: object[] }[];
  odd[0]!.checks.push({ exhibit: "EX-000001", id: { toString: 1, valueOf: 1 } });
  const report = await verify(bundle.with({ files: [["controls.json", JSON.stringify(odd)]] }), async (_, questions) =>
    questions.map((question) => ({ answer: runOwnJudge(own).judge(question) })),
  );
  expect(report.problems.map(({ sentence }) => sentence)).toContain(
    "What it says of a check without a name is not what was judged.",
  );
});
