import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { findChrome } from "../scripts/chrome.ts";
import type { Instance } from "./instance.ts";

/** Works with a page of a browser that was never there, wide, and signed in by this cookie. */
export async function signedIn<T>(
  { url }: Pick<Instance, "url">,
  { cookie }: { readonly cookie: string },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const { executablePath, args, env } = await findChrome();
  const browser = await chromium.launch({ executablePath, args, env: env as Record<string, string> });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = cookie.split("=") as [string, string];
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}
