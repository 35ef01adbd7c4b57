import { expect, test } from "vitest";
import { growthOf } from "#tests/support/growth.ts";
import { judgeFile } from "./judged-report.ts";

const at = new Date("2026-11-22T08:00:00Z");
const sarif = (runs: readonly object[]) => JSON.stringify({ version: "2.1.0", runs });
const run = (name: string, more: object) => ({ tool: { driver: { name } }, ...more });

test.each([
  [
    "the SARIF category of 60 kB",
    (n: number) => sarif([run("x", { results: [], automationDetails: { id: `${"a".repeat(n)}/` } })]),
    15_000,
  ],
  ["an XML name of 40,000 dots", (n: number) => `<a${".".repeat(n)}b:c/>`, 10_000],
  ["an XML end tag of 40,000 dots", (n: number) => `<x></a${".".repeat(n)}b>`, 10_000],
  [
    "a SARIF file of 32,000 tools",
    (n: number) =>
      sarif(Array.from({ length: n }, (_, at) => run(`t${at}`, { results: [{ message: { text: "x" } }] }))),
    8_000,
  ],
])("S1: %s takes time in proportion to its size", (_, file, n) => {
  const work = (size: number) => {
    const bytes = Buffer.from(file(size));
    return () => judgeFile(bytes, at);
  };
  const { ratio, ms } = growthOf(work, n, 6);
  expect(ratio, `${ms} ms`).toBeLessThan(6);
});

test("S1: a report of too many tools is refused with a sentence", () => {
  const runs = Array.from({ length: 200 }, (_, at) => run(`tool ${at}`, { results: [] }));
  expect(judgeFile(Buffer.from(sarif(runs)), at)).toMatchObject({
    ok: false,
    failure: "import-too-much",
    message: expect.stringMatching(/too many tools/),
  });
});
