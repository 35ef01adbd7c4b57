import { describe, expect, test } from "vitest";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { runOwnJudge } from "#server/judge/judge-file.ts";
import { builtJudge, hex, judgedBundle, seenLater } from "#tests/support/judged-bundle.ts";
import { passingReports } from "#tests/support/passing-reports.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { parseRunLine } from "../ledger/run-line.ts";
import { RUNS, runFault } from "./check-runs.ts";
import { nameOf, VERDICTS } from "./verdict-line.ts";
import type { PartLine, VerdictLine } from "./verdict-line.ts";
import { verdictOf } from "./verdict.ts";
import { verifyBundle } from "./verify-bundle.ts";

const judge = await builtJudge();
const own = runOwnJudge(judge);
const AT = "2026-11-21T05:59:00.000Z";
/** Within the five minutes by which clocks may differ from the entries' 06:00. */
const AGAIN = "2026-11-21T06:04:00.000Z";

type Bundle = ReturnType<typeof judgedBundle>;
type Change = Parameters<Bundle["with"]>[0];

const bundle = judgedBundle(judge);
const partsOf = ({ lines }: Bundle) =>
  lines.filter((line): line is PartLine => line.for === "part" && line.how.kind === "collection");
const [part] = partsOf(bundle) as [PartLine];

const MINUTES = 1 / (24 * 60);
const later = (line: PartLine, days: number) => seenLater([line], days)[0] as PartLine;

const shifted = (line: PartLine, days: number): PartLine => {
  const { observedAt, validUntil } = later({ ...line, how: { kind: "collection" } }, days);
  return { ...line, observedAt, validUntil };
};

/** A bundle's lines, those of its connection as they were changed. */
const changed = ({ lines }: Bundle, change: (line: PartLine) => PartLine) =>
  lines.map((line) => (line.for === "part" && line.how.kind === "collection" ? change(line) : line));

async function look(made: Bundle, change: Change = {}) {
  const { problems, verdicts, ...rest } = await verifyBundle(memorySource(made.with(change)), nodeCryptography, {
    key: made.vkey,
    judges: { own },
  });
  return {
    verdict: verdictOf({ problems, verdicts, ...rest }).name,
    problems: problems.map(({ path, sentence }) => `${path}: ${sentence}`),
    differs: verdicts!.differs,
    left: verdicts!.notReperformable,
  };
}

/** Every line of the connection is named with this reason, and so is nothing of it agreed. */
async function expectLeft(made: Bundle, change: Change, why: string) {
  const { problems, left } = await look(made, change);
  expect(problems).toEqual([]);
  expect(left.get(why)).toEqual(expect.arrayContaining(partsOf(made).map(nameOf)));
}

const linesIn = (made: Bundle) => made.files.get(RUNS)!.toString().trimEnd().split("\n");
const runsFile = (lines: readonly string[]): Change => ({ files: [[RUNS, lines.map((line) => `${line}\n`).join("")]] });

