import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BundleReport } from "#domain/bundle/bundle-report.ts";
import { printReport } from "#domain/bundle/print-report.ts";
import { parseVerdictLine, VERDICTS } from "#domain/bundle/verdict-line.ts";
import type { CheckLine, ControlLine, PartLine, VerdictLine } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { Judges } from "#domain/judge/judges.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

const BUILT = join(import.meta.dirname, "../../../build/judge.js");

describe("a bundle of the sample company", () => {
  let running: RunningApp;
  let files: BundleFiles;
  let judges: Judges;
  let key: string;
  let whole: BundleReport;
  let lines: VerdictLine[];

  beforeAll(async () => {
    running = await runApp({ demo: { visits: 5 } });
    const visitor = await Visitor.enter(running.url);
    const { id } = (await visitor.post(visitor.ofCompany("/exports"), {})).body;
    const { response } = await visitor.get(visitor.ofCompany(`/exports/${id}/bundle`));
    files = await unzipped(Buffer.from(await response.arrayBuffer()));
    key = (await visitor.get(visitor.ofCompany("/ledger"))).body.key;
    judges = { own: runOwnJudge((await readJudgeFile(BUILT))!) };
    whole = await verify(files);
    lines = linesOf(files);
  });
  afterAll(() => running.close());

  const verify = async (changed: BundleFiles, options: { judges?: Judges } = {}) =>
    await verifyBundle(memorySource(changed), nodeCryptography, { key, judges, ...options });

  const linesOf = (some: BundleFiles) =>
    some
      .get(VERDICTS)!
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => parseVerdictLine(line)!);

  test("every verdict is judged again, differs or is named as not re-performable, and the counts are stated", () => {
    expect(printReport(whole).join("\n")).toBe("");
  });
});
