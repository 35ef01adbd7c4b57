import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell, csvRow } from "./csv.ts";

describe("CSV", () => {
  test.each([
    ["plain", "plain"],
    ["", ""],
    [null, ""],
    [undefined, ""],
    [-5, "-5"],
    [0, "0"],
    [true, "true"],
    ['say "no"', '"say ""no"""'],
    ["a,b", '"a,b"'],
    ["a;b", '"a;b"'],
    ["two\nlines", '"two\nlines"'],
    [" padded", '" padded"'],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", '"\'\tx"'],
    ["\rx", '"\'\rx"'],
    ["\nx", '"\'\nx"'],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ['=HYPERLINK("http://x.test","y")', '"\'=HYPERLINK(""http://x.test"",""y"")"'],
  ])("the cell of %j is %j", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  test("a record ends with CR LF", () => {
    expect(csvRow(["a", 1, null])).toBe("a,1,\r\n");
  });

  test("whatever the texts, a reader gets as many cells back, and none that a spreadsheet would run", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (texts) => {
        const cells = readRecord(csvRow(texts));
        expect(cells).toHaveLength(texts.length);
        for (const [index, cell] of cells.entries()) {
          expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
          expect([texts[index], `'${texts[index]}`]).toContain(cell);
        }
      }),
    );
  });
});

/** One record of RFC 4180, read by the book. */
function readRecord(record: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (const [, quoted, bare] of record.matchAll(pattern)) cells.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
  return cells;
}
