// Photographs the product from the demo: for the README docs/pictures/*-{light,dark}.webp, and for the landing page
// src/web/marketing/landing/pictures/*-{light,dark}.webp. Run it when a screen changed much, look at what it made, and commit it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { ServerProcess } from "#tests/support/server-process.ts";
import { findChrome } from "./chrome.ts";
import { root } from "./program.ts";

const SIZE = { width: 1280, height: 800 };
/** The landing page shows the screen without what stands around it, in this many CSS pixels, by a half more for fine displays. */
const CUT = { width: 800, height: 500 };
const DENSITY = 1.5;

interface Screen {
  readonly name: string;
  /** How to come to the screen from home. */
  readonly open: (page: Page) => Promise<void>;
}

const home: Screen = { name: "home", open: async (page) => void (await page.goto("/dashboard")) };
const project: Screen = {
  name: "project",
  open: async (page) => {
    await page.goto("/dashboard/projects");
    await page.locator("main a[href^='/dashboard/projects/']").first().click();
    await page.getByRole("table", { name: "Controls" }).waitFor();
  },
};
const evidence: Screen = {
  name: "evidence",
  open: async (page) => {
    await page.goto("/dashboard/evidence");
    await page.getByRole("table", { name: "Evidence" }).waitFor();
  },
};
const integrations: Screen = {
  name: "integrations",
  open: async (page) => {
    await page.goto("/dashboard/integrations");
    await page.getByRole("heading", { name: "GitHub" }).waitFor();
  },
};

const sets = [
  { folder: "docs/pictures", screens: [home, project, evidence], viewport: SIZE, density: 1 },
  {
    folder: "src/web/marketing/landing/pictures",
    screens: [integrations, evidence, home],
    // The sidebar and the bar stand around what is shown.
    viewport: { width: CUT.width + 256, height: CUT.height + 160 },
    density: DENSITY,
    cut: CUT,
  },
];

async function enterDemo(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: "Use demo account" }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=email]")?.value.includes("@"));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor({ timeout: 120_000 });
}

/** Chromium writes WebP, a fifth of the PNG. */
async function webp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const url = await page.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
        canvas.getContext("2d")!.drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", 0.9);
      },
      `data:image/png;base64,${png.toString("base64")}`,
    );
    return Buffer.from(url.split(",", 2)[1]!, "base64");
  } finally {
    await page.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), "exhibit-pictures-"));
const server = await ServerProcess.on(join(folder, "data"), { DEMO: "on" });
await server.start();
const browser = await chromium.launch(await findChrome());
try {
  for (const set of sets) await photograph(set);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function photograph({ folder: into, screens, viewport, density, cut }: (typeof sets)[number]): Promise<void> {
  mkdirSync(join(root, into), { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport,
      deviceScaleFactor: density,
      colorScheme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await enterDemo(page);
    await page.locator(".toasts button").first().click();
    for (const { name, open } of screens) {
      await open(page);
      await page.waitForLoadState("networkidle").catch(() => {});
      await page.waitForFunction(() => document.querySelector("[aria-busy=true], .skeleton") === null);
      const file = `${into}/${name}-${colorScheme}.webp`;
      const place = cut && (await page.getByRole("main").boundingBox());
      const png = await page.screenshot({ type: "png", ...(place && { clip: { x: place.x, y: place.y, ...cut } }) });
      writeFileSync(join(root, file), await webp(browser, png));
      console.log(file);
    }
    await context.close();
  }
}
