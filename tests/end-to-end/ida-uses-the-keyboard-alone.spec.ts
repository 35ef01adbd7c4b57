import type { Locator, Page } from "@playwright/test";
import { PASSWORD } from "../support/person.ts";
import { expect, test } from "../support/end-to-end.ts";
import type { ServerProcess } from "../support/server-process.ts";

let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

/** Goes on with the tabulator until something has the focus; where it cannot be reached, the test ends. */
async function reach(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test("Ida signs up, confirms, signs out, signs in, and resets her password by keyboard alone", async ({ page }) => {
  const email = "ida@example.test";
  await page.goto(`${server.url}/login`);
  const robot = page.getByRole("checkbox", { name: "I'm not a robot" });
  await reach(page, page.getByRole("tab", { name: "Sign In" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toBeFocused();
  await type(page, "First name", "Ida");
  await type(page, "Last name", "Novak");
  await type(page, "Email", email);
  await type(page, "Password", PASSWORD);
  await type(page, "Confirm password", PASSWORD);
  await reach(page, robot);
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Registration successful" })).toBeFocused();
  await page.goto(`${server.url}/login#access_token=${await server.tokenFor(email)}&type=signup`);
  await expect(page.getByLabel("Company name")).toBeFocused();
  await page.keyboard.type("Novak Chambers");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await reach(page, page.getByRole("button", { name: "User menu" }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/login$/);
  await type(page, "Email", email);
  await type(page, "Password", PASSWORD);
  await reach(page, robot);
  await page.keyboard.press("Space");
  await reach(page, page.getByRole("button", { name: "Sign In" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await page.goto(`${server.url}/logout`);
  await page.waitForURL(/\/login$/);
  await reach(page, page.getByRole("link", { name: "Forgot password?" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/reset-password/);
  await type(page, "Email", email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expect(async () => {
    await page.goto(`${server.url}/reset-password#access_token=${await server.tokenFor(email)}&type=recovery`);
    await expect(page.getByRole("heading", { name: "Set New Password" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await type(page, "New password", "Newest-horse-9");
  await type(page, "Confirm password", "Newest-horse-9");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password has been updated successfully")).toBeVisible();
  await page.waitForURL(/\/login$/);
});

test("a password manager knows every field of every form of access", async ({ page }) => {
  const fields = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>("form input:not([type=checkbox])")].map(
        (input) => `${input.name}: ${input.autocomplete}`,
      ),
    );
  await page.goto(`${server.url}/login`);
  await expect.poll(fields).toEqual(["email: username webauthn", "password: current-password"]);
  await page.getByRole("tab", { name: "Magic Link" }).click();
  await expect.poll(fields).toEqual(["email: username"]);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect
    .poll(fields)
    .toEqual([
      "firstName: given-name",
      "lastName: family-name",
      "email: username",
      "password: new-password",
      "confirmPassword: new-password",
    ]);
  await page.goto(`${server.url}/reset-password`);
  await expect.poll(fields).toEqual(["email: username"]);
});
