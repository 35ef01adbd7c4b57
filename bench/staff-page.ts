import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { cookiesOf } from "#server/auth/cookies.ts";
import { newToken, sha256 } from "#server/auth/tokens.ts";
import { findChrome } from "../scripts/chrome.ts";
import type { Filled } from "./fill-people.ts";
import type { Ratio } from "./measure.ts";

const MOST_BYTES = 80_000;
const MOST_MS = 1_500;
/** Slow 4G, as Lighthouse has it. */
const slow = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** What a phone that was never there loads for the staff's own page, scripts included, and when it has painted the most of it. */
export async function staffPageRatios({ instance, companyId }: Filled, personId: string): Promise<Ratio[]> {
  const token = newToken();
  await instance.admin.query(
    `INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, email, created_at, expires_at, address, user_agent)
      SELECT $1, $2, id, fields ->> 'email', now(), now() + interval '1 hour', '', '' FROM app.records WHERE company_id = $1 AND id = $3`,
    [companyId, sha256(token), personId],
  );
  const [name, value] = cookiesOf(instance.url).set("staff", token, 3_600).split(";")[0]!.split("=") as [
    string,
    string,
  ];
  const { executablePath, args, env } = await findChrome();
  const browser = await chromium.launch({ executablePath, args, env: env as Record<string, string> });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await context.addCookies([{ name, value: decodeURIComponent(value), url: instance.url, httpOnly: true }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slow);
    let bytes = 0;
    let requests = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.goto(`${instance.url}/me`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await setTimeout(1_000);
    const painted = await page.evaluate(largestPaint);
    return [
      {
        what: "/me on a phone, bytes as sent / 80,000",
        figures: `${(bytes / 1000).toFixed(1)} kB in ${requests} requests`,
        ratio: bytes / MOST_BYTES,
        goal: { atMost: 1 },
      },
      {
        what: "/me on a phone, largest paint on slow 4G / 1.5 s",
        figures: `${Math.round(painted)} ms`,
        ratio: painted / MOST_MS,
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}
