import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "./program.ts";

// Makes src/server/bundle/report/fonts: the weights and widths that report.pdf is set in, as TrueType files, which is
// what a PDF holds. Run by hand when the report needs another; the fonts' licence allows the change of format and range.

const fonts = join(root, "src/server/bundle/report/fonts");
const packaged = join(root, "node_modules/@fontsource-variable");

interface Cut {
  readonly name: string;
  readonly from: string;
  readonly axes: Readonly<Record<string, number>>;
}

const serif = (part: string, weight: number, name: string): Cut => ({
  name,
  from: `stix-two-text/files/stix-two-text-${part}-wght-normal.woff2`,
  axes: { wght: weight },
});
const archivo = (wght: number, wdth: number, name: string): Cut => ({
  name,
  from: "archivo/files/archivo-latin-wdth-normal.woff2",
  axes: { wght, wdth },
});

const cuts: readonly Cut[] = [
  serif("latin", 420, "serif"),
  serif("latin", 600, "serif-bold"),
  // For names that Latin letters do not write; these stand in for the other voices, too.
  ...["latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"].map((part) => serif(part, 420, `serif-${part}`)),
  archivo(420, 100, "work"),
  archivo(620, 100, "work-bold"),
  archivo(680, 118, "capitals"),
  {
    name: "record",
    from: "martian-mono/files/martian-mono-latin-wdth-normal.woff2",
    axes: { wght: 440, wdth: 78 },
  },
];

/** Every character of the planes' first 0x2200 that a file may hold; what it does not hold is not there to keep. */
const text = Array.from({ length: 0x2200 - 0x20 }, (_, index) => String.fromCharCode(index + 0x20)).join("");

for (const { name, from, axes } of cuts) {
  const whole = readFileSync(join(packaged, from));
  const cut = await subsetFont(whole, text, { targetFormat: "truetype", variationAxes: axes });
  writeFileSync(join(fonts, `${name}.ttf`), cut);
  console.log(`${name}: ${whole.length} to ${cut.length} bytes`);
}
for (const family of ["archivo", "martian-mono", "stix-two-text"])
  copyFileSync(join(packaged, family, "LICENSE"), join(fonts, `${family}.LICENSE.txt`));
