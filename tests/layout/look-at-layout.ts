import { chromium } from "@playwright/test";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { findChrome } from "../../scripts/chrome.ts";
import { axeOn } from "../support/axe.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";
import { openBusyCompany } from "./busy-company.ts";
import type { BusyCompany } from "./busy-company.ts";
import { findFaults } from "./faults.ts";
import { missedByKeyboard } from "./keyboard.ts";
import { addressesOf } from "./screens.ts";

/** A browser that is signed in to the busy company. */
export interface LayoutLook {
  readonly company: BusyCompany;
  readonly addresses: readonly string[];
  /** What is wrong with a page at each width; empty where nothing is. */
  faultsOf(address: string, widths: readonly number[]): Promise<string[]>;
  /** What axe finds on the page that is open: with a theme everything, without one names, roles and order, for which it needs less. */
  barriersOf(address: string, theme?: "light" | "dark"): Promise<string[]>;
  /** What of the page that is open the Tab key alone does not reach, or reaches without showing it; empty where nothing is. */
  missedByKeyboard(address: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts the server with the demo, fills a visit's company, and opens a browser in it. */
export async function openLayoutLook(): Promise<LayoutLook> {
  const running = await runApp({ demo: { visits: 2 } });
  const company = await openBusyCompany(running);
  const browser = await chromium.launch(await findChrome());
  const context = await signedIn(browser, running, company);
  const page = await context.newPage();
  return {
    company,
    addresses: addressesOf({ ...company.ids, slug: company.slug }),
    faultsOf: (address, widths) => faultsOf(page, running.url, address, widths),
    barriersOf: (address, theme) => barriersOf(page, address, theme),
    missedByKeyboard: (address) => missedByKeyboard(page, address),
    close: async () => {
      await browser.close();
      await running.close();
    },
  };
}

async function signedIn(browser: Browser, running: RunningApp, { visitor }: BusyCompany): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": visitor.address },
  });
  const [name, value] = visitor.cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: running.url }]);
  return context;
}

async function faultsOf(page: Page, origin: string, address: string, widths: readonly number[]): Promise<string[]> {
  // The page of before need not be laid out once more: one with thousands of letters that no font has takes seconds for it.
  await page.goto("about:blank");
  await page.setViewportSize({ width: widths[0]!, height: 900 });
  await page.goto(origin + address);
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    const found = await page.evaluate(findFaults);
    faults.push(...found.map((fault) => `${address} at ${width}: ${fault}`));
    const pictures = process.env["SCREENSHOTS"];
    if (pictures !== undefined) {
      const name = address.replaceAll(/[^a-z0-9=-]+/gi, "_").slice(0, 80);
      await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
    }
  }
  return faults;
}

async function barriersOf(page: Page, address: string, theme?: "light" | "dark"): Promise<string[]> {
  if (theme) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    // The page hears of the theme a moment later.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
    await settled(page);
  }
  const { violations } = await axeOn(page, { without: theme ? [] : ["color-contrast"] });
  return violations.map(({ id, nodes }) => `${address} ${theme ?? ""}: ${id}: ${nodes[0]}`);
}

/** Nothing is on its way any more, and what came was drawn. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], .skeleton") === null);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}
