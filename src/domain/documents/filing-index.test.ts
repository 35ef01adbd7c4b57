import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { controlsMeant, looksLikeIndex, matchIndex, readFilingIndex } from "./filing-index.ts";

const today = "2026-11-23";
const index = (...rows: string[]) => readFilingIndex(rows.join("\n"), today);

describe("the index of a folder", () => {
  test("says for each file its title, control, document, type and day", () => {
    expect(
      index(
        "File name;Title;Control or requirement;Document;Type;Date",
        "a.pdf;Plan;XC-21;Incident response plan;policy;2026-11-12",
      ),
    ).toEqual({
      ok: true,
      rows: [
        {
          row: 2,
          file: "a.pdf",
          title: "Plan",
          about: "XC-21",
          document: "Incident response plan",
          type: "Policy",
          date: "2026-11-12",
        },
      ],
    });
  });

  test.each([
    ["names a file twice", ["file,title", "a.pdf,A", "A.PDF,B"], /Row 3 .* same file as row 2/],
    ["has an unknown type", ["file,type", "a.pdf,Config", "b.pdf,Movie"], /Row 3 .* type/],
    ["has a day that can be read in two ways", ["file,date", "a.pdf,2026-01-02", "b.pdf,11/12/2026"], /Row 3 .* day/],
    ["has a day ahead", ["file,date", "a.pdf,2026-11-24"], /Row 2 .* day/],
    ["has a cell too many", ["file,title", "a.pdf,A,B"], /Row 2 of this CSV file has 3 cells/],
    ["names no files", ["title,date", "A,2026-01-02"], /No column/],
    ["has no rows", ["file,title"], /names no file/],
    ["is empty", [""], /empty/],
  ])("is refused whole where it %s", (_, rows, message) => {
    expect(index(...rows)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  test("is told from any other table by its columns", () => {
    expect(looksLikeIndex("\uFEFFPath,Requirement\nx,y")).toBe(true);
    expect(looksLikeIndex("File,Size\nx,y")).toBe(false);
    expect(looksLikeIndex("Control,Date\nx,y")).toBe(false);
    expect(looksLikeIndex("not a table")).toBe(false);
  });

  test("loses no row and no file, and gives each file one row at most, whatever it holds", () => {
    const path = fc.stringMatching(/^[a-cA-C]{1,2}(\/[a-c]{1,2}){0,2}\.pdf$/);
    const rows = fc.uniqueArray(path, { selector: (name) => name.toLowerCase() });
    fc.assert(
      fc.property(rows, fc.uniqueArray(path), (files, paths) => {
        const read = index("file,title", ...files.map((file) => `${file},T`));
        expect(read.ok).toBe(files.length > 0);
        const lines = read.ok ? read.rows : [];
        const { matches, rowsWithoutFile, filesWithoutRow } = matchIndex(lines, paths);
        expect(matches.size + rowsWithoutFile.length).toBe(lines.length);
        expect(matches.size + filesWithoutRow.length).toBe(paths.length);
        expect(new Set(matches.values()).size).toBe(matches.size);
      }),
    );
  });

  test("finds a file by its path, otherwise by its name where only one file has that", () => {
    const read = index("file,title", "one/a.pdf,A", ".\\two\\b.pdf,B", "c.pdf,C", "d.pdf,D");
    const { matches, rowsWithoutFile, filesWithoutRow } = matchIndex(read.ok ? read.rows : [], [
      "export/one/a.pdf",
      "export/three/a.pdf",
      "export/two/b.pdf",
      "export/x/c.pdf",
      "export/y/c.pdf",
    ]);
    expect([...matches].map(([path, { title }]) => `${path} ${title}`)).toEqual([
      "export/one/a.pdf A",
      "export/two/b.pdf B",
    ]);
    expect(rowsWithoutFile.map(({ title }) => title)).toEqual(["C", "D"]);
    expect(filesWithoutRow).toEqual(["export/three/a.pdf", "export/x/c.pdf", "export/y/c.pdf"]);
  });

  test("reads any text without an end to its patience, and answers rows or a sentence", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        const read = readFilingIndex(`file,date,type\n${text}`, today);
        expect(
          read.ok ? read.rows.every(({ file, date }) => file !== "" && date <= today) : read.message.endsWith("."),
        ).toBe(true);
      }),
    );
  });
});

test("a control is meant by its id, its title or a requirement of its own, and by no requirement of several", () => {
  const controls = [
    { id: "XC-01", title: "Security policies", requirements: { soc2: ["CC1.1", "CC5.3"] } },
    { id: "XC-22", title: "Backup, recovery and continuity", requirements: { soc2: ["A1.2", "CC1.1"] } },
  ];
  expect(controlsMeant("xc01; A1.2", controls)).toEqual(["XC-01", "XC-22"]);
  expect(controlsMeant("Backup, recovery and continuity", controls)).toEqual(["XC-22"]);
  expect(controlsMeant("CC1.1", controls)).toEqual([]);
  expect(controlsMeant("", controls)).toEqual([]);
});
