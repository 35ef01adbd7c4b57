import { describe, expect, test } from "vitest";
import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { runOwnJudge } from "#server/judge/judge-file.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { builtJudge, hex } from "#tests/support/judged-bundle.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import { memorySource, sampleBundle } from "#tests/support/sample-bundle.ts";
import type { SampleRun } from "#tests/support/sample-bundle.ts";
import type { PartsAnswer } from "../judge/contract.ts";
import { validForMs } from "../judge/valid-for.ts";
import { canonicalJson } from "../ledger/canonical-json.ts";
import { REGISTERS, registersOn } from "../registers/snapshot.ts";
import { provedQuestion } from "./check-named.ts";
import { RUNS } from "./check-runs.ts";
import { formatVerdictLine, inputPath, judgePath, nameOf, VERDICTS } from "./verdict-line.ts";
import type { PartLine } from "./verdict-line.ts";
import { verdictOf } from "./verdict.ts";
import { verifyBundle } from "./verify-bundle.ts";

// What a snapshot of registers says of the exhibits that it was read with is held against the ledger, as a connection's own verdicts are.

const judge = await builtJudge();
const own = runOwnJudge(judge);
/** Within the five minutes by which clocks may differ from the entries' 06:00. */
const SEEN = "2026-11-21T05:59:00.000Z";
const TAKEN = "2026-11-21T06:00:00.000Z";
const LONG_AGO = "2026-05-05T05:59:00.000Z";
const OKTA = "Okta (acme)";

interface Issue {
  /** Under which source the snapshot was filed, and what it was read with. */
  readonly filed?: readonly [snapshot: string | undefined, okta: string | undefined];
  /** What the snapshot says of the exhibit. */
  readonly named?: Readonly<Record<string, unknown>>;
  readonly sealed?: Readonly<Record<string, unknown>>;
  readonly runs?: (run: SampleRun) => readonly SampleRun[];
  /** Whether the runs were written before the snapshot. */
  readonly isRunFirst?: boolean;
  readonly hasRuns?: boolean;
  /** No line says what the snapshot said. */
  readonly isSilent?: true;
  /** What the snapshot names is not in the bundle. */
  readonly isBare?: true;
}

