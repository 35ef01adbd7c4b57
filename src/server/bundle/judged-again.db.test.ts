import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { RUNS } from "#domain/bundle/check-runs.ts";
import { printReport } from "#domain/bundle/print-report.ts";
import { formatVerdictLine, nameOf, parseVerdictLine, VERDICTS } from "#domain/bundle/verdict-line.ts";
import type { PartLine, VerdictLine } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { passingReports } from "#tests/support/passing-reports.ts";
import type { Person } from "#tests/support/person.ts";
import { publishingConnection } from "#tests/support/published-runs.ts";
import { runApp } from "#tests/support/running-app.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

let judge: JudgeFile;

beforeAll(async () => {
  judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

interface Issued {
  readonly files: BundleFiles;
  readonly key: string;
}

async function bundleOf(person: Person, company: string): Promise<Issued> {
  const { id } = (await person.post(`/companies/${company}/exports`, {})).body;
  const { response } = await person.get(`/companies/${company}/exports/${id}/bundle`);
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  return { files, key: (await person.get(`/companies/${company}/ledger`)).body.key };
}

const verify = async ({ files, key }: Issued) =>
  await verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });

const linesOf = ({ files }: Issued) =>
  files
    .get(VERDICTS)!
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => parseVerdictLine(line)!);

const partsOf = (issued: Issued) => linesOf(issued).filter((line): line is PartLine => line.for === "part");

/** Why a verdict cannot be judged again, as its own lines tell it; nothing where it can. */
function reasonIn(line: VerdictLine, parts: readonly PartLine[]): readonly string[] {
  if (line.for === "control") return [];
  if (line.for === "check")
    return line.basis === "person"
      ? ["a person's test"]
      : parts.filter(({ check }) => check === line.check).flatMap((part) => reasonIn(part, parts));
  if (line.withheld !== null) return [`an exhibit that is ${line.withheld}`];
  // Nothing of the sample company but its accounts lacks a judge, and what its registers say of them rests on them.
  return line.judge === null || line.source === "Exhibit registers (AWS)"
    ? ["read from a sample account, which is made up"]
    : [];
}

test("of a bundle of the sample company each verdict agrees, or is named with why it is not judged again", async ({
  annotate,
}) => {
  const running = await runApp({ demo: { visits: 5 } });
  try {
    const visitor = await Visitor.enter(running.url);
    const issued = await bundleOf(visitor, visitor.companyId);
    const lines = linesOf(issued);
    const report = await verify(issued);
    const { agreed, differs, notReperformable, foreign } = report.verdicts!;
    const left = [...notReperformable.values()].flat();
    const counts = [...notReperformable].map(([why, names]) => `${names.length} ${why}`);
    await annotate(`${lines.length} verdicts: ${agreed} agreed, ${differs.length} differ; ${counts.join(", ")}`);
    expect([report.problems, differs, foreign]).toEqual([[], [], []]);
    // Each is counted once.
    expect(new Set(left).size).toBe(left.length);
    expect(agreed + left.length).toBe(lines.length);
    expect(agreed).toBeGreaterThan(0);
    // What is left says why on its own line, and what does not is judged again: controls are, all of them.
    const parts = partsOf(issued);
    for (const line of lines) {
      const why = [...notReperformable].find(([, names]) => names.includes(nameOf(line)))?.[0];
      const reasons = reasonIn(line, parts);
      const isNamed = why === undefined ? reasons.length === 0 : reasons.includes(why);
      expect([nameOf(line), why, reasons, isNamed]).toEqual([nameOf(line), why, reasons, true]);
    }
    const printed = printReport(report).join("\n");
    expect(printed).toContain(`judged again: ${agreed} agreed, 0 differ, ${left.length} not re-performable`);
    for (const name of left) expect(printed).toContain(name);

    // Those that are changed in the file are named, beside the file that was altered, and no others.
    const compared = lines.filter((line) => line.for !== "part" && !left.includes(nameOf(line)));
    const chosen = new Set<VerdictLine>(compared.filter((_, at) => at % 10 === 0));
    const changed = lines.map((line) => (chosen.has(line) ? ({ ...line, reason: "Otherwise." } as VerdictLine) : line));
    const files: BundleFiles = new Map(issued.files);
    files.set(VERDICTS, Buffer.from(changed.map((line) => `${formatVerdictLine(line)}\n`).join("")));
    const { verdicts, problems } = await verify({ ...issued, files });
    expect(problems.map(({ path }) => path)).toContain(VERDICTS);
    expect(verdicts!.differs.toSorted()).toEqual([...chosen].map(nameOf).toSorted());
  } finally {
    await running.close();
  }
});

