import { expect, test } from "vitest";
import { sourcesOf } from "./check-sources.ts";
import { allChecks } from "./index.ts";
import { checksOfRegisters } from "./parts.ts";

test.each(checksOfRegisters)("%s is decided by registers, and names them and no upload", (id) => {
  const check = allChecks.find((candidate) => candidate.id === id)!;
  const others = check.sources.filter((source) => source !== "upload");
  expect(sourcesOf(check)).toEqual([...others, "register"]);
});

const left = allChecks.filter(({ id }) => !checksOfRegisters.includes(id));

test.each(left)("$id, which no register decides, names the library's own sources", (check) => {
  expect(sourcesOf(check)).toEqual(check.sources);
});

test("one check has no source but an upload", () => {
  const alone = allChecks.filter((check) => sourcesOf(check).every((source) => source === "upload"));
  expect(alone.map(({ id }) => id)).toEqual(["code.static-analysis"]);
});
