import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { findChrome } from "../../scripts/chrome.ts";
import { openBusyCompany } from "../layout/busy-company.ts";
import type { BusyCompany } from "../layout/busy-company.ts";
import { addressesOf } from "../layout/screens.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

// The demo as a visitor sees it. With SCREENSHOTS set to a folder every picture is kept there, for people; ROUTES names a part of the
// addresses that are looked at.
const widths = [390, 1440];
/** Past this a picture only repeats rows. */
const TALLEST = 3200;

let running: RunningApp;
let browser: Browser;
let company: BusyCompany;
beforeAll(async () => {
  running = await runApp({ demo: { visits: 1 } });
  browser = await chromium.launch(await findChrome());
  company = await openBusyCompany(running, "as the demo wrote it");
});
afterAll(async () => {
  await browser?.close();
  await running?.close();
});

test.each(["light", "dark"] as const)(
  "every route of the demo, and each register, is drawn on a phone and a desk in the %s without an error",
  async (colorScheme) => {
    const page = await signedIn(colorScheme);
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
    const routes = addressesOf({ ...company.ids, slug: company.slug });
    const each = registers.map(({ key }) => `/dashboard/program/${key}`);
    const wanted = process.env["ROUTES"] ?? "";
    for (const address of new Set([...routes, ...each]))
      if (address.includes(wanted)) await photograph(page, address, colorScheme);
    expect(errors.filter((error) => !error.includes("/nowhere"))).toEqual([]);
  },
  1_800_000,
);

async function signedIn(colorScheme: "light" | "dark"): Promise<Page> {
  const { address, cookie } = company.visitor;
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": address },
  });
  const [name, value] = cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: running.url }]);
  return await context.newPage();
}

async function photograph(page: Page, address: string, scheme: string): Promise<void> {
  await page.setViewportSize({ width: widths.at(-1)!, height: 900 });
  await page.goto(running.url + address);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.waitForFunction(() => document.querySelector("[aria-busy=true], .skeleton") === null);
    const folder = process.env["SCREENSHOTS"];
    if (folder === undefined) continue;
    const height = Math.min(TALLEST, await page.evaluate(() => document.documentElement.scrollHeight));
    const named = address.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID").replaceAll(/[^a-z0-9=-]+/gi, "_");
    await page.screenshot({
      path: `${folder}/${named}-${width}-${scheme}.png`,
      fullPage: true,
      clip: { x: 0, y: 0, width, height },
    });
  }
}
