import { describe, expect, test } from "vitest";
import { toBase64 } from "./bytes.ts";
import { formatEntry, isFiling, parseEntry } from "./entry.ts";
import type { ActEntry, FiledEntry } from "./entry.ts";

const content = toBase64(new Uint8Array(32).fill(1));
const metadata = toBase64(new Uint8Array(32).fill(2));
const id = "0190c0de-0000-4000-8000-00000000000a";
const at = "2026-11-21T06:00:00.000Z";
const filed: FiledEntry = { event: "evidence.filed", at, id, number: 123, size: 2048, content, metadata };
const act: ActEntry = { event: "company.created", at, id, details: metadata };
// What db/migrations/0004_evidence.sql and 0003_ledger.sql write with format().
const filedText = `{"at":"${at}","c":"${metadata}","h":"${content}","id":"${id}","n":123,"size":2048,"t":"evidence.filed","v":1}`;
const actText = `{"at":"${at}","c":"${metadata}","id":"${id}","t":"company.created","v":1}`;

test("entries are spelled as the database spells them", () => {
  expect(formatEntry(filed)).toBe(filedText);
  expect(formatEntry(act)).toBe(actText);
});

test("entries read back, each as its kind", () => {
  expect(parseEntry(filedText)).toEqual(filed);
  expect(parseEntry(actText)).toEqual(act);
  expect(isFiling(parseEntry(filedText)!)).toBe(true);
  expect(isFiling(parseEntry(actText)!)).toBe(false);
});

describe("an entry is refused", () => {
  test.each([
    ["with a space", filedText.replace(',"c"', ', "c"')],
    ["with a newline after it", `${filedText}\n`],
    [
      "with its names in another order",
      actText.replace(`"at":"${at}","c":"${metadata}"`, `"c":"${metadata}","at":"${at}"`),
    ],
    ["with a name too many", filedText.replace('"v":1', '"v":1,"w":1')],
    ["with a name missing", filedText.replace('"n":123,', "")],
    ["as a filing without its content", actText.replace("company.created", "evidence.filed")],
    ["as an act with content", filedText.replace("evidence.filed", "company.created")],
    ["of another version", filedText.replace('"v":1', '"v":2')],
    ["numbered 0", filedText.replace('"n":123', '"n":0')],
    ["numbered in text", filedText.replace('"n":123', '"n":"123"')],
    ["with a negative size", filedText.replace('"size":2048', '"size":-1')],
    ["with a day that does not exist", filedText.replace("11-21", "02-30")],
    ["with a time of another zone", filedText.replace("000Z", "000+00:00")],
    ["without milliseconds", filedText.replace(".000Z", "Z")],
    ["with a short commitment", filedText.replace(content, toBase64(new Uint8Array(31)))],
    ["with a commitment in another spelling", filedText.replace(content, content.replace("E=", "F="))],
    ["with an id in capitals", filedText.replace("00000000000a", "00000000000A")],
    ["with an event that is no noun and participle", actText.replace("company.created", "Company.created")],
    ["that is no object", "[1]"],
    ["that is nothing", "null"],
    ["that is not JSON", ""],
  ])("%s", (_, text) => {
    expect([filedText, actText]).not.toContain(text);
    expect(parseEntry(text)).toBeUndefined();
  });
});

test("what could not be read back is not written", () => {
  expect(() => formatEntry({ ...filed, number: 0 })).toThrow(TypeError);
  expect(() => formatEntry({ ...act, event: "evidence.filed" })).toThrow(TypeError);
});
