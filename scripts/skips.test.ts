import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowedSkips } from "./allowed-skips.ts";
import { root } from "./program.ts";
import { judgeSkips, listOfSkips, unseenFiles } from "./skips.ts";
import type { AllowedSkip } from "./skips.ts";

const seen = (name: string, ran: boolean, file = "a.test.ts") => ({ file, name, ran });
const noZip = (isSo: boolean): AllowedSkip => ({
  file: "a.test.ts",
  names: /^packs/,
  reason: "there is no zip",
  isSo: () => isSo,
});

test("a skip that nothing explains fails, and so does one whose reason does not hold here", () => {
  expect(judgeSkips([seen("packs", false)], [])).toMatchObject({
    skipped: 1,
    failures: [{ name: "a.test.ts > packs", reason: expect.stringContaining("gives no reason") }],
  });
  expect(judgeSkips([seen("packs", false)], [noZip(false)])).toMatchObject({
    skipped: 1,
    failures: [{ name: "a.test.ts > packs", reason: expect.stringContaining("there is no zip") }],
  });
  expect(judgeSkips([seen("packs", false, "b.test.ts")], [noZip(true)]).failures).toHaveLength(1);
});

test("a skip with a reason is counted under it", () => {
  const report = judgeSkips([seen("packs", false), seen("packs twice", false), seen("reads", true)], [noZip(true)]);
  expect(report).toMatchObject({ skipped: 2, failures: [] });
  expect(listOfSkips(report)).toBe("skipped    2  there is no zip");
  expect(listOfSkips(judgeSkips([seen("reads", true)], []))).toBe("");
});

test("a test that one stage skips and another runs was not skipped; one that no stage runs was", () => {
  const [here, there] = [seen("reads", false), seen("reads", true)];
  expect(judgeSkips([here, there], [])).toMatchObject({ skipped: 0, failures: [] });
  expect(judgeSkips([here, here], [])).toMatchObject({ skipped: 1, failures: [{ name: "a.test.ts > reads" }] });
  expect(judgeSkips([here, seen("reads", true, "b.test.ts")], [])).toMatchObject({ skipped: 1 });
});

test("an entry that allows nothing any more fails, where its file was run", () => {
  expect(judgeSkips([seen("reads", true)], [noZip(true)]).failures).toMatchObject([{ name: "a.test.ts > ^packs" }]);
  expect(judgeSkips([seen("reads", true, "b.test.ts")], [noZip(true)]).failures).toEqual([]);
});

test("a test file that no stage runs is found", () => {
  expect(unseenFiles(["a.test.ts", "lost.test.ts"], [seen("reads", false)])).toMatchObject([{ name: "lost.test.ts" }]);
});

test.each(allowedSkips.filter(({ file }) => !file.startsWith("npm test")))(
  "$file, which may skip, is there",
  ({ file }) => {
    expect(existsSync(join(root, file))).toBe(true);
  },
);
