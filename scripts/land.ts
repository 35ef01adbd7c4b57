// Writes the map of the storage locations. Run by hand.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { geoNaturalEarth1 } from "d3-geo";
import { root } from "./program.ts";
import { landOf, ruledLand } from "./ruled-land.ts";

const WIDTH = 760;
const HEIGHT = 356;
const STEP = 4;

/** Numbers of ISO 3166-1. */
const UNITED_STATES = new Set(["840"]);
const EUROPEAN_UNION = new Set(
  "040 056 100 191 196 203 208 233 246 250 276 300 348 372 380 428 440 442 470 528 616 620 642 703 705 724 752".split(
    " ",
  ),
);

const projection = geoNaturalEarth1();
projection.fitExtent(
  [
    [14, 14],
    [WIDTH - 14, HEIGHT - 14],
  ],
  landOf(),
);

const rules = (ids: (id: string) => boolean, kept?: (x: number) => boolean) =>
  ruledLand(projection, { height: HEIGHT, step: STEP }, ids, kept);

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
