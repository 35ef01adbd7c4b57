// Writes the map of the storage locations: land as horizontal rules, so that a page draws three short paths and no map
// data is shipped. Run by hand.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { merge } from "topojson-client";
import { root } from "./program.ts";

const WIDTH = 760;
const HEIGHT = 356;
const STEP = 4;
type Shapes = Extract<Parameters<typeof merge>[1], readonly unknown[]>;
type Atlas = Parameters<typeof merge>[0] & {
  readonly objects: { readonly countries: { readonly geometries: Shapes } };
};

/** Numbers of ISO 3166-1. */
const UNITED_STATES = new Set(["840"]);
const EUROPEAN_UNION = new Set(
  "040 056 100 191 196 203 208 233 246 250 276 300 348 372 380 428 440 442 470 528 616 620 642 703 705 724 752".split(
    " ",
  ),
);
const ANTARCTICA = "010";

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve("world-atlas/countries-110m.json"), "utf8")) as Atlas;
const countries = atlas.objects.countries.geometries.filter((one) => String(one.id) !== ANTARCTICA);

const projection = geoNaturalEarth1();
projection.fitExtent(
  [
    [14, 14],
    [WIDTH - 14, HEIGHT - 14],
  ],
  merge(atlas, countries),
);

type Ring = [number, number][];

/** The outlines of a shape as they lie on the page. */
function outlines(shape: ReturnType<typeof merge>): Ring[] {
  const rings: Ring[] = [];
  geoPath(projection, {
    beginPath: () => {},
    moveTo: (x, y) => void rings.push([[x, y]]),
    lineTo: (x, y) => void rings.at(-1)!.push([x, y]),
    arc: () => {},
    closePath: () => {},
  })(shape);
  return rings;
}

/** Where a line at this height enters and leaves a shape, from left to right. */
function crossings(rings: readonly Ring[], y: number): number[] {
  const found: number[] = [];
  for (const ring of rings) {
    for (const [index, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(index + 1) % ring.length]!;
      if (y1 <= y === y2 <= y) continue;
      found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return found.sort((one, other) => one - other);
}

/** `kept` tells parts of a country apart by where they lie: what belongs to it overseas is drawn like the rest. */
function rules(ids: (id: string) => boolean, kept: (x: number) => boolean = () => true): string {
  const shape = merge(
    atlas,
    countries.filter((one) => ids(String(one.id))),
  );
  const rings = outlines(shape).filter((ring) => kept(ring[0]![0]));
  let path = "";
  for (let y = STEP / 2; y < HEIGHT; y += STEP) {
    const xs = crossings(rings, y);
    for (let index = 0; index + 1 < xs.length; index += 2) {
      const [from, to] = [xs[index]!, xs[index + 1]!].map(Math.round) as [number, number];
      if (to > from) path += `M${from} ${y}h${to - from}`;
    }
  }
  return path;
}

/** Where a place lies, by longitude and latitude. */
function at(...place: [number, number]): readonly number[] {
  return projection(place)!.map(Math.round);
}

const [westOfEurope] = projection([-30, 50])!;
const inEurope = (x: number) => x > westOfEurope;

const land = {
  us: rules((id) => UNITED_STATES.has(id)),
  eu: rules((id) => EUROPEAN_UNION.has(id), inEurope),
  elsewhere:
    rules((id) => !UNITED_STATES.has(id) && !EUROPEAN_UNION.has(id)) +
    rules(
      (id) => EUROPEAN_UNION.has(id),
      (x) => !inEurope(x),
    ),
};

const spots = { us: at(-79, 37), eu: at(4.9, 52.4) };

writeFileSync(
  join(root, "src/web/workspace/evidence/land.gen.ts"),
  `// Written by scripts/land.ts.

/** The data centers that the storage locations stand for, Virginia and the Netherlands. */
export const spots = ${JSON.stringify(spots)} as const;

/** The world in ${WIDTH} by ${HEIGHT} units, as paths of horizontal rules. */
export const land = ${JSON.stringify(land, null, 2)} as const;
`,
);
