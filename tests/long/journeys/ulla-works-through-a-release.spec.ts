import type { Page } from "@playwright/test";
import { expect, test } from "../../support/end-to-end.ts";
import { Person } from "../../support/person.ts";
import { comeIn } from "../../support/sign-in.ts";

/** What a release does to pages that are open: their files are gone. */
const gone = (page: Page, files: string | RegExp) =>
  page.route(files, (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "Not found" }));

test("what Ulla has open goes on working when a release replaced its files, and when there is no network", async ({
  page,
  server,
}) => {
  const ulla = await Person.signUp(server.url, "Ulla", "ulla-release@example.test", (email) => server.tokenFor(email));
  await ulla.found("Ulla & Co");
  await comeIn(page, server.url, ulla);
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  const main = page.getByRole("navigation", { name: "Main" });
  let documents = 0;
  page.on("request", (request) => void (documents += Number(request.isNavigationRequest())));

  await test.step("a dialog whose file is gone says so, and the page stays as it is", async () => {
    await gone(page, /\/assets\/palette-/);
    await page.goto(`${server.url}/dashboard`);
    await expect(heading("Dashboard")).toBeVisible();
    const before = documents;
    await page.keyboard.press("Control+k");
    await expect(page.getByText("Exhibit was updated while this page was open.")).toBeVisible();
    await expect(heading("Dashboard")).toBeVisible();
    expect(documents).toBe(before);
    await page.unroute(/\/assets\/palette-/);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(heading("Dashboard")).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or go to" })).toBeFocused();
    await page.keyboard.press("Escape");
  });

  await test.step("a screen whose file is gone loads the page anew, once, and says so if that does not help", async () => {
    await page.goto(`${server.url}/dashboard/support`);
    await expect(heading("Support")).toBeVisible();
    await gone(page, /\/assets\/matters-screen-/);
    const before = documents;
    await main.getByRole("link", { name: "Matters" }).click();
    await expect(page.getByText("We could not reach Exhibit.")).toBeVisible();
    expect(documents).toBe(before + 1);
    // Whoever presses F5 in the meantime is told the same, and the page does not go on reloading itself.
    await page.reload();
    await expect(page.getByText("We could not reach Exhibit.")).toBeVisible();
    expect(documents).toBe(before + 2);
    await page.unroute(/\/assets\/matters-screen-/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading("Matters")).toBeVisible();
  });

  await test.step("without a network a screen that was never opened says so, and the page is not lost", async () => {
    await page.goto(`${server.url}/dashboard/support`);
    await expect(heading("Support")).toBeVisible();
    const before = documents;
    await page.context().setOffline(true);
    await main.getByRole("link", { name: "Matters" }).click();
    await expect(page.getByText("We could not reach Exhibit.")).toBeVisible();
    expect(documents).toBe(before);
    await page.context().setOffline(false);
  });

  await test.step("Back after signing out shows nothing of the workspace", async () => {
    await page.goto(`${server.url}/dashboard`);
    await expect(heading("Dashboard")).toBeVisible();
    await page.getByRole("link", { name: "Logout" }).click();
    await page.waitForURL(({ pathname }) => !/dashboard|logout/.test(pathname));
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(heading("Dashboard")).toHaveCount(0);
  });
});

test("Urs deletes his account: the site says so, and this browser keeps nothing of it", async ({ page, server }) => {
  const token = (email: string) => server.tokenFor(email);
  const una = await Person.signUp(server.url, "Una", "una-release@example.test", token);
  const company = await una.found("Una & Co");
  const urs = await Person.signUp(server.url, "Urs", "urs-release@example.test", token);
  await una.post(`/companies/${company}/invitations`, { email: urs.email, role: "member" });
  const [invitation] = (await urs.get("/invitations")).body;
  await urs.post("/invitations/accept", { invitationId: invitation.id });
  await comeIn(page, server.url, urs);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("Settings: Profile");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
  const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(await kept()).toContain(company);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await dialog.getByLabel("Email").fill(urs.email);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
  expect(await kept()).not.toContain(company);
  expect((await urs.get("/session")).body.user).toBeNull();
});
