import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import type { Browser, Page, Route } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicPages, unlistedPages } from "#catalog/public-pages.ts";
import { findChrome } from "../../scripts/chrome.ts";
import { everyCase } from "../support/every-case.ts";
import { ServerProcess } from "../support/server-process.ts";

// What moves while a page arrives moves on a slow line. How slow this machine is decides nothing here: what a page asks for is
// held back until everything before it was drawn.

const addresses = [...publicPages, ...unlistedPages].map((page) => page.path);
const widths = everyCase ? [390, 1440] : [390];
const PIECES = 12;

let folder: string;
let server: ServerProcess;
let slow: Server;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-shift-"));
  server = await ServerProcess.on(path.join(folder, "data"));
  [browser] = await Promise.all([chromium.launch(await findChrome()), server.start()]);
  slow = inPieces(server.url);
  await new Promise<void>((resolve) => void slow.listen(0, "localhost", resolve));
});

afterAll(async () => {
  await browser.close();
  slow.closeAllConnections();
  slow.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Stands before a server as a slow line does: a document arrives in pieces, each once the page could draw the ones before. */
function inPieces(origin: string): Server {
  return createServer((request, response) => {
    void (async () => {
      const answer = await fetch(origin + request.url);
      const body = Buffer.from(await answer.arrayBuffer());
      for (const name of ["content-type", "content-security-policy"])
        if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name)!);
      response.writeHead(answer.status);
      const isPage = answer.headers.get("content-type")?.startsWith("text/html");
      const size = isPage ? Math.ceil(body.length / PIECES) : body.length;
      for (let from = 0; from < body.length; from += size) {
        response.write(body.subarray(from, from + size));
        // Style and fonts arrive before the second piece.
        if (isPage) await pause(from === 0 ? 400 : 60);
      }
      response.end();
    })();
  });
}

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
}

/** A page that keeps every shift of its layout. */
async function open(width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: width > 1000 ? 900 : 823 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const all: unknown[] = [];
    Object.assign(globalThis, { shifts: all });
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName.toLowerCase()}.${element.className}` : "gone";
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      }[])
        all.push({
          value: entry.value,
          what: entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
            [nameOf(node), ...[a, b].map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" "))].join(" | "),
          ),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
  return page;
}

/** What moved, once everything is there and drawn; throws when nothing was drawn at all. */
async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await page.waitForLoadState("load");
  await drawn(page);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  // An observer is told of a frame after it.
  await drawn(page);
  return await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

/** Two frames later, or a moment later where the page does not draw yet. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        setTimeout(resolve, 120);
      }),
  );
}

/** Opens a page and lets in what it asks for one by one, each when all before it was drawn. */
async function oneByOne(page: Page, url: string, next: (waiting: Route[]) => Route): Promise<number> {
  const waiting: Route[] = [];
  await page.route("**/*", async (route) => {
    if (route.request().isNavigationRequest()) await route.continue();
    else waiting.push(route);
  });
  await page.goto(url, { waitUntil: "commit" });
  let letIn = 0;
  for (let quiet = 0; quiet < 3;) {
    await drawn(page);
    if (waiting.length === 0) {
      // On a busy machine a page is quiet before it has asked for all of its parts: its scripts ask for some, once React holds it.
      quiet = (await page.evaluate(isHeld)) ? quiet + 1 : 0;
      continue;
    }
    quiet = 0;
    const route = next(waiting);
    waiting.splice(waiting.indexOf(route), 1);
    await route.fulfill({ response: await route.fetch() });
    letIn += 1;
  }
  return letIn;
}

/** Runs in the page: whether it is loaded, and React has begun to hold it, which marks the document. */
const isHeld = () =>
  document.readyState === "complete" && Object.keys(document).some((key) => key.startsWith("__reactContainer$"));

test("a shift is seen where there is one", async () => {
  const page = await open(390);
  await page.goto("about:blank");
  await page.setContent("<p>above</p><p>below</p>");
  await drawn(page);
  await page.evaluate(() => void ((document.querySelector("p") as HTMLElement).style.marginTop = "200px"));
  expect((await shiftsOf(page)).map(({ what }) => what.length)).not.toEqual([]);
  await page.context().close();
});

describe.each(widths)("at %d pixels", { concurrent: true }, (width) => {
  test.each(addresses)("nothing of %s moves, in whichever order its parts arrive", async (address) => {
    for (const next of [(all: Route[]) => all[0]!, (all: Route[]) => all.at(-1)!]) {
      const page = await open(width);
      expect(await oneByOne(page, server.url + address, next)).toBeGreaterThan(5);
      expect(await shiftsOf(page)).toEqual([]);
      // Fonts came too late, and the letters in their place are no wider than the page.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.context().close();
    }
  });

  test.each(addresses)("nothing of %s moves while its text arrives in pieces", async (address) => {
    const page = await open(width);
    await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}${address}`, { waitUntil: "load" });
    expect(await shiftsOf(page)).toEqual([]);
    await page.context().close();
  });
});
