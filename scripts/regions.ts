// Writes the small maps of the regions that onboarding asks for. Run by hand.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { geoMercator } from "d3-geo";
import type { Region } from "#domain/organization-profile.ts";
import { root } from "./program.ts";
import { ruledLand } from "./ruled-land.ts";

const WIDTH = 200;
const HEIGHT = 136;
const STEP = 4;

interface Part {
  /** West, south, east, north: what the map shows. */
  readonly shows: readonly [number, number, number, number];
  /** Numbers of ISO 3166-1. Russia lies in two of the regions and is drawn as neither. */
  readonly countries: string;
}

const parts: Readonly<Record<Region, Part>> = {
  north_america: {
    shows: [-136, 8, -52, 60],
    countries: "124 840 484 304 320 084 340 222 558 188 591 192 332 214 388 630 044 780",
  },
  europe: {
    shows: [-12, 35, 42, 62],
    countries:
      "008 040 112 056 070 100 191 196 203 208 233 246 250 276 300 348 352 372 380 428 440 442 498 499 528 807 578 616 620 642 688 703 705 724 752 756 804 826",
  },
  asia_pacific: {
    shows: [66, -44, 180, 48],
    countries:
      "004 050 064 096 104 116 156 356 360 392 398 408 410 417 418 458 496 524 586 608 144 158 762 764 626 795 860 704 036 554 598 242 540 548 090",
  },
  south_america: { shows: [-96, -55, -22, 14], countries: "032 068 076 152 170 218 328 600 604 740 858 862 238" },
  middle_east: {
    shows: [24, 11, 66, 43],
    countries: "048 364 368 376 400 414 422 512 275 634 682 760 792 784 887",
  },
  africa: {
    shows: [-22, -35, 56, 38],
    countries:
      "012 024 204 072 854 108 120 140 148 178 180 384 262 818 226 232 748 231 266 270 288 324 624 404 426 430 434 450 454 466 478 504 508 516 562 566 646 686 694 706 710 728 729 834 768 788 800 732 894 716",
  },
};

function draw({ shows: [west, south, east, north], countries }: Part) {
  const own = new Set(countries.split(" "));
  const corners = {
    type: "MultiPoint" as const,
    coordinates: [west, east].flatMap((x) => [south, north].map((y) => [x, y])),
  };
  const projection = geoMercator()
    .rotate([-(west + east) / 2, 0])
    .fitExtent(
      [
        [0, 0],
        [WIDTH, HEIGHT],
      ],
      corners,
    )
    .clipExtent([
      [0, 0],
      [WIDTH, HEIGHT],
    ]);
  const rules = (ids: (id: string) => boolean) => ruledLand(projection, { height: HEIGHT, step: STEP }, ids);
  return { region: rules((id) => own.has(id)), elsewhere: rules((id) => !own.has(id)) };
}

const maps = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, draw(part)]));

writeFileSync(
  join(root, "src/web/workspace/onboarding/region-maps.gen.ts"),
  `// Written by scripts/regions.ts.

/** Each region among its neighbors in ${WIDTH} by ${HEIGHT} units, as paths of horizontal rules. */
export const regionMaps = ${JSON.stringify(maps, null, 2)} as const;
`,
);
