import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { builtJudge, judgedBundle } from "#tests/support/judged-bundle.ts";
import type { JudgedBundle } from "#tests/support/judged-bundle.ts";
import { zipOf } from "#tests/support/sample-bundle.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import { readBundle } from "./read-bundle.ts";

let ours: JudgeFile;
/** The judge of another release: it says the same, and is another file. */
let earlier: JudgeFile;

beforeAll(async () => {
  ours = await builtJudge();
  const code = `${ours.code}\n// The release before.\n`;
  earlier = { ...ours, code, sha256: createHash("sha256").update(code).digest("hex") };
});

const read = async ({ files, vkey }: JudgedBundle) => {
  const bytes = await zipOf(files);
  return await readBundle(bytes, { size: bytes.length, key: vkey, judge: ours.sha256 });
};
const counted = /each in a ledger of \d+ entries\. (\d+) of (\d+) verdicts were judged again and agree\.(.*)$/;

test("a bundle that the same judge sealed is verified, and says how many of its verdicts were judged again", async () => {
  const { outcome, sentence } = await read(judgedBundle(ours));
  expect(outcome).toBe("verified");
  const [, again, of, more] = counted.exec(sentence)!;
  // A person's test, and the check and control that rest on it, are nobody's to judge again.
  expect([Number(again) > 20, Number(of) > Number(again), more]).toEqual([true, true, ""]);
});

test("one that the judge of an earlier release sealed is verified, and says plainly that its verdicts were not judged again", async () => {
  const { outcome, sentence } = await read(judgedBundle(earlier));
  expect(outcome).toBe("verified");
  const [, again, of, more] = counted.exec(sentence)!;
  expect(again).toBe("0");
  const [, byAnother] =
    /^ (\d+) were said by the judge of another version of Exhibit, and were not judged again\.$/.exec(more!)!;
  expect(Number(byAnother)).toBeGreaterThan(20);
  expect(Number(byAnother)).toBeLessThanOrEqual(Number(of));
});

test("one in which an earlier judge's verdict was altered by somebody without the key is refused", async () => {
  const bundle = judgedBundle(earlier);
  const files = new Map(bundle.files);
  files.set("verdicts.jsonl", Buffer.from(bundle.files.get("verdicts.jsonl")!.toString().replace('"pass"', '"fail"')));
  expect((await read({ ...bundle, files })).outcome).toBe("refused");
});