describe("when a connection saw what its verdicts say", () => {
  test("is what its run wrote into the ledger: shifted by 200 days, with all that it decides, it differs", async () => {
    const { verdict, differs, problems } = await look(bundle, { lines: seenLater(bundle.lines, 200) });
    expect(verdict).toBe("refused");
    expect(differs).toEqual(expect.arrayContaining(partsOf(bundle).map(nameOf)));
    expect(problems).toContain(
      `${VERDICTS}, ${nameOf(part)}: Differs: the ledger says that it was seen at ${AT}, not at ${later(part, 200).observedAt}.`,
    );
  });

  test("may be later than its exhibit, where a later run saw that again", async () => {
    const again = judgedBundle(judge, {
      runs: (run) => [run, { ...run, observedAt: AGAIN, seen: [`${AT} ${part.check}/${part.aspect}`] }],
    });
    const renewed = (line: PartLine) => (nameOf(line) === nameOf(part) ? line : later(line, 5 * MINUTES));
    const { differs, left } = await look(again, { lines: changed(again, renewed) });
    // Checks and controls name other moments now; the parts agree.
    expect(differs.filter((name) => name.startsWith("part "))).toEqual([]);
    expect([...left.keys()]).not.toContain("seen by a run whose ledger entry does not say when");
    // The one part that the run did not look at again is as old as it was.
    const all = await look(again, { lines: seenLater(again.lines, 5 * MINUTES) });
    expect(all.differs.filter((name) => name.startsWith("part "))).toEqual([nameOf(part)]);
  });

  test("is not re-performable without the run's entry, and named so", async () => {
    const why = "seen by a run whose ledger entry is not in this bundle";
    await expectLeft(bundle, { files: [[RUNS, undefined]] }, why);
    const { left } = await look(bundle, { lines: seenLater(bundle.lines, 200), files: [[RUNS, undefined]] });
    expect(left.get(why)).toEqual(expect.arrayContaining(partsOf(bundle).map(nameOf)));
  });

  test("is not re-performable by a run of the days before entries said when, and named so", async () => {
    const old = judgedBundle(judge, { runs: ({ observedAt: _, seen: __, ...run }) => [run] });
    await expectLeft(old, {}, "seen by a run whose ledger entry does not say when");
  });

  test("is not told by a run that saw another exhibit, nor by one of before the exhibit was filed", async () => {
    const why = "seen by a run whose ledger entry is not in this bundle";
    const other = judgedBundle(judge, { runs: (run) => [{ ...run, exhibit: "EX-000002" }] });
    await expectLeft(other, {}, why);
    const both = judgedBundle(judge, { runs: (run) => [run, { ...run, exhibit: "EX-000003", observedAt: AGAIN }] });
    const lines = seenLater(both.lines, 5 * MINUTES);
    expect((await look(both, { lines })).differs).toEqual(expect.arrayContaining(partsOf(both).map(nameOf)));
    await expectLeft(both, runsFile(linesIn(both).slice(1)), why);
    const run = parseRunLine(linesIn(bundle)[0]!)!;
    const witnesses = {
      runs: new Map([[part.exhibit, [run]]]),
      filings: new Map([[part.exhibit, { at: AT, source: part.source }]]),
      withdrawn: new Set<string>(),
    };
    expect(runFault({ ...part, ledgerIndex: run.index - 1 }, witnesses)).toBeUndefined();
    expect(runFault({ ...part, ledgerIndex: run.index }, witnesses)).toEqual({ open: why });
  });

  test("is not re-performable where it is after its run was written into the ledger, and named so", async () => {
    const ahead = judgedBundle(judge, { runs: (run) => [{ ...run, observedAt: later(part, 200).observedAt }] });
    const { left } = await look(ahead, { lines: seenLater(ahead.lines, 200) });
    expect(left.get("seen by a run that names a later moment than its ledger entry")).toEqual(
      expect.arrayContaining(partsOf(ahead).map(nameOf)),
    );
  });

  test("and by which judge, is what the run's entry says", async () => {
    const other = judgedBundle(judge, { runs: (run) => [{ ...run, judge: hex("another") }] });
    expect((await look(other)).problems).toContain(
      `${VERDICTS}, ${nameOf(part)}: Differs: the ledger's entry of its run names another judge.`,
    );
  });
});

