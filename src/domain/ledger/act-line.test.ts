import { describe, expect, test } from "vitest";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { actFault, parseActLine } from "./act-line.ts";
import { toBase64, toUtf8 } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { CanonicalValue } from "./canonical-json.ts";
import { parseChangeLine } from "./change-line.ts";
import { SALT_BYTES } from "./commitment.ts";
import { formatEntry } from "./entry.ts";
import { leafHash, nodeHash } from "./tree-hash.ts";

const { sha256, hmacSha256 } = nodeCryptography;
const id = "0190c0de-0000-4000-8000-00000000000a";
const at = "2026-11-21T06:00:00.000Z";
const salt = new Uint8Array(SALT_BYTES).fill(7);
const details = canonicalJson({ event: "evidence.renamed", subject: id, from: "Old", to: "New" });
const commitment = toBase64(hmacSha256(salt, toUtf8(details)));
const entry = formatEntry({ event: "evidence.renamed", at, id, details: commitment });
const sibling = new Uint8Array(32).fill(9);
const root = nodeHash(sha256, sibling, leafHash(sha256, toUtf8(entry)));
const parts = { details, entry, index: 1, proof: [toBase64(sibling)], salt: toBase64(salt) };
const lineOf = (changed: Record<string, CanonicalValue> = {}) => canonicalJson({ ...parts, ...changed });
const fault = (line: string, tree: { size: number; root: Uint8Array } | undefined = { size: 2, root }) =>
  actFault(parseActLine(line)!, tree, nodeCryptography);

test("an act is read as it was handed out, and proves itself", () => {
  const act = parseActLine(lineOf());
  expect(act).toEqual({
    event: "evidence.renamed",
    at: new Date(at),
    index: 1,
    leaf: entry,
    details,
    commitment,
    salt,
    path: [sibling],
  });
  expect(fault(lineOf())).toBeUndefined();
  expect(parseChangeLine(lineOf())).toEqual({ ...act, change: { item: id, from: "Old", to: "New" } });
});

test("an act of a ledger of one entry has an empty way to the root", () => {
  const alone = lineOf({ index: 0, proof: [] });
  expect(fault(alone, { size: 1, root: leafHash(sha256, toUtf8(entry)) })).toBeUndefined();
});

describe("an act does not prove itself", () => {
  test.each<[string, Record<string, CanonicalValue>]>([
    ["at another place", { index: 0 }],
    ["outside the ledger", { index: 2 }],
    ["by another way to the root", { proof: [toBase64(new Uint8Array(32))] }],
    ["by a way that is too short", { proof: [] }],
    ["by a way that is too long", { proof: [toBase64(sibling), toBase64(sibling)] }],
    ["by a hash of 31 bytes", { proof: [toBase64(sibling.slice(1))] }],
  ])("%s", (_, changed) => {
    expect(fault(lineOf(changed))).toMatch(/^is not shown to be in the signed ledger: .+\.$/);
  });

  test("with another text or another salt", () => {
    const other = "is not what its ledger entry commits to.";
    expect(fault(lineOf({ details: details.replace("New", "Now") }))).toBe(other);
    expect(fault(lineOf({ salt: toBase64(salt.map(() => 8)) }))).toBe(other);
    const unplaced = parseActLine(lineOf({ details: details.replace("New", "Now") }))!;
    expect(actFault(unplaced, undefined, nodeCryptography)).toBe(other);
  });

  test("and without a root its place alone is left open", () => {
    expect(actFault(parseActLine(lineOf({ index: 0 }))!, undefined, nodeCryptography)).toBeUndefined();
  });

  test("but a failure of the hash itself is none of the line's", () => {
    const broken = { ...nodeCryptography, sha256: () => { throw new RangeError("broken"); } }; // prettier-ignore
    expect(() => actFault(parseActLine(lineOf())!, { size: 2, root }, broken)).toThrow("broken");
  });
});

describe("no act is read", () => {
  const filing = formatEntry({
    event: "evidence.filed",
    at,
    id,
    number: 1,
    size: 1,
    content: commitment,
    metadata: commitment,
  });
  test.each<[string, string]>([
    ["from a filing", lineOf({ entry: filing })],
    ["from an entry that is none", lineOf({ entry: "{}" })],
    ["without its proof", canonicalJson({ ...parts, proof: null })],
    ["with a proof that is one text", lineOf({ proof: parts.proof[0]! })],
    ["with a hash that is no base64", lineOf({ proof: [parts.proof[0]!, "?"] })],
    ["with a hash that is no text", lineOf({ proof: [1] })],
    ["with a salt that is too short", lineOf({ salt: toBase64(salt.slice(1)) })],
    ["with a salt that is no text", lineOf({ salt: 7 })],
    ["with details that are no text", lineOf({ details: { event: "evidence.renamed" } })],
    ["with an entry that is no text", lineOf({ entry: {} })],
    ["with an index that is no number", lineOf({ index: "1" })],
    ["with a name too many", lineOf({ more: 1 })],
    ["from a list", canonicalJson([lineOf()])],
    ["from nothing", "null"],
    ["from a text", '"act"'],
    ["from an empty line", ""],
    ["with a space in it", lineOf().replace(',"entry"', ', "entry"')],
  ])("%s", (_, line) => {
    expect(parseActLine(line)).toBeUndefined();
    expect(parseChangeLine(line)).toBeUndefined();
  });

  test.each(Object.keys(parts))("without %s", (name) => {
    const { [name as keyof typeof parts]: _, ...rest } = parts;
    expect(parseActLine(canonicalJson(rest))).toBeUndefined();
  });

  test("as a change, from an act that changes no item", () => {
    const text = canonicalJson({ event: "company.renamed", subject: id });
    const act = { event: "company.renamed", at, id, details: toBase64(hmacSha256(salt, toUtf8(text))) };
    const line = lineOf({ details: text, entry: formatEntry(act) });
    expect(parseActLine(line)?.event).toBe("company.renamed");
    expect(parseChangeLine(line)).toBeUndefined();
  });
});
