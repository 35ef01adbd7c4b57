import { expect, test } from "vitest";
import { rulesOf } from "#catalog/finding-rules/rule-sets.ts";
import { judgeReport } from "#domain/verdict.ts";
import { spdx } from "./read.ts";

const document = (more: Record<string, unknown> = {}) => ({
  spdxVersion: "SPDX-2.3",
  SPDXID: "SPDXRef-DOCUMENT",
  name: "app@1.0.0",
  creationInfo: { created: "2026-11-20T08:00:00Z", creators: ["Organization: Acme", "Tool: syft-1.2.3"] },
  packages: [
    { SPDXID: "SPDXRef-a", name: "a" },
    { SPDXID: "SPDXRef-b", name: "b" },
  ],
  ...more,
});

test("a document is an inventory: its packages are counted and it judges nothing", () => {
  const result = spdx.read(document());
  expect(result).toEqual({
    ok: true,
    report: {
      tool: "syft-1.2.3",
      toolVersion: "",
      scope: "app@1.0.0",
      targetNamed: false,
      observedAt: new Date("2026-11-20T08:00:00Z"),
      findings: [],
      read: 0,
      counted: { packages: 2, files: 0 },
    },
  });
  const sets = rulesOf({ format: "spdx", tool: "syft-1.2.3", findings: 0 });
  expect(judgeReport(sets, [])).toEqual([]);
});

test.each([
  [{ spdxVersion: "SPDX-3.0" }, "This is SPDX-3.0. SPDX 2.3 and 2.2 in JSON can be read."],
  [{ packages: [{ name: "a" }] }, "This SPDX document cannot be read: packages.0.SPDXID is missing or wrong."],
  [{ creationInfo: {} }, "This SPDX document cannot be read: creationInfo.created is missing or wrong."],
  [{ packages: [{ SPDXID: "x", name: "a" }, { SPDXID: "x", name: "b" }] }, "This SPDX document cannot be read: two of its packages have the same id."],
])("a damaged one is refused by its place (%#)", (more, message) => {
  expect(spdx.read(document(more))).toEqual({ ok: false, refusal: { code: "malformed", message } });
}); // prettier-ignore
