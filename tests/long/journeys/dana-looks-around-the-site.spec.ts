import type { Page } from "@playwright/test";
import { faqItems } from "#catalog/faq.ts";
import { publicPages, unlistedPages } from "#catalog/public-pages.ts";
import { look } from "../../support/look.ts";
import { expect, test } from "../../support/end-to-end.ts";
import type { ServerProcess } from "../../support/server-process.ts";

let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

/** What a browser complains about: nothing may be refused by the content security policy, nothing may throw. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // That a missing page answers 404 is no complaint about it.
    if (message.type() === "error" && !/status of 404/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

for (const { path: address, title } of [
  ...publicPages,
  ...unlistedPages,
  { path: "/no-such-page", title: "Page Not Found" },
]) {
  test(`${address} is whole at every width, in both themes and on paper, and asks nobody else for anything`, async ({
    page,
  }) => {
    // The first page is long, and looked at eight times.
    const complaints = complaintsOf(page);
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(server.url)) foreign.push(request.url());
    });
    const answer = await page.goto(server.url + address);
    expect(answer!.status()).toBe(address === "/no-such-page" ? 404 : 200);
    expect(await page.title()).toContain(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, `sideways scroll at ${width} px`).toBe(0);
    }
    await look(page, address === "/" ? "landing" : address.slice(1));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper, "paper is white, whatever the theme").toMatch(/255, 255, 255|oklch\(1 |^rgba\(0, 0, 0, 0\)/);
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test("the bar leads to the sections of the first page, from there and from any other", async ({ page }) => {
  const complaints = complaintsOf(page);
  for (const start of ["/", "/pricing"]) {
    for (const [name, id] of [
      ["Features", "features"],
      ["How It Works", "how-it-works"],
      ["FAQ", "faq"],
    ] as const) {
      await page.goto(server.url + start);
      await page.getByRole("navigation", { name: "Top" }).getByRole("button", { name, exact: true }).press("Enter");
      // Pressed before its scripts arrive, the button is a form's, and a question mark stands in the address.
      await expect(page).toHaveURL(new RegExp(`^${server.url}/\\??#${id}$`));
      await expect(page.locator(`#${id}`).getByRole("heading").first()).toBeInViewport();
    }
  }
  await page.goto(`${server.url}/#how-it-works`);
  await expect(page.getByRole("heading", { name: "How It Works" })).toBeInViewport();
  expect(complaints).toEqual([]);
});

for (const motion of ["no-preference", "reduce"] as const) {
  for (const how of ["button", "skip link"] as const) {
    test(`U19: the first press on a ${how} keeps what the file held until its code is there (motion: ${motion})`, async ({
      page,
    }) => {
      const arrived = Promise.withResolvers<void>();
      await page.route("**/assets/sections-*.js", async (route) => {
        await arrived.promise;
        await route.continue();
      });
      await page.addInitScript(() => {
        addEventListener("barready", () => document.documentElement.setAttribute("data-bar-ready", ""));
        addEventListener("mainready", () => document.documentElement.setAttribute("data-sections-ready", ""));
      });
      await page.emulateMedia({ reducedMotion: motion });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(server.url);
      await expect(page.locator("html")).toHaveAttribute("data-bar-ready", "");
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await height();
      const least = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let least = Number.POSITIVE_INFINITY;
            const end = performance.now() + 1_500;
            const look = () => {
              least = Math.min(least, document.documentElement.scrollHeight);
              if (performance.now() < end) requestAnimationFrame(look);
              else resolve(least);
            };
            look();
          }),
      );
      if (how === "button")
        await page.getByRole("navigation", { name: "Top" }).getByRole("button", { name: "FAQ" }).click();
      else await page.getByRole("link", { name: "Skip to content" }).press("Enter");
      expect(await least).toBe(before);
      arrived.resolve();
      await expect(page.locator("html")).toHaveAttribute("data-sections-ready", "");
      const target = how === "button" ? "faq" : "main";
      await expect(page).toHaveURL(`${server.url}/#${target}`);
      await expect(page.locator(`#${target}`).getByRole("heading").first()).toBeInViewport();
    });
  }
}

