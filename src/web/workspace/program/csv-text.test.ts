import { expect, test } from "vitest";
import { decodeCsv, readCsvFile } from "./csv-text.ts";

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

test("a file of UTF-8 is read as such, and any other as Windows writes it", () => {
  expect(decodeCsv(new TextEncoder().encode("Zoë, 日本").buffer)).toBe("Zoë, 日本");
  expect(decodeCsv(bytes(0xef, 0xbb, 0xbf, 0x41))).toBe("A");
  expect(decodeCsv(bytes(0x5a, 0x6f, 0xeb, 0x20, 0x80))).toBe("Zoë €");
});

test("a file says how it was written, and keeps each of its characters", () => {
  expect(readCsvFile(bytes(0xef, 0xbb, 0xbf, 0x41))).toEqual({ csv: "\uFEFFA", encoding: "utf-8" });
  expect(readCsvFile(bytes(0x5a, 0x6f, 0xeb))).toEqual({ csv: "Zoë", encoding: "windows-1252" });
});
