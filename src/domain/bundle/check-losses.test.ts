import { describe, expect, test } from "vitest";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { memorySource, sampleBundle } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import type { DeclaredLoss } from "../ledger/declared-loss.ts";
import { LOSSES } from "./check-losses.ts";
import { wordReport } from "./print-report.ts";
import { verdictOf } from "./verdict.ts";
import { verifyBundle } from "./verify-bundle.ts";

const FIRST = "exhibit.test/log/0190c0de";
const first = sampleBundle(undefined, { origin: FIRST });
const third = sampleBundle(undefined, { origin: `${FIRST}.3` });

const verify = (files: BundleFiles, key: string) => verifyBundle(memorySource(files), nodeCryptography, { key });

/** What is wrong with a bundle that its own issuer changed and sealed again, a line each. */
async function problemsAfterForging(sample: typeof first, change: (files: BundleFiles) => void): Promise<string[]> {
  const files: BundleFiles = new Map(sample.files);
  change(files);
  sample.seal(files);
  const report = await verify(files, sample.vkey);
  expect(verdictOf(report).name).toBe(report.problems.length > 0 ? "refused" : "verified");
  return report.problems.map(({ path, sentence }) => `${path}: ${sentence}`);
}

const linesOf = (files: BundleFiles) => files.get(LOSSES)!.toString().trimEnd().split("\n");
const setLines = (files: BundleFiles, lines: readonly string[]) =>
  void files.set(LOSSES, Buffer.from(lines.map((line) => `${line}\n`).join("")));

test("S2: a ledger that began after two were lost is verified, and every verifier prints both losses", async () => {
  const report = await verify(third.files, third.vkey);
  expect(report.problems).toEqual([]);
  const words = wordReport(report);
  expect(words.verdict.name).toBe("verified");
  const lost = words.facts.filter(([name]) => name === "Lost").map(([, sentence]) => sentence);
  expect(lost).toEqual([
    expect.stringMatching(
      /^This ledger began again on November 21, 2026 and does not continue exhibit\.test\/log\/0190c0de: .* has 1 entry and the root .*\. Reason given: The disk failed\. Accepted by Ana Ortiz\. Entry 6 of the ledger declares it\.$/,
    ),
    expect.stringMatching(
      /does not continue exhibit\.test\/log\/0190c0de\.2: .*No checkpoint of it is known\. .*Entry 7/,
    ),
  ]);
});

describe("S2: no issuer leaves out that a ledger was lost: a bundle is refused", () => {
  test.each<[string, (files: BundleFiles) => void, string]>([
    [
      "without the file",
      (files) => files.delete(LOSSES),
      "The file is missing: exhibit.test/log/0190c0de.3 began after",
    ],
    ["when it is empty", (files) => setLines(files, []), "It declares 0 of the 2 losses that came before"],
    ["without the first loss", (files) => setLines(files, linesOf(files).slice(1)), "Line 1 should say that"],
    ["without the last loss", (files) => setLines(files, linesOf(files).slice(0, 1)), "It declares 1 of the 2 losses"],
    ["when losses are swapped", (files) => setLines(files, linesOf(files).toReversed()), "Line 1 should say that"],
    [
      "when a loss is there once more",
      (files) => setLines(files, [...linesOf(files), linesOf(files)[1]!]),
      "There are more losses in it than came before",
    ],
    [
      "when the reason is another",
      (files) => void files.set(LOSSES, Buffer.from(files.get(LOSSES)!.toString().replace("The disk", "A disk"))),
      "Line 1 is not what its ledger entry commits to.",
    ],
    [
      "when the entry is another place's",
      (files) => void files.set(LOSSES, Buffer.from(files.get(LOSSES)!.toString().replace('"index":6', '"index":5'))),
      "Line 1 is not shown to be in the signed ledger: ",
    ],
    [
      "when a line is cut",
      (files) => setLines(files, [linesOf(files)[0]!.slice(0, -1)]),
      "Line 1 is not the declaration",
    ],
  ])("%s", async (_, change, sentence) => {
    expect(await problemsAfterForging(third, change)).toEqual([expect.stringContaining(`${LOSSES}: ${sentence}`)]);
  });

  const stranger = sampleBundle(undefined, { origin: FIRST });
  test.each<[string, (loss: DeclaredLoss) => DeclaredLoss, string]>([
    ["a gap in their names", (loss) => ({ ...loss, origin: `${FIRST}.3` }), "Line 1 should say that"],
    [
      "another ledger before it",
      (loss) => ({ ...loss, oldOrigin: `${FIRST}0`, last: undefined }),
      "Line 1 should say that",
    ],
    [
      "a checkpoint that a stranger signed",
      (loss) => ({ ...loss, last: { ...loss.last!, note: stranger.checkpointOf(1) } }),
      "Line 1 names a checkpoint of exhibit.test/log/0190c0de without a valid signature",
    ],
    [
      "another size than its checkpoint has",
      (loss) => ({ ...loss, last: { ...loss.last!, size: 2 } }),
      "Line 1 says another size or root than the checkpoint of",
    ],
  ])("though the ledger itself declares %s", async (_, declare, sentence) => {
    const forged = sampleBundle(undefined, { origin: `${FIRST}.2`, declare });
    expect(await problemsAfterForging(forged, () => {})).toEqual([expect.stringContaining(`${LOSSES}: ${sentence}`)]);
  });

  test("when it is of the first ledger and declares a loss", async () => {
    const problems = await problemsAfterForging(first, (files) => void files.set(LOSSES, third.files.get(LOSSES)!));
    expect(problems).toEqual([`${LOSSES}: No ledger was lost before ${FIRST}, which is the first of its name.`]);
  });
});

test("S2: bytes of the losses: any one changed is found, and no other file is blamed for it", async () => {
  const bytes = third.files.get(LOSSES)!;
  for (let at = 0; at < bytes.length; at += 11) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1 << (at % 8);
    const { problems } = await verify(new Map(third.files).set(LOSSES, changed), third.vkey);
    expect([at, problems.map(({ path }) => path)]).toEqual([at, [LOSSES]]);
  }
}, 120_000);

test("S2: bytes of the losses, sealed again by the issuer: any one changed is found", async () => {
  const bytes = third.files.get(LOSSES)!;
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1 << (at % 7);
    const problems = await problemsAfterForging(third, (files) => void files.set(LOSSES, changed));
    expect([at, problems.length]).toEqual([at, 1]);
  }
}, 120_000);
