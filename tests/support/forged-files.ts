import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { BundleFiles } from "./sample-bundle.ts";

/** Chance that a seed decides. */
export interface Dice {
  /** A whole number from 0 to before `n`. */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Changes some of the files; `theirs` are those of the forger's own bundle. */
export type Change = (files: BundleFiles, dice: Dice, theirs: BundleFiles) => void;

const LEAF = 32;

const anyPath = (files: BundleFiles, dice: Dice) => dice.pick([...files.keys()]);

/** A file's bytes before a place, and from it on. */
function cut(bytes: Buffer, dice: Dice): readonly [Buffer, Buffer] {
  const at = dice.below(bytes.length + 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

/** Changes one file's bytes. */
const bytesOf =
  (
    change: (bytes: Buffer, dice: Dice) => Buffer,
    choose: (files: BundleFiles, dice: Dice) => string = anyPath,
  ): Change =>
  (files, dice) => {
    const path = choose(files, dice);
    // An earlier change may have taken it away.
    files.set(path, change(Buffer.from(files.get(path) ?? []), dice));
  };

function flip(bytes: Buffer, dice: Dice): Buffer {
  if (bytes.length > 0) bytes[dice.below(bytes.length)]! ^= 1 << dice.below(8);
  return bytes;
}

const linesOf = (change: (lines: string[], dice: Dice) => void) => (bytes: Buffer, dice: Dice) => {
  const lines = bytes.toString("latin1").split("\n");
  change(lines, dice);
  return Buffer.from(lines.join("\n"), "latin1");
};

const lineChanges = {
  delete: linesOf((lines, dice) => void lines.splice(dice.below(lines.length), 1)),
  duplicate: linesOf((lines, dice) => {
    const at = dice.below(lines.length);
    lines.splice(at, 0, lines[at]!);
  }),
  swap: linesOf((lines, dice) => {
    const [a, b] = [dice.below(lines.length), dice.below(lines.length)];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
  }),
};

/** Another value of any kind, more often one that could pass for the old. */
function another(value: unknown, dice: Dice): unknown {
  if (typeof value === "number") return dice.pick([value + 1, value - 1, 0, -value, 2 ** 53, 1e9]);
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return dice.pick([null, 7, "x", [], {}]);
  const at = dice.below(value.length + 1);
  return dice.pick([
    `${value.slice(0, at)}A${value.slice(at + 1)}`,
    value.slice(0, at) + value.slice(at + 1),
    `${value}x`,
    "passing",
    "",
    7,
    null,
  ]);
}

/** Changes one value, somewhere in a document. */
function mutate(value: unknown, dice: Dice): unknown {
  if (typeof value !== "object" || value === null || dice.below(8) === 0) return another(value, dice);
  if (Array.isArray(value)) {
    const list = [...value] as unknown[];
    const at = dice.below(list.length);
    const kind = dice.below(6);
    if (list.length === 0 || kind === 0) list.push(dice.pick(["XC-01", 7, null]));
    else if (kind === 1) list.splice(at, 1);
    else if (kind === 2) list.splice(at, 0, list[at]);
    else list[at] = mutate(list[at], dice);
    return list;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return { added: 1 };
  const [name, old] = dice.pick(entries);
  const rest = Object.fromEntries(entries.filter(([other]) => other !== name));
  const kind = dice.below(8);
  if (kind === 0) return rest;
  if (kind === 1) return { ...value, [`${name}2`]: old };
  return { ...value, [name]: mutate(old, dice) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const field = (bytes: Buffer, dice: Dice): Buffer => {
  const text = bytes.toString();
  const changed = mutate(parsed(text), dice);
  return Buffer.from(text.includes("\n  ") ? `${JSON.stringify(changed, null, 2)}\n` : spelled(changed));
};

function spelled(value: unknown): string {
  try {
    return canonicalJson(value as never);
  } catch {
    return JSON.stringify(value);
  }
}

const lineField = (bytes: Buffer, dice: Dice): Buffer => {
  const lines = bytes.toString().split("\n");
  const at = dice.below(Math.max(1, lines.length - 1));
  lines[at] = spelled(mutate(parsed(lines[at]!), dice));
  return Buffer.from(lines.join("\n"));
};

const hashes = (change: (list: Buffer[], dice: Dice) => void) => (bytes: Buffer, dice: Dice) => {
  const list = Array.from({ length: Math.floor(bytes.length / LEAF) }, (_, n) =>
    bytes.subarray(n * LEAF, (n + 1) * LEAF),
  );
  if (list.length > 1) change(list, dice);
  return Buffer.concat(list);
};

const leafChanges = {
  "a leaf changed": hashes((list, dice) => {
    const at = dice.below(list.length);
    list[at] = flip(Buffer.from(list[at]!), dice);
  }),
  "a leaf left out": hashes((list, dice) => void list.splice(dice.below(list.length), 1)),
  "a leaf twice": hashes((list, dice) => void list.splice(dice.below(list.length), 0, list[0]!)),
  "leaves cut off": hashes((list, dice) => void list.splice(dice.below(list.length))),
  "leaves added": hashes((list, dice) => void list.push(Buffer.alloc(LEAF, dice.below(256)))),
  "leaves swapped": hashes((list, dice) => {
    const at = dice.below(list.length - 1);
    [list[at], list[at + 1]] = [list[at + 1]!, list[at]!];
  }),
} as const;

const at = (path: string) => (files: BundleFiles) => (files.has(path) ? path : [...files.keys()][0]!);
const LEAVES = at("ledger/leaves.bin");
const PROOFS = at("ledger/proofs.jsonl");
const artifactPath = (files: BundleFiles, dice: Dice) =>
  dice.pick([...files.keys()].filter((path) => path.startsWith("artifacts/")).concat("evidence.csv"));
const jsonPath = (_: BundleFiles, dice: Dice) => dice.pick(["evidence.json", "controls.json", "manifest.json"]);
const jsonAt = (files: BundleFiles, dice: Dice) => at(jsonPath(files, dice))(files);

const leaves = Object.entries(leafChanges).map(([name, change]) => [name, bytesOf(change, LEAVES)] as const);

/** The head of a note's signed text, changed line by line. */
const notes = ["ledger/checkpoint", "manifest.sig", "ledger/key.vkey"];

/** What anybody can do. */
export const formChanges: readonly (readonly [name: string, change: Change])[] = [
  ["a bit", bytesOf(flip)],
  [
    "bytes put in",
    bytesOf((bytes, dice) => Buffer.concat([cut(bytes, dice)[0], Buffer.from("x"), cut(bytes, dice)[1]])),
  ],
  ["bytes cut out", bytesOf((bytes, dice) => Buffer.concat([cut(bytes, dice)[0], cut(bytes, dice)[1].subarray(1)]))],
  ["a file emptied", bytesOf(() => Buffer.alloc(0))],
  ["a file made endless", bytesOf((bytes) => Buffer.concat([bytes, Buffer.alloc(300_000, "[")]))],
  ["a file taken away", (files, dice) => void files.delete(anyPath(files, dice))],
  [
    "a file added",
    (files, dice) =>
      void files.set(dice.pick(["extra.txt", "artifacts/EX-000009-x", "../x", "C:\\x"]), Buffer.from("x")),
  ],
  [
    "a file renamed",
    (files, dice) => {
      const path = anyPath(files, dice);
      const bytes = files.get(path)!;
      files.delete(path);
      files.set(dice.pick([`${path}2`, path.toUpperCase(), `ledger/${path}`, `./${path}`]), bytes);
    },
  ],
  ["a file twice", (files, dice) => void files.set(`${anyPath(files, dice)}.copy`, files.get(anyPath(files, dice))!)],
  [
    "two files swapped",
    (files, dice) => {
      const [a, b] = [anyPath(files, dice), anyPath(files, dice)];
      const [bytesA, bytesB] = [files.get(a)!, files.get(b)!];
      files.set(a, bytesB).set(b, bytesA);
    },
  ],
  [
    "a file of the forger's",
    (files, dice, theirs) => {
      const path = anyPath(theirs, dice);
      files.set(path, theirs.get(path)!);
    },
  ],
  ["a line deleted", bytesOf(lineChanges.delete)],
  ["a line twice", bytesOf(lineChanges.duplicate)],
  ["lines swapped", bytesOf(lineChanges.swap)],
  ["a line of a note", bytesOf(lineChanges.delete, (files, dice) => at(dice.pick(notes))(files))],
  ["a note's bit", bytesOf(flip, (files, dice) => at(dice.pick(notes))(files))],
  [
    "a checkpoint of another size",
    bytesOf(
      linesOf((lines, dice) => (lines[1] = String(dice.below(12)))),
      at("ledger/checkpoint"),
    ),
  ],
  ["a JSON field", bytesOf(field, jsonAt)],
  ["a field of a proof", bytesOf(lineField, PROOFS)],
  ["proofs' lines swapped", bytesOf(lineChanges.swap, PROOFS)],
  ["an artifact", bytesOf((bytes) => Buffer.concat([bytes, Buffer.from("!")]), artifactPath)],
  ...leaves,
];

const evidenceValue = bytesOf((bytes, dice) => {
  const rows = JSON.parse(bytes.toString()) as Record<string, unknown>[];
  const row = rows.length > 0 ? dice.pick(rows) : {};
  const name = dice.pick([
    "name",
    "fileName",
    "collectedAt",
    "sha256",
    "size",
    "ledgerIndex",
    "id",
    "controls",
    "exhibit",
  ]);
  row[name] =
    name === "controls" ? ["backups"] : typeof row[name] === "number" ? Number(row[name]) + 1 : `${String(row[name])}0`;
  return Buffer.from(`${JSON.stringify(rows, null, 2)}\n`);
}, at("evidence.json"));

const rowLeftOut = bytesOf((bytes, dice) => {
  const rows = JSON.parse(bytes.toString()) as unknown[];
  if (rows.length > 1) rows.splice(dice.below(rows.length), 1);
  return Buffer.from(`${JSON.stringify(rows, null, 2)}\n`);
}, at("evidence.json"));

/** What the ledger finds out although the issuer's own key seals it. */
export const insiderChanges: readonly (readonly [name: string, change: Change])[] = [
  [
    "an artifact",
    bytesOf(
      (bytes) => Buffer.concat([bytes, Buffer.from("!")]),
      (files, dice) => dice.pick([...files.keys()].filter((path) => path.startsWith("artifacts/"))),
    ),
  ],
  ["what a row of evidence says", evidenceValue],
  ["a row of evidence left out", rowLeftOut],
  ["a field of a proof", bytesOf(lineField, PROOFS)],
  [
    "a proof left out",
    bytesOf(
      linesOf((lines) => void lines.shift()),
      PROOFS,
    ),
  ],
  [
    "a proof twice",
    bytesOf(
      linesOf((lines) => void lines.unshift(lines[0]!)),
      PROOFS,
    ),
  ],
  [
    "the forger's checkpoint",
    (files, _, theirs) => void files.set("ledger/checkpoint", theirs.get("ledger/checkpoint")!),
  ],
  ["the forger's key", (files, _, theirs) => void files.set("ledger/key.vkey", theirs.get("ledger/key.vkey")!)],
  ...leaves,
];
