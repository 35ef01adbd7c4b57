import path from "node:path";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { axeOn } from "./axe.ts";

interface Sights {
  readonly widths?: readonly number[];
  readonly themes?: readonly ("light" | "dark")[];
}

/**
 * Looks at a page on a phone and on a wide screen: nothing to scroll sideways for at either width, and nothing for axe to find
 * in one of the four ways of width and theme; which one changes from name to name, so that what all pages share is seen in
 * all four. With SCREENSHOTS set to a folder, axe looks in every way, and the pictures are kept there, for people.
 */
export async function look(
  page: Page,
  name: string,
  { widths = [390, 1440], themes = ["light", "dark"] }: Sights = {},
): Promise<void> {
  // What the server sends is there at once, the page somewhat later.
  await page.waitForFunction(() => document.querySelector(".opening") === null);
  const pictures = process.env["SCREENSHOTS"];
  const turn = name.length % (widths.length * themes.length);
  for (const [at, width] of widths.entries()) {
    for (const [theme, colorScheme] of themes.entries()) {
      if (pictures === undefined && theme !== turn % themes.length) continue;
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // The page hears of the theme a moment later, and is half in the one and half in the other until then.
      await page.waitForFunction(
        (dark) =>
          document.documentElement.classList.contains("dark") === dark &&
          document.getAnimations().every((animation) => animation.playState !== "running"),
        colorScheme === "dark",
      );
      if (pictures !== undefined || turn === at * themes.length + theme) {
        const { violations } = await axeOn(page);
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]}`);
        expect(found, `axe on ${name} at ${width} px, ${colorScheme}`).toEqual([]);
      }
      const beyond = () => page.evaluate(() => document.body.scrollWidth - document.documentElement.clientWidth);
      // A table that measures its window does so a frame after the window has changed.
      await expect.poll(beyond, `sideways scroll of ${name} at ${width} px`).toBeLessThanOrEqual(0);
      expect(await page.evaluate(squeezed), `texts of ${name} at ${width} px that have no room`).toEqual([]);
      if (pictures !== undefined) await picture(page, path.join(pictures, `${name}-${width}-${colorScheme}.png`));
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Texts of several words that stand in a column in which hardly one of them finds room. */
function squeezed(): string[] {
  return [...document.querySelectorAll("p, h1, h2, h3, h4, li, dd, td, label, span")].flatMap((element) => {
    const own = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : []));
    const text = own.join("").trim();
    const { width, height } = element.getBoundingClientRect();
    const isSeen = width > 4 && height > 4 && element.checkVisibility({ visibilityProperty: true });
    return isSeen && text.length > 30 && text.includes(" ") && width < 72 && height > 120 ? [text.slice(0, 60)] : [];
  });
}

/** The whole page, taken from its top: the head of a table that follows the scrolling would lie on its rows elsewhere. */
async function picture(page: Page, file: string): Promise<void> {
  const scroll = (top: number) => page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
  const before = await page.evaluate(() => scrollY);
  await scroll(0);
  await page.screenshot({ path: file, fullPage: true });
  await scroll(before);
}