describe("what the database says of a sealed exhibit", () => {
  test("a report that names no day agrees as of its filing, about the target that was said then", async () => {
    const running = await runApp();
    try {
      const ana = await running.person("Ana");
      const company = await ana.found("Undated Ltd");
      const report = JSON.stringify({
        ...passingReports.sarif,
        runs: passingReports.sarif.runs.map((run) => ({ ...run, invocations: [{ executionSuccessful: true }] })),
      });
      const query = new URLSearchParams({ fileName: "scan.sarif", target: "acme/app" });
      const sent = await ana.upload(`/companies/${company}/imports?${query}`, Buffer.from(report));
      expect(sent.status).toBe(201);
      await running.app.runTasks();
      const issued = await bundleOf(ana, company);
      const parts = partsOf(issued);
      const { problems, verdicts } = await verify(issued);
      expect([problems, verdicts!.differs, verdicts!.notReperformable.size]).toEqual([[], [], 0]);
      expect(parts.map(({ source }) => source).join()).toContain("acme/app");

      // As whoever holds the database writes: it came an hour later, and so counts for longer.
      await running.database.admin.query(
        "ALTER TABLE app.check_results DISABLE TRIGGER USER; UPDATE app.check_results SET observed_at = observed_at + interval '1 hour', valid_until = valid_until + interval '1 hour'",
      );
      const forged = await verify(await bundleOf(ana, company));
      expect(forged.verdicts!.differs).toEqual(expect.arrayContaining(parts.map(nameOf)));
    } finally {
      await running.close();
    }
  });

  test("agrees to the moment at which its parts were seen again, and is found where the database says a later one", async ({
    annotate,
  }) => {
    const running = await runApp();
    try {
      const ana = await running.person("Ana");
      const company = await ana.found("Seen Again Ltd");
      const connection = await publishingConnection(running, company, judge.sha256);
      const [first, again] = [new Date(hoursAgo(4)), new Date(hoursAgo(2))];
      await connection.publish(first);
      const before = partsOf(await bundleOf(ana, company));
      await connection.publish(again, { "pull-requests": first });

      const issued = await bundleOf(ana, company);
      const { problems, verdicts } = await verify(issued);
      expect([problems, verdicts!.differs, verdicts!.notReperformable.size]).toEqual([[], [], 0]);
      const after = partsOf(issued);
      expect(new Set(after.map(({ exhibit }) => exhibit))).toEqual(new Set(["EX-000001"]));
      expect(before.every(({ observedAt }) => observedAt === first.toISOString())).toBe(true);
      expect(new Set(after.map(({ observedAt }) => observedAt))).toEqual(
        new Set([again.toISOString(), first.toISOString()]),
      );
      const runs = issued.files.get(RUNS)!;
      expect(runs.toString().trimEnd().split("\n")).toHaveLength(1);
      await annotate(`a run of ${after.length} parts: ${runs.length} bytes in the bundle`);

      // As whoever holds the database writes: the newest run shall have looked an hour later.
      await running.database.admin.query(
        "UPDATE app.collection_runs SET observed_at = observed_at + interval '1 hour', seen = '{}' WHERE unchanged",
      );
      const forged = await verify(await bundleOf(ana, company));
      expect(forged.verdicts!.differs).toEqual(expect.arrayContaining(after.map(nameOf)));
    } finally {
      await running.close();
    }
  });

  test("agrees where it is what the judge reads there, and is found where it is anything else", async () => {
    const running = await runApp();
    try {
      const ana = await running.person("Ana");
      const company = await ana.found("Judged Ltd");
      const connection = await publishingConnection(running, company, judge.sha256);
      await connection.publish(new Date(hoursAgo(2)));
      const { items } = (await ana.get(`/companies/${company}/evidence`)).body;
      const [{ id, exhibit }] = items;
      const parts = partsOf(await bundleOf(ana, company));
      const write = async (
        changed: object | undefined,
        version: number,
        at: string,
        by: string | null = judge.sha256,
      ) => {
        const rows = parts.map((part, place) => ({ ...part, ...(place === 0 && changed) }));
        const client = await running.database.admin.connect();
        try {
          // As whoever holds the database writes: no trigger and no role is in the way.
          await client.query("BEGIN");
          await client.query("SET LOCAL session_replication_role = replica");
          await client.query(
            `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason,
              observed_at, valid_until, judge)
            SELECT e.company_id, e.id, x.check, coalesce(x.aspect, ''), 2, $4::int, x.source, x.outcome, x.reason, $5::timestamptz,
              $5::timestamptz + (x."validUntil" - x."observedAt"), $3
            FROM app.evidence e, jsonb_to_recordset($2) x ("check" text, aspect text, source text, outcome text, reason text,
              "observedAt" timestamptz, "validUntil" timestamptz)
            WHERE e.company_id = $1`,
            [company, JSON.stringify(rows), by, version, at],
          );
          await client.query("COMMIT");
        } finally {
          client.release();
        }
      };
      // What was judged of the same exhibit before, by no judge, names none in its place.
      await write({ reason: "An earlier rule." }, 0, hoursAgo(3), null);
      const honest = await verify(await bundleOf(ana, company));
      expect(honest.problems).toEqual([]);
      expect([honest.verdicts!.differs, honest.verdicts!.notReperformable.size]).toEqual([[], 0]);
      expect(honest.verdicts!.agreed).toBeGreaterThan(parts.length + 22);

      await write({ outcome: "fail", reason: "Somebody wrote this." }, 3, hoursAgo(1));
      const forged = await verify(await bundleOf(ana, company));
      const [first] = parts;
      const name = `part ${first!.check}/${first!.aspect} of GitHub (acme)`;
      expect(forged.verdicts!.differs).toContain(name);
      expect(forged.problems.map(({ path }) => path)).toContain(`${VERDICTS}, ${name}`);

      // What is taken out of the bundle is not judged again, and its verdicts say whether its file still exists.
      const reason = "It names a client";
      for (const [act, word, said] of [
        ["withdrawal", "withdrawn", { reason }],
        ["erasure", "erased", { exhibit, reason }],
      ] as const) {
        expect([act, (await ana.post(`/companies/${company}/evidence/${id}/${act}`, said)).status]).toEqual([act, 200]);
        const { problems, verdicts } = await verify(await bundleOf(ana, company));
        expect([act, problems, verdicts!.differs]).toEqual([act, [], []]);
        expect(verdicts!.notReperformable.get(`an exhibit that is ${word}`)).toContain(name);
      }
    } finally {
      await running.close();
    }
  });
});
