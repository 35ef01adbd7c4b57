import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { liftLimits } from "#tests/support/without-limits.ts";
import { findChrome } from "../scripts/chrome.ts";
import { fill } from "./fill.ts";
import type { Instance } from "./instance.ts";
import { p95 } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { signUp } from "./sign-in.ts";

/** As web.dev measures a middling phone on a desk's machine. */
const SLOWER = 4;
const ROUNDS = 5;
/** What nobody sees as waiting: a quarter of the 200 ms that web.dev calls good. */
const MOST_MS = 50;
const MOST_BYTES = 180_000;

/** The browser tells of no interaction that was painted sooner. */
const UNTOLD_MS = 16;

/** One daily task from home: keys that are pressed, and texts that are typed letter by letter. */
interface Task {
  readonly what: string;
  readonly keys: readonly string[];
}

const typed = (text: string) => text.split("").map((letter) => (letter === " " ? "Space" : letter));

const tasks: readonly Task[] = [
  { what: "find an exhibit by a word", keys: ["Control+k", ...typed("observation 500"), "ArrowDown", "Escape"] },
  { what: "go to Evidence", keys: ["Control+k", ...typed("evidence"), "Enter"] },
  { what: "walk a list", keys: ["j", "j", "j", "k", "Enter", "Escape"] },
  { what: "open what fails", keys: ["f", ...typed("screen"), "ArrowDown", "Escape"] },
  { what: "assign", keys: ["a", ...typed("screening"), "Escape"] },
  { what: "review", keys: ["r", ...typed("policy"), "Escape"] },
  { what: "test", keys: ["t", ...typed("access"), "Escape"] },
  { what: "verify", keys: ["v", ...typed("observation"), "Escape"] },
  { what: "invite", keys: ["i", ...typed("new@example.test"), "Escape"] },
  { what: "export", keys: ["e", "Tab", "Escape"] },
  { what: "mute an alert", keys: ["m", ...typed("access"), "Escape"] },
  { what: "switch company", keys: ["Control+k", ...typed("second"), "ArrowDown", "Escape"] },
];

/**
 * What a person feels, in Chromium against the real server, in a company of so many items: the time from a key to the next
 * paint, with the processor slowed four times, over the daily tasks; and what the first load of the dashboard brings.
 */
export async function pageRatios(instance: Instance, items: number): Promise<Ratio[]> {
  instance.believeForwarded();
  const person = await signUp(instance, 900);
  const companyId = await person.found("Many Items");
  await person.found("Second Company");
  await liftLimits(instance.admin, companyId);
  await fill({ ...instance, userId: person.id }, companyId, items);
  const { executablePath, args, env } = await findChrome();
  const browser = await chromium.launch({ executablePath, args, env: env as Record<string, string> });
  try {
    const opened = await openDashboard(browser, instance.url, person.cookie);
    return [loaded(opened), felt(await interactions(opened.page, instance.url), items)];
  } finally {
    await browser.close();
  }
}

interface Opened {
  readonly page: Page;
  /** As they came over the wire, by kind. */
  readonly bytes: ReadonlyMap<string, number>;
  readonly requests: number;
}

/** The dashboard in a browser that was never there. */
async function openDashboard(browser: Browser, url: string, cookie: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name, value] = cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type }) => void kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const opened = { page, bytes: new Map(bytes), requests: kinds.size };
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return opened;
}

function loaded({ bytes, requests }: Opened): Ratio {
  const all = [...bytes.values()].reduce((sum, own) => sum + own, 0);
  const kilobytes = [...bytes].map(([kind, own]) => `${kind} ${Math.round(own / 1000)}`).join(", ");
  return {
    what: "first load of /dashboard, bytes as sent / 180,000",
    figures: `${Math.round(all / 1000)} kB in ${requests} requests (${kilobytes})`,
    ratio: all / MOST_BYTES,
    goal: { atMost: 1 },
  };
}

/** Milliseconds from each key to its next paint, by task. */
async function interactions(page: Page, url: string): Promise<Map<string, readonly number[]>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { what, keys } of tasks) {
      if (what !== "walk a list") {
        await page.goto(`${url}/dashboard`);
        await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
      }
      await page.evaluate(observe, UNTOLD_MS);
      for (const key of keys) {
        await page.keyboard.press(key, { delay: 20 });
        await page.waitForTimeout(100);
      }
      await page.waitForTimeout(300);
      const told = await page.evaluate(() => (globalThis as unknown as { told: number[] }).told);
      const quick = Array.from({ length: Math.max(0, keys.length - told.length) }, () => UNTOLD_MS);
      times.set(what, [...(times.get(what) ?? []), ...told, ...quick]);
    }
  }
  return times;
}

/** Runs in the page: keeps the longest duration of each interaction, as Event Timing tells it. */
function observe(least: number): void {
  const longest = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      longest.set(entry.interactionId, Math.max(longest.get(entry.interactionId) ?? 0, entry.duration));
    }
    Object.assign(globalThis, { told: [...longest.values()] });
  }).observe({ type: "event", durationThreshold: least } as PerformanceObserverInit);
  Object.assign(globalThis, { told: [] });
}

function felt(times: ReadonlyMap<string, readonly number[]>, items: number): Ratio {
  const all = [...times.values()].flat();
  const worst = [...times].map(([what, own]) => `${what} ${p95(own)}`).join(", ");
  return {
    what: `key to next paint at the 95th percentile, ${items} items, processor ${SLOWER} times slower / ${MOST_MS} ms`,
    figures: `${p95(all)} ms over ${all.length} keys; by task: ${worst}`,
    ratio: p95(all) / MOST_MS,
    goal: { atMost: 1 },
  };
}
