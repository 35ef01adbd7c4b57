import { expect, test } from "vitest";
import { exhibitOfPath, isSafePath } from "./bundle-path.ts";

test.each(["README.txt", "ledger/key.vkey", "artifacts/EX-000123-a b_c-1.tar.gz", "a..b", "_"])(
  "%j may stand in a bundle",
  (path) => expect(isSafePath(path)).toBe(true),
);

const unsafe = ["", "/etc/passwd", "../a", "a/../b", "a/..", "a/./b", "a//b", "a/", ".hidden", "a\\b", "C:a", "a:b"];
const strange = ["a\0b", "a\nb", "é.txt", "a\u202eb", "-rf", " a", "~", "$(a)", "a".repeat(256)];

test.each([...unsafe, ...strange])("%j may not stand in a bundle", (path) => expect(isSafePath(path)).toBe(false));

test("an artifact's path names its exhibit, other paths name none", () => {
  expect(exhibitOfPath("artifacts/EX-000123-name.pdf")).toBe("EX-000123");
  expect(exhibitOfPath("artifacts/EX-1000000-name.pdf")).toBe("EX-1000000");
  for (const path of ["artifacts/EX-12-name.pdf", "evidence/EX-000123-a", "x/artifacts/EX-000123-a", "README.txt"]) {
    expect(exhibitOfPath(path)).toBeUndefined();
  }
});
