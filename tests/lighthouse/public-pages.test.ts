import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicPages, unlistedPages } from "#catalog/public-pages.ts";
import { turnOf } from "../support/every-case.ts";
import { openLighthouseLook } from "./lighthouse-look.ts";
import type { LighthouseLook } from "./lighthouse-look.ts";

const JAVASCRIPT_LIMIT = 130 * 1024;

describe("public pages, on a phone with a slow line", () => {
  let look: LighthouseLook;
  beforeAll(async () => void (look = await openLighthouseLook()));
  afterAll(() => look.close());

  /**
   * Once, for what are facts of the page. How fast it is depends on what else the machine does meanwhile: the median of five is judged
   * by tests/long/lighthouse.test.ts. What makes pages slow is held here by the limit below, and in tests/layout/layout-shift.test.ts.
   */
  // A third of the pages each day.
  test.each(
    turnOf(
      publicPages.map((page) => page.path),
      3,
    ),
  )(
    "%s is accessible, sound, and can be found",
    async (address) => {
      const { scores, lacks } = await look.measure(address);
      console.info(`${address}: ${Object.values(scores).join("/")}`);
      expect(lacks).toEqual([]);
      expect(scores).toMatchObject({ accessibility: 100, "best-practices": 100, seo: 100 });
    },
    300_000,
  );

  test.each([...publicPages, ...unlistedPages].map((page) => page.path))(
    "%s needs at most 130 kB of JavaScript, compressed",
    async (address) => {
      const html = await (await fetch(look.url + address)).text();
      const files = new Set([...html.matchAll(/"(\/[^"]+\.js)"/g)].map((match) => match[1]!));
      expect(files.size).toBeGreaterThan(0);
      let total = 0;
      for (const file of files)
        total += gzipSync(Buffer.from(await (await fetch(look.url + file)).arrayBuffer())).length;
      expect(total).toBeLessThanOrEqual(JAVASCRIPT_LIMIT);
    },
  );
});
