import { expect, test } from "vitest";
import { formatCheckpoint, parseCheckpoint } from "./checkpoint.ts";

const root = Uint8Array.from({ length: 32 }, (_, i) => i);
const text = "exhibit.test/log/1\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";

test("a checkpoint is three lines, as C2SP tlog-checkpoint writes them", () => {
  expect(formatCheckpoint({ origin: "exhibit.test/log/1", size: 7, root })).toBe(text);
  const read = parseCheckpoint(text)!;
  expect(read).toMatchObject({ origin: "exhibit.test/log/1", size: 7 });
  expect([...read.root]).toEqual([...root]);
});

test.each([0, 9, 10, 1_000_000, Number.MAX_SAFE_INTEGER])("a ledger of %i entries has a checkpoint", (size) => {
  expect(parseCheckpoint(formatCheckpoint({ origin: "exhibit.test/log/1", size, root }))?.size).toBe(size);
});

test.each([
  ["a fourth line", `${text}extension\n`],
  ["no last newline", text.slice(0, -1)],
  ["an empty origin", text.replace("exhibit.test/log/1", "")],
  ["a size with a leading zero", text.replace("\n7\n", "\n07\n")],
  ["a negative size", text.replace("\n7\n", "\n-7\n")],
  ["a size past 2^53", text.replace("\n7\n", "\n9007199254740992\n")],
  ["a root of 31 bytes", text.replace("Hh8=", "Hg==")],
  ["a root in another spelling", text.replace("Hh8=", "Hh9=")],
  ["carriage returns", text.replaceAll("\n", "\r\n")],
])("with %s it is refused", (_, broken) => expect(parseCheckpoint(broken)).toBeUndefined());

test("what could not be read back is not written", () => {
  expect(() => formatCheckpoint({ origin: "a\nb", size: 7, root })).toThrow(TypeError);
  expect(() => formatCheckpoint({ origin: "a", size: 1.5, root })).toThrow(TypeError);
  expect(() => formatCheckpoint({ origin: "a", size: 7, root: root.slice(1) })).toThrow(TypeError);
});
