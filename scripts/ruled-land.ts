// Land as horizontal rules: what the maps are drawn of, so that a page draws short paths and no map data is shipped.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoPath } from "d3-geo";
import type { GeoProjection } from "d3-geo";
import { merge } from "topojson-client";

type Shapes = Extract<Parameters<typeof merge>[1], readonly unknown[]>;
type Atlas = Parameters<typeof merge>[0] & {
  readonly objects: { readonly countries: { readonly geometries: Shapes } };
};

const ANTARCTICA = "010";

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve("world-atlas/countries-110m.json"), "utf8")) as Atlas;
const countries = atlas.objects.countries.geometries.filter((geometry) => String(geometry.id) !== ANTARCTICA);

/** The land of the countries whose number of ISO 3166-1 is asked for; of all, but Antarctica. */
export function landOf(ids: (id: string) => boolean = () => true): ReturnType<typeof merge> {
  return merge(
    atlas,
    countries.filter((country) => ids(String(country.id))),
  );
}

type Ring = [number, number][];

/** The outlines of a shape as they lie on the page. */
function outlines(projection: GeoProjection, shape: ReturnType<typeof merge>): Ring[] {
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
  return found.sort((a, b) => a - b);
}

/**
 * The land of some countries as a path of horizontal rules, `step` apart down to `height`. `kept` tells parts of a country
 * apart by where they begin: what belongs to it overseas can be drawn like the rest.
 */
export function ruledLand(
  projection: GeoProjection,
  { height, step }: { readonly height: number; readonly step: number },
  ids: (id: string) => boolean,
  kept: (x: number) => boolean = () => true,
): string {
  const rings = outlines(projection, landOf(ids)).filter((ring) => kept(ring[0]![0]));
  let path = "";
  for (let y = step / 2; y < height; y += step) {
    const xs = crossings(rings, y);
    for (let index = 0; index + 1 < xs.length; index += 2) {
      const [from, to] = [xs[index]!, xs[index + 1]!].map(Math.round) as [number, number];
      if (to > from) path += `M${from} ${y}h${to - from}`;
    }
  }
  return path;
}
