import { expect, test } from "vitest";
import { providers } from "#catalog/providers.ts";
import { sarifReport } from "#tests/support/reports.ts";
import { judgeFile } from "./judged-report.ts";
import { judgeReportFrom } from "./judge-report.ts";

const at = new Date("2026-11-21T08:00:00Z");

function sarifOf(results: number): Buffer {
  const report = JSON.parse(sarifReport());
  const [one] = report.runs[0].results;
  report.runs[0].results = Array.from({ length: results }, () => one);
  return Buffer.from(JSON.stringify(report));
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 60_000) yield bytes.subarray(from, from + 60_000);
}

test("a large report is judged like a small one, and other work goes on meanwhile", async () => {
  const bytes = sarifOf(100_000);
  expect(bytes.length).toBeGreaterThan(5_000_000);
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 5);
  const judgement = await judgeReportFrom(() => inPieces(bytes), at);
  clearInterval(ticking);
  expect(judgement).toEqual(judgeFile(bytes, at));
  expect(judgement.ok && judgement.judged.findings.length).toBe(100_000);
  expect(turns, "turns that other work had").toBeGreaterThan(5);
});

test("what is no report is none, large or small", async () => {
  for (const size of [10, 2_000_000])
    expect(await judgeReportFrom(() => inPieces(Buffer.alloc(size, "x")), at)).toMatchObject({
      ok: false,
      failure: "import-not-recognised",
    });
});

test("reports are read one at a time, and one that cannot be read does not hold up the next", async () => {
  let open = 0;
  const reading = async () => {
    open += 1;
    expect(open).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open -= 1;
    return inPieces(sarifOf(2));
  };
  const broken = judgeReportFrom(async () => Promise.reject(new Error("gone")), at);
  const all = await Promise.allSettled([broken, ...Array.from({ length: 4 }, () => judgeReportFrom(reading, at))]);
  expect(all.map((one) => one.status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled", "fulfilled"]);
});

test("no report speaks under the name of a connection, however its tool or mapping is called", () => {
  const columns = { rule: "Check", outcome: "Result" };
  const sourceOf = (name: string) => {
    const read = judgeFile(Buffer.from("Check,Result\nauth.mfa-enforced,OK\n"), at, {
      name,
      header: [],
      columns,
      words: { ok: "pass" },
    });
    expect(read).toMatchObject({ ok: true, judged: { verdicts: [{ checkId: "auth.mfa-enforced", outcome: "pass" }] } });
    return read.ok && read.judged.source;
  };
  for (const { name } of providers) expect(sourceOf(`${name} acme`)).toBe(`Report by ${name} acme`);
  expect(sourceOf("github acme")).toBe("Report by github acme");
  expect(sourceOf("Access review")).toBe("Access review");
  expect(sourceOf("GitHubber")).toBe("GitHubber");
});
