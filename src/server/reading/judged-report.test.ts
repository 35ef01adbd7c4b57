import { expect, test } from "vitest";
import { providers } from "#catalog/providers.ts";
import { judgeFile } from "./judged-report.ts";

const at = new Date("2026-11-21T08:00:00Z");

test("no report speaks under the name of a connection, however its tool or mapping is called", () => {
  const columns = { rule: "Check", outcome: "Result" };
  const sourceOf = (name: string) => {
    const read = judgeFile(Buffer.from("Check,Result\nauth.mfa-enforced,OK\n"), at, {
      name,
      header: [],
      columns,
      words: { ok: "pass" },
    });
    expect(read).toMatchObject({
      ok: true,
      judged: { verdicts: [{ checkId: "auth.mfa-enforced", outcome: "unknown" }] },
    });
    return read.ok && read.judged.source;
  };
  for (const { name } of providers) expect(sourceOf(`${name} acme`)).toBe(`Report by ${name} acme`);
  expect(sourceOf("github acme")).toBe("Report by github acme");
  expect(sourceOf("Access review")).toBe("Access review");
  expect(sourceOf("GitHubber")).toBe("GitHubber");
});
