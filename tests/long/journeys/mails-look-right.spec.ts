import path from "node:path";
import { expect, test } from "@playwright/test";
import { axeOn } from "../../support/axe.ts";
import { hostileWords, plainWords, SAMPLE_APP_URL, sampleMails } from "../../support/sample-mails.ts";

/** A folder to look at: set it, and every mail is left there as a picture. */
const pictures = process.env.MAIL_PICTURES;

// The width decides what fits, the theme what can be read. Where the worst words fit on a phone, they fit on a wide screen.
const readers = [
  { width: 600, colorScheme: "light", words: "plain" },
  { width: 320, colorScheme: "dark", words: "hostile" },
] as const;

const mails = Object.entries(sampleMails).flatMap(([name, samples]) =>
  samples.flatMap((sample, index) =>
    Object.entries({ plain: plainWords, hostile: hostileWords }).map(([kind, words]) => ({
      name: `${name}-${index + 1}-${kind}`,
      kind,
      link: sample.link,
      html: sample.write(words).html,
    })),
  ),
);

// What a trace would keep of fifty pages is more than what it would tell.
test.use({ trace: "off" });

for (const { width, colorScheme, words } of readers) {
  test.describe(`${width} pixels, ${colorScheme}, ${words} words`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme });
    // One page for all of them: a browser's context of its own for each takes ten times as long.
    test("every mail fits, fetches nothing, passes axe, and its link can be followed", async ({ page }) => {
      const asked: string[] = [];
      await page.route("**/*", async (route) => {
        asked.push(route.request().url());
        await route.fulfill({ contentType: "text/html", body: "<title>There</title>" });
      });
      for (const { name, html, link } of mails.filter(({ kind }) => kind === words)) {
        asked.splice(0);
        await page.setContent(html);
        const clipped = await page
          .locator(".matter")
          .evaluateAll((all) => all.filter((item) => item.scrollWidth > item.clientWidth + 1).length);
        expect.soft(clipped, `${name} has something wider than its column`).toBe(0);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(width);
        // A mail is a part of its reader's page, which brings the landmarks.
        const { violations, passes } = await axeOn(page, { without: ["region", "landmark-one-main"] });
        const found = violations.map(({ id, nodes }) => [id, ...nodes]);
        expect.soft(found, name).toEqual([]);
        expect.soft(passes.includes("color-contrast"), `${name} has no text to judge`).toBe(true);
        expect.soft(asked, `${name} fetches something`).toEqual([]);
        if (pictures)
          await page.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        if (link === undefined) continue;
        // It can be pressed, and leads there: to go there and come back would bring axe in anew for each mail.
        const first = page.getByRole("link").first();
        await first.click({ trial: true });
        expect(await first.evaluate((item) => (item as HTMLAnchorElement).href), name).toBe(SAMPLE_APP_URL + link);
      }
    });
  });
}
