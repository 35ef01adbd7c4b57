import { foreignZip } from "./foreign-zip.ts";
import type { Dice } from "./forged-files.ts";
import { zipOf } from "./sample-bundle.ts";
import type { SampleBundle } from "./sample-bundle.ts";

// Archives that show a genuine bundle to one reader and something else to another, or hide bytes beside it.

type Entry = readonly [path: string, bytes: Buffer];
type Production = (about: {
  readonly dice: Dice;
  readonly entries: readonly Entry[];
  readonly forged: readonly Entry[];
  readonly issued: Buffer;
}) => Buffer | Promise<Buffer>;

const on = (wanted: string, change: (header: Buffer) => void) => (header: Buffer, path: string) =>
  path === wanted ? change(header) : undefined;

const anyOf = (entries: readonly Entry[], dice: Dice) => dice.pick(entries)[0];

const productions: Readonly<Record<string, Production>> = {
  "a bit of the archive as issued": ({ issued, dice }) => {
    const bytes = Buffer.from(issued);
    bytes[dice.below(bytes.length)]! ^= 1 << dice.below(8);
    return bytes;
  },
  "cut short": ({ issued, dice }) => issued.subarray(0, dice.below(issued.length)),
  "begun late": ({ issued, dice }) => issued.subarray(1 + dice.below(issued.length - 1)),
  "a piece left out": ({ issued, dice }) => {
    const at = dice.below(issued.length - 1);
    return Buffer.concat([issued.subarray(0, at), issued.subarray(at + 1 + dice.below(issued.length - at - 1))]);
  },
  "a piece twice": ({ issued, dice }) => {
    const at = dice.below(issued.length);
    return Buffer.concat([issued.subarray(0, at), issued.subarray(at - dice.below(at + 1))]);
  },
  "behind a forged one": async ({ forged, issued }) => Buffer.concat([await zipOf(forged), issued]),
  "before a forged one": async ({ forged, issued }) => Buffer.concat([issued, await zipOf(forged)]),
  "before a foreign forged one": ({ forged, issued }) => Buffer.concat([issued, foreignZip(forged)]),
  "a forged one as its comment": ({ entries, forged }) =>
    foreignZip(entries, { comment: foreignZip(forged.slice(0, 3)).toString("latin1") }),
  "a forged one between files and directory": ({ entries, forged }) => foreignZip(entries, { gap: foreignZip(forged) }),
  "a program before it": ({ entries }) => foreignZip(entries, { prefix: Buffer.from("#!/bin/sh\nexit\n") }),
  "a forged file before the genuine of its name": ({ entries, forged, dice }) =>
    foreignZip([dice.pick(forged), ...entries], { deflate: dice.below(2) === 0 }),
  "a forged file after the genuine of its name": ({ entries, forged, dice }) =>
    foreignZip([...entries, dice.pick(forged)], { deflate: dice.below(2) === 0 }),
  "a name that differs in case": ({ entries, dice }) => {
    const path = anyOf(entries, dice);
    return foreignZip([
      ...entries,
      [path === path.toUpperCase() ? path.toLowerCase() : path.toUpperCase(), Buffer.from("x")],
    ]);
  },
  "an unsafe name": ({ entries, dice }) =>
    foreignZip([
      ...entries,
      [dice.pick(["../x", "/etc/x", "a\\b", "a//b", "a/./b", "\u202ex", ".x"]), Buffer.from("x")],
    ]),
  "a field that renames": ({ entries }) => foreignZip(entries, { extra: Buffer.from("757005000100000000", "hex") }),
  "a size of its own in the directory": ({ entries, dice }) =>
    foreignZip(entries, {
      record: on(anyOf(entries, dice), (header) => header.writeUInt32LE(1 + dice.below(9_999_999), 24)),
    }),
  "a size of its own before the file": ({ entries, dice }) =>
    foreignZip(entries, {
      local: on(anyOf(entries, dice), (header) => header.writeUInt32LE(1 + dice.below(9_999_999), 22)),
    }),
  "an offset into another file": ({ entries, dice }) =>
    foreignZip(entries, { record: on(entries.at(-1)![0], (header) => header.writeUInt32LE(dice.below(2_000), 42)) }),
  "a link": ({ entries, dice }) =>
    foreignZip(entries, { record: on(anyOf(entries, dice), (header) => header.writeUInt32LE(0xa1ff0000, 38)) }),
  "a password": ({ entries, dice }) =>
    foreignZip(entries, { record: on(anyOf(entries, dice), (header) => header.writeUInt16LE(1, 8)) }),
  "stored bytes that are said to be deflated": ({ entries, dice }) => {
    const path = anyOf(
      entries.filter(([, bytes]) => bytes.length > 0),
      dice,
    );
    const say = (field: number) => on(path, (header) => header.writeUInt16LE(8, field));
    return foreignZip(entries, { local: say(8), record: say(10) });
  },
  "deflated bytes that are said to be stored": ({ entries, dice }) => {
    const path = anyOf(
      entries.filter(([, bytes]) => bytes.length > 0),
      dice,
    );
    const say = (field: number) => on(path, (header) => header.writeUInt16LE(0, field));
    return foreignZip(entries, { deflate: true, local: say(8), record: say(10) });
  },
  "a bomb": ({ entries }) => foreignZip([...entries, ["extra.bin", Buffer.alloc(20_000_000)]], { deflate: true }),
  "outside of its folder": ({ entries, forged, dice }) =>
    foreignZip([...entries.map(([path, bytes]) => [`a folder/${path}`, bytes] as const), dice.pick(forged)]),
  "in two folders": ({ entries, forged }) =>
    foreignZip([
      ...forged.map(([path, bytes]) => [`a/${path}`, bytes] as const),
      ...entries.map(([path, bytes]) => [`b/${path}`, bytes] as const),
    ]),
  "what a Mac would not add": ({ entries, dice }) =>
    foreignZip([
      ...entries,
      [dice.pick(["__MACOSX/report.pdf", "__MACOSX.txt", "DS_Store", "Thumbs.db/x"]), Buffer.from("x")],
    ]),
};

/** An archive of the genuine files, or of some of them, that is not what was issued. */
export async function smuggled(
  dice: Dice,
  genuine: SampleBundle,
  forger: SampleBundle,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [name, produce] = dice.pick(Object.entries(productions));
  const forged = [...forger.files].filter(([path, bytes]) => !genuine.files.get(path)?.equals(bytes));
  const entries = [...genuine.files];
  return { name, bytes: await produce({ dice, entries, forged, issued: await zipOf(genuine.files) }) };
}