/** A bundle of what registers say of one person, and of the accounts of Okta, as an issuer who has all keys may seal it. */
async function issue({
  filed,
  named,
  sealed,
  runs = (run) => [run],
  isRunFirst = true,
  hasRuns = true,
  isSilent,
  isBare,
}: Issue = {}) {
  const okta = { ...oktaExhibit([{ id: "1", login: "dan@acme.test" }]), results: [], ...sealed };
  const collection = Buffer.from(JSON.stringify({ ...okta, judged: { judge: judge.sha256, at: SEEN } }));
  const person = {
    id: "p1",
    number: 1,
    version: 1,
    state: "open",
    fields: { startsAt: "2020-01-01T00:00:00.000Z" },
    approval: null,
    withdrawn: [],
    account: true,
    accounts: [{ provider: "okta", scope: "acme", id: "1", by: "email" }],
    firstStart: "2020-01-01T00:00:00.000Z",
    confirmed: { version: 1, changed: [] },
  };
  const page = canonicalJson({ register: "people", rows: [person] } as never);
  const confirmation = { at: TAKEN, until: "2027-01-21T06:00:00.000Z" };
  const snapshot = {
    format: "exhibit-registers/1",
    takenAt: TAKEN,
    registers: [
      {
        key: "people",
        count: 1,
        confirmation: { ...confirmation, count: 1, digest: digestOfConfirmed([person]) },
        pages: [hex(page)],
      },
      {
        key: "approvals",
        count: 0,
        confirmation: { ...confirmation, count: 0, digest: digestOfConfirmed([]) },
        pages: [],
      },
      {
        key: "actions",
        count: 0,
        confirmation: { ...confirmation, count: 0, digest: digestOfConfirmed([]) },
        pages: [],
      },
      { key: "roles", count: 0, confirmation: { ...confirmation, count: 0, digest: digestOfConfirmed([]) }, pages: [] },
    ],
    collections: [
      { exhibit: "EX-000001", sha256: hex(collection), source: OKTA, systemId: "s1", seenAt: SEEN, ...named },
    ],
    programs: [],
    samePeople: [],
    failingControls: [],
    failedLast: [],
    failedParts: [],
    judged: { judge: judge.sha256, at: TAKEN },
  };
  const bytes = Buffer.from(JSON.stringify(snapshot));
  const [ofSnapshot, ofOkta] = filed ?? [REGISTERS, OKTA];
  const run = { exhibit: "EX-000001", judge: judge.sha256, observedAt: SEEN, provider: "okta", seen: [] };
  const bundle = sampleBundle([collection, bytes], {
    sources: [ofOkta, ofSnapshot] as readonly string[],
    runs: runs(run),
    ...(isRunFirst && { filedAfter: 1 }),
  });
  const [, row] = JSON.parse(bundle.files.get("evidence.json")!.toString()) as readonly PartLine[];
  const input = { snapshot, pages: [JSON.parse(page)], collections: [JSON.parse(collection.toString())] };
  const { parts } = JSON.parse(
    own.judge(JSON.stringify({ kind: "registers", instant: TAKEN, input })),
  ) as unknown as PartsAnswer;
  const lines = parts.map(({ validForDays, validForHours = 0, ...part }): PartLine => ({
    source: REGISTERS,
    ...part,
    for: "part",
    observedAt: TAKEN,
    validUntil: new Date(Date.parse(TAKEN) + validForMs({ validForDays, validForHours })).toISOString(),
    exhibit: row!.exhibit,
    ledgerIndex: row!.ledgerIndex,
    sha256: hex(bytes),
    how: { kind: "collection" },
    withheld: null,
    judge: judge.sha256,
  }));
  bundle.files.set("controls.json", Buffer.from("[]"));
  bundle.files.set(judgePath(judge.sha256), Buffer.from(judge.code));
  if (!isBare) bundle.files.set(inputPath(hex(page)), Buffer.from(page));
  bundle.files.set(
    VERDICTS,
    Buffer.from((isSilent ? [] : lines).map((line) => `${formatVerdictLine(line)}\n`).join("")),
  );
  if (!hasRuns) bundle.files.delete(RUNS);
  bundle.seal(bundle.files);
  const report = await verifyBundle(memorySource(bundle.files), nodeCryptography, {
    key: bundle.vkey,
    judges: { own },
  });
  const names = lines.map(nameOf);
  return {
    /** Verdicts about accounts, and those that the registers give without any. */
    ofAccounts: names.filter((name) => name.includes(`of ${REGISTERS} (`)),
    others: names.filter((name) => !name.includes(`of ${REGISTERS} (`)),
    verdict: verdictOf(report).name,
    problems: report.problems.map(({ sentence }) => sentence),
    agreed: report.verdicts!.agreed,
    differs: report.verdicts!.differs,
    left: report.verdicts!.notReperformable,
  };
}

/** All of the snapshot differs, and the bundle is refused with this sentence. */
async function expectRefused(made: Issue, how: string) {
  const { verdict, problems, differs, ofAccounts, others } = await issue(made);
  expect(verdict).toBe("refused");
  expect(differs).toEqual(expect.arrayContaining([...ofAccounts, ...others]));
  expect(problems).toContain(`Differs: ${how}.`);
}

/** What is said of accounts is named with this reason; what rests on none of them agrees. */
async function expectLeft(made: Issue, why: string) {
  const { problems, left, ofAccounts, others, agreed } = await issue(made);
  expect(problems).toEqual([]);
  expect(ofAccounts.length).toBe(3);
  expect(others.length).toBeGreaterThan(0);
  expect([left.get(why), agreed]).toEqual([ofAccounts, others.length]);
}

test("a snapshot whose exhibit a run saw before it agrees", async () => {
  const { problems, left, differs, agreed, ofAccounts, others } = await issue();
  expect([problems, differs, [...left.keys()]]).toEqual([[], [], []]);
  expect(agreed).toBe(ofAccounts.length + others.length);
});

