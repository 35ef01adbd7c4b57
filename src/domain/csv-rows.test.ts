import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvRow } from "./csv.ts";
import { readCsvRows } from "./csv-rows.ts";

const rows = (text: string) => {
  const read = readCsvRows(text);
  if (!read.ok) throw new Error(read.message);
  return read.rows;
};

describe("CSV", () => {
  test.each([
    ["a,b\n1,2\n", [["a", "b"], ["1", "2"]]],
    ["\uFEFFa;b\r\n1;2", [["a", "b"], ["1", "2"]]],
    ["a\tb\r1\t2\r", [["a", "b"], ["1", "2"]]],
    ['a,b\n"x, ""y""\r\nz",', [["a", "b"], ['x, "y"\r\nz', ""]]],
    ["a,b\n\n  \n1,2\n\n", [["a", "b"], ["1", "2"]]],
    ['"a;b;c",d\n1,2\n', [["a;b;c", "d"], ["1", "2"]]],
    ["a,b\n=1+1,@x\n", [["a", "b"], ["=1+1", "@x"]]],
  ])("is read with any line end, separator and quotes (%#)", (text, expected) => {
    expect(rows(text)).toEqual(expected);
  }); // prettier-ignore

  test.each([
    ["", "This file is empty."],
    ['a,b\n"1,2\n', "Row 2 of this CSV file has a quote that is never closed."],
    ['a,b\n"1"x,2\n', "Row 2 of this CSV file has text behind a closing quote."],
    ["a,b\n1\n", "Row 2 of this CSV file has 1 cell where the first row has 2."],
    ["a,b\n1,2,3\n", "Row 2 of this CSV file has 3 cells where the first row has 2."],
  ])("that cannot be read is refused by its row (%#)", (text, message) => {
    expect(readCsvRows(text)).toEqual({ ok: false, message });
  });

  test("that was cut off is read up to its last whole row, where only its beginning is asked for", () => {
    for (const text of ["a,b\n1,2\n3", 'a,b\n1,2\n"3,4'])
      expect(readCsvRows(text, { beginning: true })).toMatchObject({ rows: [["a", "b"], ["1", "2"]] }); // prettier-ignore
  });

  test("that we wrote is read back as it was", () => {
    const cell = fc
      .string({ unit: "binary" })
      .filter((text) => !/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && text !== "");
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (table) => {
        // A mark at the very beginning is taken for a byte order mark.
        const written = [["first", "second"], ...table];
        const read = readCsvRows(written.map(csvRow).join(""));
        expect(read.ok && read.rows).toEqual(written);
      }),
    );
  });

  test("of any text at all is read with as many cells in each row, or refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", ",", ";", '"', "\n", "\r", "\t", "é") }), (text) => {
        const read = readCsvRows(text);
        const whole = read.ok
          ? new Set(read.rows.map((row) => row.length)).size === 1
          : /^(Row|This)/.test(read.message);
        expect(whole).toBe(true);
      }),
    );
  });
});
