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

/** Lets somebody who signed up come in without the form: the page has their session from its next request on. */
export async function comeIn(page: Page, url: string, { cookie }: { readonly cookie: string }): Promise<void> {
  const [name, value] = cookie.split("=") as [string, string];
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
}
