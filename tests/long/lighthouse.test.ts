import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPages } from "#catalog/public-pages.ts";
import { openLighthouseLook } from "../lighthouse/lighthouse-look.ts";
import type { LighthouseLook, Scores } from "../lighthouse/lighthouse-look.ts";

/** Of these the one in the middle counts, and not the best. */
const RUNS = 5;

let look: LighthouseLook;
beforeAll(async () => void (look = await openLighthouseLook()));
afterAll(() => look.close());

const median = (values: readonly number[]) => values.toSorted((before, after) => before - after)[values.length >> 1]!;

test.each(publicPages.map((page) => page.path))(
  "%s is at 100 in all four, by the median of five runs",
  async (address) => {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push((await look.measure(address)).scores);
    console.info(`${address}: ${runs.map((scores) => Object.values(scores).join("/")).join(", ")}`);
    const of = (name: keyof Scores) => median(runs.map((scores) => scores[name]));
    expect({
      performance: of("performance"),
      accessibility: of("accessibility"),
      "best-practices": of("best-practices"),
      seo: of("seo"),
    }).toEqual({ performance: 100, accessibility: 100, "best-practices": 100, seo: 100 });
  },
  900_000,
);
