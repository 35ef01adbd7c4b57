import type { Page } from "@playwright/test";
import { PASSWORD } from "./person.ts";

/** Signs somebody in by the form, as far as home. */
export async function signIn(page: Page, url: string, { email }: { readonly email: string }): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(`${url}/dashboard`);
}
