import { expect, test } from "vitest";
import { byteSize } from "./sizes.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [37, "37 bytes"],
  [1023, "1,023 bytes"],
  [1024, "1 KB"],
  [4301, "4.2 KB"],
  [100 * 1024 ** 2, "100 MB"],
  [1.5 * 1024 ** 3, "1.5 GB"],
  [3 * 1024 ** 5, "3,072 TB"],
])("%i bytes are %s", (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
