import path from "node:path";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { axeOn } from "./axe.ts";
import { everyCase, turnOf } from "./every-case.ts";

interface Sights {
  readonly widths?: readonly number[];
  readonly themes?: readonly ("light" | "dark")[];
}

/**
 * Looks at a page on a phone or on a wide screen, on the next day on the other, and where every case is tried on both: nothing to
 * scroll sideways for, and nothing for axe to find in one of the four ways of width and theme; which one changes from name to
 * name, so that what all pages share is seen in all four. Axe is asked of a third of the names each day. With SCREENSHOTS set to a folder, axe looks in
 * every way, and the pictures are kept there, for people. Leaves the page as wide as the last width.
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
  const letters = Buffer.from(name).reduce((sum, letter) => sum + letter, 0);
  const seen = pictures === undefined ? turnOf(widths, widths.length, name.length) : widths;
  const isAsked = turnOf([name], 3, letters).length > 0;
  for (const [at, width] of widths.entries()) {
    if (!seen.includes(width)) continue;
    for (const [theme, colorScheme] of themes.entries()) {
      if (pictures === undefined && theme !== turn % themes.length) continue;
      await page.setViewportSize(sizeOf(width));
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // The page hears of the theme a moment later, and is half in the one and half in the other until then.
      await page.waitForFunction(
        (dark) =>
          document.documentElement.classList.contains("dark") === dark &&
          document.getAnimations().every((animation) => animation.playState !== "running"),
        colorScheme === "dark",
      );
      // Of two widths one has its turn; of the one that is seen alone it is asked there.
      const isTurn = everyCase ? turn === at * themes.length + theme : isAsked;
      if (pictures !== undefined || isTurn) {
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
  await page.setViewportSize(sizeOf(widths.at(-1)!));
}

/** A phone, or a screen. */
const sizeOf = (width: number) => ({ width, height: width === 390 ? 844 : 900 });

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
