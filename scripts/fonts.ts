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

const cuts: readonly Cut[] = [
  // Running text, apart from the wide capitals of stamps and labels: what every page waits for is a third of the whole.
  {
    name: "archivo",
    from: "archivo/files/archivo-latin-wdth-normal.woff2",
    axes: { wdth: 100, wght: { min: 400, max: 800 } },
  },
  {
    name: "archivo-wide",
    from: "archivo/files/archivo-latin-wdth-normal.woff2",
    axes: { wdth: { min: 112, max: 125 }, wght: { min: 400, max: 800 } },
  },
  {
    name: "martian-mono",
    from: "martian-mono/files/martian-mono-latin-wdth-normal.woff2",
    axes: { wdth: { min: 75, max: 84 }, wght: { min: 400, max: 700 } },
  },
  {
    name: "stix-two-text",
    from: "stix-two-text/files/stix-two-text-latin-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** What Fontsource calls "latin": letters of Western Europe, and common punctuation. */
const latin = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
] as const;
const text = latin
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  .map((point) => String.fromCodePoint(point))
  .join("");

for (const { name, from, axes } of cuts) {
  const whole = readFileSync(join(packaged, from));
  const cut = await subsetFont(whole, text, { targetFormat: "woff2", variationAxes: axes });
  writeFileSync(join(fonts, `${name}.woff2`), cut);
  copyFileSync(join(packaged, from.split("/", 1)[0]!, "LICENSE"), join(fonts, `${name}.LICENSE.txt`));
  console.log(`${name}: ${whole.length} to ${cut.length} bytes`);
}