test("one question is open at a time, it can be closed again, and it has an address", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${server.url}/#faq`);
  const open = page.locator("#faq button[aria-expanded=true]");
  await expect(open).toHaveCount(1);
  const [first, second] = faqItems as [(typeof faqItems)[number], (typeof faqItems)[number]];
  const question = page.getByRole("button", { name: second.question });
  await question.focus();
  await page.keyboard.press("Space");
  await expect(open).toHaveText(second.question);
  await expect(page.getByText(second.answer)).toBeVisible();
  await expect(page.getByText(first.answer)).toBeHidden();
  await page.keyboard.press("Space");
  await expect(open).toHaveCount(0);
  await question.evaluate(async (button: HTMLButtonElement) => {
    for (const pause of [0, 0, 1, 1, 4, 4]) {
      button.click();
      await new Promise((resolve) => void setTimeout(resolve, pause));
    }
  });
  await expect(page).toHaveURL(`${server.url}/#faq`);
  await expect(open).toHaveCount(0);
  const last = faqItems.at(-1)!;
  await page.goto("about:blank");
  await page.goto(`${server.url}/#${last.id}`);
  await expect(open).toHaveText(last.question);
  await expect(page.getByText(last.answer)).toBeInViewport();
  expect(complaints).toEqual([]);
});

test("the exhibit on the first page is real: it verifies by itself, and one changed byte is named", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(server.url);
  const exhibit = page.locator("figure.sample").first();
  await page.mouse.move(200, 200);
  await expect(exhibit.getByText("Holds", { exact: true })).toHaveCount(4);
  await expect(exhibit.getByRole("status")).toContainText("All four steps hold.");
  await exhibit.getByRole("button", { name: "Change one byte" }).click();
  await expect(exhibit.getByText("Fails", { exact: true })).toBeVisible();
  await expect(exhibit.getByRole("status")).toContainText(/Byte \d+ of \d+ changed in line \d+\./);
  await exhibit.getByRole("button", { name: "Undo the change" }).click();
  await expect(exhibit.getByText("Holds", { exact: true })).toHaveCount(4);
  expect(complaints).toEqual([]);
});

test("on a phone the first page is folded to less than 6,000 pixels, and its register opens", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThan(6_000);
  const register = page.getByRole("table", { name: /^The 22 controls/ });
  const rows = register.getByRole("row");
  const folded = await rows.count();
  await page.getByRole("button", { name: "Show all 22 controls" }).click();
  await expect(page.getByRole("button", { name: "Show fewer" })).toHaveAttribute("aria-expanded", "true");
  expect(await rows.count()).toBeGreaterThan(folded + 21);
  for (const picture of await page.locator(".picture").all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture.getByRole("img")).toHaveCount(1);
    await expect
      .poll(() => picture.getByRole("img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(1_200);
  }
});

test("an address that leads nowhere says so in the site's words, and leads home", async ({ page }) => {
  await page.goto(`${server.url}/no/such/page`);
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  await expect(
    page.getByText("Oops! The page you're looking for doesn't exist or has been moved.", { exact: true }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a slow line shows the page before its scripts, and every button works once pressed", async ({ page }) => {
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Join the Waitlist" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Join the Waitlist" })).toBeVisible();
});

test("a page whose code cannot be loaded still answers every question, and its menu is there on a phone", async ({
  page,
}) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  for (const { answer } of faqItems) await expect(page.getByText(answer)).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Top" });
  await expect(menu.getByRole("link", { name: "Sign In" })).toBeVisible();
  await menu.getByRole("button", { name: "FAQ" }).click();
  await expect(page.getByRole("heading", { name: "FAQ" })).toBeInViewport();
  await menu.getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
});

test("sections whose code cannot be loaded are unfolded under a bar that works", async ({ page }) => {
  await page.route("**/assets/sections-*.js", (route) => route.abort());
  await page.goto(`${server.url}/#faq`);
  for (const { answer } of faqItems) await expect(page.getByText(answer)).toBeVisible();
});

for (const late of ["all of its code", "the code of its sections"]) {
  test(`what is pressed before ${late} came is answered once`, async ({ page }) => {
    const arrived = Promise.withResolvers<void>();
    await page.route(late === "all of its code" ? "**/assets/*.js" : "**/assets/sections-*.js", async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.addInitScript(() =>
      addEventListener("barready", () => document.documentElement.setAttribute("data-bar-ready", "")),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url, { waitUntil: "commit" });
    const exhibit = page.locator("figure.sample").first();
    const menu = page.getByRole("button", { name: "Menu" });
    const features = page.getByRole("button", { name: "Features" });
    if (late !== "all of its code") await expect(page.locator("html")).toHaveAttribute("data-bar-ready", "");
    await exhibit.getByRole("button", { name: "Verify again" }).click();
    await menu.click();
    arrived.resolve();
    await expect(exhibit.getByText("Holds", { exact: true })).toHaveCount(4);
    await expect(features).toBeVisible();
    await menu.click();
    await expect(features).toBeHidden();
  });
}