describe("the entry of a run", () => {
  test("that its issuer altered, or that lies elsewhere in the ledger, is refused", async () => {
    const two = judgedBundle(judge, { runs: (run) => [run, { ...run, observedAt: AGAIN }] });
    const [first, second] = linesIn(two) as [string, string];
    const said = async (...lines: readonly string[]) =>
      (await look(two, runsFile(lines))).problems.find((problem) => problem.startsWith(RUNS));
    expect(await said(first, second)).toBeUndefined();
    expect(await said(first.replace(AT, "2027-06-09T05:59:00.000Z"))).toBe(
      `${RUNS}: Line 1 is not what its ledger entry commits to.`,
    );
    expect(await said(second, first)).toBe(`${RUNS}: Line 2 is not in the ledger's order.`);
    const swapped = { ...(JSON.parse(first) as object), proof: (JSON.parse(second) as { proof: unknown }).proof };
    expect(await said(JSON.stringify(swapped))).toMatch(/Line 1 is not shown to be in the signed ledger/);
    expect(await said("{}")).toBe(`${RUNS}: Line 1 is not a run of a connection.`);
  });

  test.each([
    ["a moment that is none", { observedAt: "yesterday" }],
    ["no list of what it saw earlier", { seen: null }],
    ["a part twice", { seen: [`${AT} a/b`, `${AGAIN} a/b`] }],
    ["a moment without a part", { seen: [AT] }],
  ])("that says %s is no run of a connection", async (_, change) => {
    const odd = judgedBundle(judge, { runs: (run) => [{ ...run, ...change }] });
    expect((await look(odd)).problems).toEqual([`${RUNS}: Line 1 is not a run of a connection.`]);
  });
});

describe("of which source a connection's verdicts speak", () => {
  test("is what its exhibit was filed under: a line that names another differs", async () => {
    const { problems, verdict } = await look(bundle, {
      lines: changed(bundle, (line) => ({ ...line, source: "GitHub (production)" })),
    });
    expect(verdict).toBe("refused");
    expect(problems).toContain(
      `${VERDICTS}, ${nameOf({ ...part, source: "GitHub (production)" })}: Differs: EX-000001 was filed under GitHub (acme).`,
    );
  });

  test("is read from the ledger's entry, not from the list of evidence", async () => {
    const rows = JSON.parse(bundle.files.get("evidence.json")!.toString()) as { source?: string }[];
    const text = JSON.stringify(rows.map(({ source: _, ...row }) => row));
    expect((await look(bundle, { files: [["evidence.json", text]] })).problems).toEqual([]);
    const lines = changed(bundle, (line) => ({ ...line, source: "GitHub (production)" }));
    const { differs } = await look(bundle, { lines, files: [["evidence.json", text]] });
    expect(differs).toContain(nameOf({ ...part, source: "GitHub (production)" }));
  });
});

describe("a report that names no day", () => {
  const undated = JSON.stringify({
    ...passingReports.sarif,
    runs: passingReports.sarif.runs.map(({ invocations: _, ...run }) => ({
      ...run,
      invocations: [{ executionSuccessful: true }],
    })),
  });
  const made = judgedBundle(judge, { report: undated });
  const isReported = (line: VerdictLine): line is PartLine => line.for === "part" && line.how.kind === "report";
  const reported = made.lines.filter(isReported);
  const moved = (change: (line: PartLine) => PartLine) => ({
    lines: made.lines.map((line) => (isReported(line) ? change(line) : line)),
  });

  test("is of the moment at which the ledger says that it was filed, and of no other", async () => {
    const { problems, left } = await look(made);
    expect([problems, [...left.keys()]]).toEqual([[], ["a person's test"]]);
    expect(new Set(reported.map(({ observedAt }) => observedAt))).toEqual(new Set(["2026-11-21T06:00:00.000Z"]));
    for (const days of [200, -200]) {
      const { differs } = await look(
        made,
        moved((line) => shifted(line, days)),
      );
      expect(differs).toEqual(expect.arrayContaining(reported.map(nameOf)));
    }
  });

  test("is about what was said when it was filed: told of another target, it is not said to agree", async () => {
    const elsewhere = (line: PartLine): PartLine => ({
      ...line,
      source: line.source.replace("acme/production", "acme/elsewhere"),
      how: { kind: "report", target: "acme/elsewhere", mapping: null },
    });
    const { left } = await look(made, moved(elsewhere));
    expect(reported.map(({ source }) => source).join()).toContain("acme/production");
    expect(left.get("read from a report that was filed under another source")).toEqual(
      expect.arrayContaining(reported.map((line) => nameOf(elsewhere(line)))),
    );
  });
});
