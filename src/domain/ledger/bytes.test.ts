import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concat, equalBytes, fromBase64, fromHex, fromUtf8, toBase64, toHex, toUtf8 } from "./bytes.ts";

const bytes = fc.uint8Array({ maxLength: 200 });
const plain = (array: Uint8Array | undefined) => array && [...array];

describe("base64", () => {
  test("is what Node writes, and reads back", () => {
    fc.assert(
      fc.property(bytes, (data) => {
        expect(toBase64(data)).toBe(Buffer.from(data).toString("base64"));
        expect(plain(fromBase64(toBase64(data)))).toEqual([...data]);
      }),
    );
  });

  test("two different texts never mean the same bytes", () => {
    const digit = fc.constantFrom("A", "Q", "g", "w", "B", "P", "+", "/", "9", "=");
    fc.assert(
      fc.property(fc.array(digit, { maxLength: 8 }), (digits) => {
        const text = digits.join("");
        const read = fromBase64(text);
        const canonical = Buffer.from(text, "base64").toString("base64") === text;
        expect(read && toBase64(read)).toBe(canonical ? text : undefined);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(["A", "AA", "AAA", "A===", "AB==", "AAB=", "AA==\n", " AA=", "AA=A", "====", "A-_A", "AAAé", "ＡAAA"])(
    "%j is refused",
    (text) => expect(fromBase64(text)).toBeUndefined(),
  );
});

describe("UTF-8", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });

  test("is what Node writes, and reads back", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(plain(toUtf8(value))).toEqual([...Buffer.from(value)]);
        expect(fromUtf8(toUtf8(value))).toBe(value);
      }),
    );
    expect(plain(toUtf8("a\ud800b\udfff"))).toEqual([...Buffer.from("a\ud800b\udfff")]);
  });

  test("long texts read back, with a character across every seam", () => {
    const long = `é${"𝄞€a".repeat(5_000)}`;
    expect(fromUtf8(toUtf8(long))).toBe(long);
  });

  test("the first and the last character of each length read back", () => {
    for (const code of [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff]) {
      const character = String.fromCodePoint(code);
      expect(plain(toUtf8(character))).toEqual([...Buffer.from(character)]);
      expect(fromUtf8(toUtf8(character))).toBe(character);
    }
    for (const surrogate of ["eda080", "edafbf", "edb080", "edbfbf"])
      expect(fromUtf8(Buffer.from(surrogate, "hex"))).toBeUndefined();
  });

  test.each([4_094, 4_095, 4_096, 4_097, 400_000])("a text of %i characters reads back", (length) => {
    const text = "a".repeat(length);
    expect(fromUtf8(toUtf8(text))).toBe(text);
    expect(fromUtf8(toUtf8(`${text}𝄞`))).toBe(`${text}𝄞`);
  });

  test("a character that is cut off at the end is refused", () => {
    for (const whole of ["é", "€", "𝄞"].map((character) => toUtf8(character)))
      for (let length = 1; length < whole.length; length++) expect(fromUtf8(whole.slice(0, length))).toBeUndefined();
  });

  test("bytes that are not UTF-8 are refused, exactly as a strict decoder does", () => {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const decode = (data: Uint8Array) => {
      try {
        return strict.decode(data);
      } catch {
        return undefined;
      }
    };
    const edge = fc.constantFrom(...Buffer.from("00417f808f909fa0bbbfc0c1c2dfe0edeeeff0f1f4f5f8ff", "hex").values());
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 6 }), (list) => {
        const data = Uint8Array.from(list);
        expect(fromUtf8(data)).toBe(decode(data));
      }),
      { numRuns: 20_000 },
    );
  });
});

test("hex reads back, and only in lower case", () => {
  fc.assert(
    fc.property(bytes, (data) => {
      expect(toHex(data)).toBe(Buffer.from(data).toString("hex"));
      expect(plain(fromHex(toHex(data)))).toEqual([...data]);
    }),
  );
  for (const text of ["a", "AA", "0g", " 00"]) expect(fromHex(text)).toBeUndefined();
});

test("bytes are joined in order, and equal only when all are", () => {
  expect(plain(concat(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)))).toEqual([1, 2, 3]);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0))).toBe(false);
});
