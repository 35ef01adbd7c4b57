import { expect, test } from "vitest";
import { inLines, previewKind, rowsOf } from "./preview-kind.ts";

test.each([
  ["image/png", "a.png", "image"],
  ["image/svg+xml", "a.svg", undefined],
  ["application/pdf", "a.pdf", "pdf"],
  ["application/json", "a.txt", "json"],
  ["text/plain", "people.CSV", "csv"],
  ["text/plain", "page.html", "text"],
  ["application/zip", "a.csv", undefined],
  ["application/octet-stream", "a.txt", undefined],
])("%s named %s shows as %s", (mediaType, fileName, kind) => {
  expect(previewKind(mediaType, fileName)).toBe(kind);
});

test("JSON is put in lines, and what is none stays as it is", () => {
  expect(inLines('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(inLines('{"cut off')).toBe('{"cut off');
});

test("a table is read with its quotes, its line breaks and either comma, and no further than asked", () => {
  expect(rowsOf('a,"b, c","say ""hi"""\r\n1,"two\nlines",\n', 10)).toEqual([
    ["a", "b, c", 'say "hi"'],
    ["1", "two\nlines", ""],
  ]);
  expect(rowsOf("a;b\n1,5;2", 10)).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(rowsOf("1\n2\n3\n4", 2)).toEqual([["1"], ["2"]]);
  expect(rowsOf("", 10)).toEqual([]);
});
