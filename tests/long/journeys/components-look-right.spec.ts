import type { Page } from "@playwright/test";
import { axeOn } from "../../support/axe.ts";
import { expect, test } from "../../support/end-to-end.ts";

/** WCAG 2.5.8: what is pressed is at least so high and wide, links in a sentence and lines of choices apart. */
const TARGET = 24;
/** What scrolls by itself on a phone, such as tabs, reaches to the edge of the window. */
const EDGE = 16;
const overlays = ["dialog", "wide dialog", "form dialog", "form dialog, busy", "field dialog", "drawer"];

async function open(page: Page, url: string, width: number, colorScheme: "light" | "dark"): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(`${url}/dev/design`);
  await expect(page.getByRole("heading", { name: "Components", level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== "running"));
}

async function findings(page: Page): Promise<string[]> {
  // Specimens bring landmarks and headings of their own, one beside the other as on no page of the product.
  const { violations } = await axeOn(page, { without: ["landmark-unique", "heading-order"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((html) => `${id}: ${html.slice(0, 120)}`));
}

for (const width of [390, 1440])
  for (const theme of ["light", "dark"] as const)
    test(`every component in every state, ${width} pixels, ${theme}: axe, no overflow, targets, a picture`, async ({
      page,
      server,
    }, info) => {
      const refused: string[] = [];
      page.on("console", (message) => {
        if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
      });
      await open(page, server.url, width, theme);
      expect(await findings(page)).toEqual([]);
      const beyond = await page.evaluate(
        ([most, EDGE]) =>
          [...document.querySelectorAll(".specimen-state")]
            .filter((item) => item.scrollWidth > item.clientWidth + EDGE || item.getBoundingClientRect().right > most)
            .map((item) => `${item.closest("section")?.id}: ${item.getAttribute("data-state")}`),
        [width, EDGE] as const,
      );
      expect(beyond, "specimens that are wider than their place").toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await smallTargets(page)).toEqual([]);
      await info.attach(`components-${width}-${theme}.png`, {
        body: await page.screenshot({ fullPage: true }),
        contentType: "image/png",
      });
      expect(refused).toEqual([]);
    });

async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>("button, select, input, textarea, a.button, [role=tab]"),
    ];
    return (
      targets
        // The criterion lets a line of choices be lower, for what is around it is nobody else's.
        .filter((target) => target.closest(".choice") === null)
        .filter((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width > 0 && (width < least - 0.5 || height < least - 0.5);
        })
        .map((target) => `${target.closest("section.specimen")?.id}: ${target.outerHTML.slice(0, 100)}`)
    );
  }, TARGET);
}

test("by keyboard alone: Tab reaches what can be pressed, in its order, and each shows that it is focused", async ({
  page,
  server,
}) => {
  await open(page, server.url, 1440, "light");
  // The panel takes the focus when it is mounted, as it should; the walk begins at the top.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator("body").focus();
  const reached: string[] = [];
  const unseen: string[] = [];
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press("Tab");
    const [name, shown] = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const rings = [focused, ...focused.querySelectorAll("*"), focused.parentElement!].some((part) =>
        ["", "::before", "::after"].some((pseudo) => {
          const style = getComputedStyle(part, pseudo || null);
          return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1;
        }),
      );
      return [`${focused.tagName} ${focused.textContent?.slice(0, 30)}`, rings || focused === document.body] as const;
    });
    reached.push(name);
    if (!shown) unseen.push(name);
  }
  expect(new Set(reached).size).toBeGreaterThan(20);
  expect(unseen, "focused, and not seen to be").toEqual([]);
});

test("what is shown as hovered and as focused is drawn as the rules say, not as at rest", async ({ page, server }) => {
  await open(page, server.url, 1440, "light");
  const looksOf = (state: string) =>
    page.locator(`#Button [data-state="${state}"] .button`).evaluate((item) => {
      const { backgroundColor, outlineStyle, color } = getComputedStyle(item);
      return { backgroundColor, outlineStyle, color };
    });
  const atRest = await looksOf("primary");
  expect((await looksOf("primary, hover")).backgroundColor).not.toBe(atRest.backgroundColor);
  expect((await looksOf("primary, focus-visible")).outlineStyle).toBe("solid");
  expect(atRest.outlineStyle).toBe("none");
  const real = page.locator('#Button [data-state="primary"] .button');
  await real.hover();
  await expect
    .poll(() => real.evaluate((item) => getComputedStyle(item).backgroundColor))
    .toBe((await looksOf("primary, hover")).backgroundColor);
});

test("each overlay opens, is sound by axe, closes by Escape and gives the focus back", async ({ page, server }) => {
  await open(page, server.url, 390, "dark");
  for (const overlay of overlays) {
    const button = page.getByRole("button", { name: `Open ${overlay}`, exact: true });
    await button.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await findings(page), overlay).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(button).toBeFocused();
  }
  for (const toast of ["success", "error", "info", "work"])
    await page.getByRole("button", { name: `Show ${toast}` }).click();
  await expect(page.locator(".toast")).toHaveCount(4);
  expect(await findings(page)).toEqual([]);
});
