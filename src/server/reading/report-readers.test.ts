import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sarifReport } from "#tests/support/reports.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { judgeFile } from "./judged-report.ts";
import type { JudgedFinding } from "./judged-report.ts";
import { rightsOfReader } from "./reader-process.ts";
import { openReaders } from "./report-readers.ts";
import type { Reading, ReportReaders } from "./report-readers.ts";

const at = new Date("2026-11-21T08:00:00Z");
let readers: ReportReaders | undefined;
afterEach(() => {
  readers?.close();
  readers = undefined;
});

function sarifOf(results: number): Buffer {
  const report = JSON.parse(sarifReport());
  const [result] = report.runs[0].results;
  report.runs[0].results = Array.from({ length: results }, () => result);
  return Buffer.from(JSON.stringify(report));
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 60_000) yield bytes.subarray(from, from + 60_000);
}

const report = (bytes: Buffer, lane = "a", signal?: AbortSignal) => ({
  lane,
  size: bytes.length,
  open: () => inPieces(bytes),
  receivedAt: at,
  signal,
});
const whatCame = async (reading: Reading) => reading;
/** Hours of a processor, until somebody ends it: each quote asks for the rest of the file. */
const endless = Buffer.concat([Buffer.from("["), Buffer.alloc(60_000_000, '{"a":[{}]},'), Buffer.from("1]")]);

/** Processes that read reports and were started by us. */
function readersOfOurs(): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[1];
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("reader-program");
    } catch {
      return false;
    }
  });
}

test("S1: every report is read by another process, small or large, and other work goes on meanwhile", async () => {
  readers = openReaders();
  for (const results of [1, 50_000]) {
    const bytes = sarifOf(results);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const findings: JudgedFinding[] = [];
    const before = process.threadCpuUsage();
    const judged = await readers.read(report(bytes), async (reading) => {
      if (!reading.ok) throw new Error(reading.failure);
      for await (const piece of reading.findings()) findings.push(...piece);
      return reading.judged;
    });
    const own = process.threadCpuUsage(before);
    clearInterval(ticking);
    const wanted = judgeFile(bytes, at);
    if (!wanted.ok) throw new Error(wanted.message);
    expect(findings).toEqual(wanted.judged.findings);
    const { findings: _, ...rest } = wanted.judged;
    expect(judged).toMatchObject({ ...rest, total: results });
    expect(turns, `turns that other work had; ${own.user / 1000} ms of ours`).toBeGreaterThan(0);
  }
});

test("S1: a report beyond its time or its memory is told so, and the next one is read as ever", async () => {
  readers = openReaders({ seconds: 0.5, megabytes: 4_000 });
  expect(await readers.read(report(endless), whatCame)).toEqual({ ok: false, failure: "import-over-time" });
  readers.close();
  readers = openReaders({ seconds: 60, megabytes: 200 });
  // What ends a whole process when a thread of it runs out of memory: one list that is larger than what is left.
  const split = Buffer.alloc(60_000_000, "a,\n");
  expect(await readers.read(report(split), whatCame)).toEqual({ ok: false, failure: "import-over-memory" });
  expect(await readers.read(report(sarifOf(2)), whatCame)).toMatchObject({ ok: true, judged: { total: 2 } });
});

test("S1: a reader that is ended while it waits is no fault of the next report, whoever's it is", async () => {
  readers = openReaders();
  expect(await readers.read(report(sarifOf(1)), whatCame)).toMatchObject({ ok: true });
  // What the system does when memory is short: idle readers offer themselves first.
  for (const pid of readersOfOurs()) process.kill(Number(pid), "SIGKILL");
  await expect.poll(readersOfOurs).toEqual([]);
  expect(await readers.read(report(sarifOf(2), "b"), whatCame)).toMatchObject({ ok: true, judged: { total: 2 } });
});

test("S1: what is cancelled is not read any further, and its process is gone", async () => {
  readers = openReaders({ seconds: 60 });
  const cancelled = new AbortController();
  const reading = readers.read({ ...report(endless, "a", cancelled.signal), onStep: stop }, whatCame);
  function stop(step: string): void {
    if (step === "judging") setTimeout(() => cancelled.abort(new Error("enough")), 100);
  }
  await expect(reading).rejects.toThrow("enough");
  await expect.poll(readersOfOurs).toEqual([]);
});

test("S1: one company's hostile reports hold nobody else up", async () => {
  readers = openReaders({ atOnce: 2, perLane: 1, seconds: 60 });
  const stopped = new AbortController();
  const hostile = Array.from({ length: 6 }, () =>
    readers!.read(report(endless, "hostile", stopped.signal), whatCame).catch(() => "stopped"),
  );
  for (const lane of ["b", "c", "d"])
    expect(await readers.read(report(sarifOf(1), lane), whatCame)).toMatchObject({ ok: true });
  stopped.abort(new Error("enough"));
  expect(new Set(await Promise.all(hostile))).toEqual(new Set(["stopped"]));
});

test("a company has so many reports waiting and no more", async () => {
  readers = openReaders({ atOnce: 1, perLane: 1, waitingPerLane: 2 });
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => readers!.read(report(sarifOf(1)), whatCame)));
  expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(all.find(({ status }) => status === "rejected")).toMatchObject({ reason: { failure: "imports-waiting" } });
});

test("a report whose bytes do not come is refused with that, and the next one is read", async () => {
  readers = openReaders();
  const open = async () => Promise.reject(new Error("gone"));
  await expect(readers.read({ lane: "a", size: 9, open, receivedAt: at }, whatCame)).rejects.toThrow("gone");
  expect(await readers.read(report(sarifOf(1)), whatCame)).toMatchObject({ ok: true });
});

test("what is no report is none, large or small", async () => {
  readers = openReaders();
  for (const size of [10, 2_000_000])
    expect(await readers.read(report(Buffer.alloc(size, "x")), whatCame)).toMatchObject({
      ok: false,
      failure: "import-not-recognised",
    });
});

test("S1: a reader opens no file but the program's own", () => {
  const secret = join(temporaryFolder(), "secret.key");
  writeFileSync(secret, "not for readers");
  const reads = (file: string) =>
    spawnSync(process.execPath, [...rightsOfReader, "--eval", `require("fs").readFileSync(${JSON.stringify(file)})`], {
      encoding: "utf8",
    }).stderr;
  expect(reads(secret)).toContain("ERR_ACCESS_DENIED");
  expect(reads("/etc/passwd")).toContain("ERR_ACCESS_DENIED");
  expect(reads(join(import.meta.dirname, "reader.ts"))).toBe("");
});