test("what the newest snapshot says is missed where no line cites it, and named where that cannot be judged", async () => {
  const { verdict, problems, differs, ofAccounts, others } = await issue({ isSilent: true });
  expect(verdict).toBe("refused");
  expect(differs.toSorted()).toEqual([...ofAccounts, ...others].toSorted());
  expect(new Set(problems)).toEqual(new Set(["Differs: EX-000002 says it, and the bundle does not."]));
  const bare = await issue({ isSilent: true, isBare: true });
  expect(bare.problems).toEqual([]);
  expect([...bare.left]).toEqual([["the newest exhibit of the registers, which no verdict cites", ["EX-000002"]]]);
  // Only the registers file under their name.
  const other = await issue({ isSilent: true, filed: ["Ana", OKTA] });
  expect([other.problems, [...other.left]]).toEqual([[], []]);
});

test("what was filed under another source is no snapshot of registers", async () => {
  await expectRefused({ filed: ["Ana", OKTA] }, "EX-000002 was filed under Ana");
  await expectRefused({ filed: [undefined, OKTA] }, "EX-000002 was filed under no source");
});

describe("of an exhibit that a snapshot names", () => {
  test("the source is the one that it was filed under", async () => {
    await expectRefused({ filed: [REGISTERS, "Ana"] }, `EX-000001 was filed under Ana, not under ${OKTA}`);
    const moved = { named: { source: "AWS (production)" } };
    await expectRefused(moved, `EX-000001 was filed under ${OKTA}, not under AWS (production)`);
    expect((await issue(moved)).ofAccounts.join()).toContain(registersOn("AWS (production)"));
    await expectLeft({ filed: [REGISTERS, undefined] }, "read with an exhibit that was filed under no source");
  });

  test("accounts that were read 200 days ago are not of today", async () => {
    const runs: Issue["runs"] = (run) => [{ ...run, observedAt: LONG_AGO }];
    await expectRefused({ runs }, `the ledger says that EX-000001 was seen at ${LONG_AGO}, not at ${SEEN}`);
    // What the ledger says is judged as that.
    expect((await issue({ runs, named: { seenAt: LONG_AGO } })).differs).toEqual([]);
    // Not everything is looked at in each run: accounts may be older than it.
    expect((await issue({ named: { seenAt: LONG_AGO } })).differs).toEqual([]);
  });

  test("a run that was written after the snapshot, that saw another exhibit, or that is not there tells nothing", async () => {
    const why = "read with an exhibit of a run whose ledger entry is not in this bundle";
    await expectLeft({ isRunFirst: false }, why);
    await expectLeft({ runs: (run) => [{ ...run, exhibit: "EX-000002" }] }, why);
    await expectLeft({ hasRuns: false }, why);
  });

  test("a run that says no moment, or a later one than its entry's, tells nothing", async () => {
    await expectLeft(
      { runs: ({ observedAt: _, seen: __, ...run }) => [run] },
      "read with an exhibit of a run whose ledger entry does not say when",
    );
    await expectLeft(
      { runs: (run) => [{ ...run, observedAt: "2027-06-09T05:59:00.000Z" }] },
      "read with an exhibit of a run that names a later moment than its ledger entry",
    );
  });

  test("what is no list of exhibits is refused, whatever its issuer's judge makes of it", () => {
    const cited = { runs: new Map(), filings: new Map(), items: new Map(), withdrawn: new Set<string>() };
    for (const collections of ["EX-000001", [null], [{ exhibit: "EX-000001", source: OKTA, seenAt: SEEN }]]) {
      const question = {
        kind: "registers",
        instant: TAKEN,
        input: { snapshot: { collections }, pages: [], collections: [] },
      } as const;
      expect(provedQuestion(question, 9, cited)).toEqual({ fault: "it does not say with which exhibits it was read" });
    }
  });

  test("a sample account is never said to agree", async () => {
    await expectLeft({ sealed: { sample: true } }, "read from a sample account, which is made up");
  });
});
