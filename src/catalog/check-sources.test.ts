import { expect, test } from "vitest";
import { sourcesOf } from "./check-sources.ts";
import { allChecks } from "./index.ts";
import { checksOfRegisters } from "./parts.ts";

test("a check that registers decide names them and no upload, and every other check its own sources", () => {
  for (const check of allChecks) {
    const sources = sourcesOf(check);
    if (!checksOfRegisters.includes(check.id)) expect(sources).toEqual(check.sources);
    else {
      expect(sources).toContain("register");
      expect(sources).not.toContain("upload");
      expect(sources).toEqual(expect.arrayContaining(check.sources.filter((source) => source !== "upload")));
    }
  }
});

test("two checks have no source but an upload", () => {
  const left = allChecks.filter((check) => sourcesOf(check).every((source) => source === "upload"));
  expect(left.map(({ id }) => id)).toEqual(["code.static-analysis", "vulns.disclosure-contact"]);
});
