import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "./program.ts";

// Makes src/web/design/fonts: of each variable font the part of its axes that the design uses. Run by hand when the
// design needs another width or weight; the fonts' licence allows the change of format and range.

const fonts = join(root, "src/web/design/fonts");
const packaged = join(root, "node_modules/@fontsource-variable");

interface Cut {
  readonly name: string;
  readonly from: string;
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
}

/** What the text of a page is set with. A font's small capitals, old numerals and fractions are glyphs that no page asks for. */
const features = ["calt", "ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "tnum"];

const cuts: readonly Cut[] = [
  // Running text, apart from the wide capitals of stamps and labels: what every page waits for is a third of the whole.
  {
    name: "archivo",
    from: "archivo/files/archivo-latin-wdth-normal.woff2",
    axes: { wdth: 100, wght: { min: 400, max: 700 } },
  },
  {
    name: "archivo-wide",
    from: "archivo/files/archivo-latin-wdth-normal.woff2",
    // Of all wide widths that the design asks for, one, as of the narrow ones below.
    axes: { wdth: 118, wght: { min: 400, max: 800 } },
  },
  {
    name: "martian-mono",
    from: "martian-mono/files/martian-mono-latin-wdth-normal.woff2",
    // Of all narrow widths that the design asks for, one: a second axis is half of the file again.
    axes: { wdth: 79, wght: { min: 400, max: 700 } },
  },
  {
    name: "stix-two-text",
    from: "stix-two-text/files/stix-two-text-latin-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
];

type Range = readonly [first: number, last: number];

/** What our own sentences are written in, so that a page without anybody's name loads this alone. */
const sentences: readonly Range[] = [
  [0x20, 0x3b],
  [0x3f, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xa0, 0xa0],
  [0xa7, 0xa7],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0x2000, 0x206f],
];

/** What stands in code, too: the narrow numbers are for that. */
const code: readonly Range[] = [
  [0x3c, 0x3e],
  [0x5b, 0x5e],
  [0x60, 0x60],
  [0x7b, 0x7e],
];

/** What else Fontsource calls "latin": letters of Western Europe, and less common punctuation. */
const more: readonly Range[] = [
  [0xa1, 0xa6],
  [0xa8, 0xa8],
  [0xaa, 0xb6],
  [0xb8, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
];

const textOf = (ranges: readonly Range[]) =>
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((point) => String.fromCodePoint(point))
    .join("");
/** As CSS writes them in `unicode-range`. */
const cssOf = (ranges: readonly Range[]) =>
  ranges.map(([first, last]) => `U+${first.toString(16)}${last === first ? "" : `-${last.toString(16)}`}`).join(", ");

/** The characters of each file of a font. */
const filesOf = (name: string): readonly (readonly [file: string, ranges: readonly Range[]])[] =>
  name === "martian-mono"
    ? [
        [name, [...sentences, ...code]],
        [`${name}-more`, more],
      ]
    : [
        [name, sentences],
        [`${name}-more`, [...code, ...more]],
      ];

// A browser asks for a file by these ranges: they stand beside it as they were cut.
const sheet = join(root, "src/web/design/styles/fonts.css");
let css = readFileSync(sheet, "utf8");

for (const { name, from, axes } of cuts) {
  const whole = readFileSync(join(packaged, from));
  for (const [file, ranges] of filesOf(name)) {
    const cut = await subsetFont(whole, textOf(ranges), {
      targetFormat: "woff2",
      variationAxes: axes,
      keepFeatures: features,
      noHinting: true,
    });
    writeFileSync(join(fonts, `${file}.woff2`), cut);
    console.log(`${file}: ${cut.length} of ${whole.length} bytes`);
    const range = new RegExp(`(/${file}\\.woff2"\\)[^}]*?unicode-range:)[^;]*;`);
    css = css.replace(range, (_all, before: string) => `${before} ${cssOf(ranges)};`);
  }
  const font = from.split("/", 1)[0]!;
  copyFileSync(join(packaged, font, "LICENSE"), join(fonts, `${font}.LICENSE.txt`));
}
writeFileSync(sheet, css);
