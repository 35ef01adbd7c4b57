import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { look } from "../../support/look.ts";
import { MailSink } from "../../support/mail-sink.ts";
import { PASSWORD, Person } from "../../support/person.ts";
import { startServerWithProvider } from "../../support/server-with-provider.ts";
import type { ServerWithProvider } from "../../support/server-with-provider.ts";

// With a real OpenID provider; the public ones are only offered, for nobody can be sent there from here.
let running: ServerWithProvider;
const mails = new MailSink();

test.beforeAll(async () => {
  running = await startServerWithProvider(mails, {
    SIGN_IN_GOOGLE_CLIENT_ID: "exhibit",
    SIGN_IN_GOOGLE_CLIENT_SECRET: "a secret of the tests",
    SIGN_IN_GITHUB_CLIENT_ID: "exhibit",
    SIGN_IN_GITHUB_CLIENT_SECRET: "a secret of the tests",
  });
});
test.afterAll(() => running.close());

const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard" });
const section = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Ways to sign in" }) });
const profile = (page: Page) => page.goto(`${running.server.url}/dashboard/settings?tab=profile`);
const signOut = async (page: Page) => {
  await page.goto(`${running.server.url}/logout`);
  await page.waitForURL(/\/login/);
};
const throughProvider = async (page: Page) => {
  await page.goto(`${running.server.url}/login`);
  await page.getByRole("link", { name: "Continue with Acme & Sons" }).click();
};

test("Gia connects a provider under another address, signs in by it, and disconnects it: then it is refused", async ({
  page,
}) => {
  const { server, provider } = running;
  const gia = await Person.signUp(server.url, "Gia", "gia@home.test", async () => {
    const link = await mails.linkTo("gia@home.test", "Confirm your email address");
    return /access_token=([\w-]+)/.exec(link)![1]!;
  });
  await gia.found("Gia and Partners");
  provider.people.set("sub-gia", { email: "gia.calder@acme.test", email_verified: true, name: "Gia Calder" });
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(gia.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(dashboard(page)).toBeVisible();

  // The provider declines first; the profile says so, and offers it again.
  provider.visitor = { sub: "sub-gia", declines: true };
  await profile(page);
  await section(page).getByRole("button", { name: "Connect Acme & Sons" }).click();
  await expect(section(page).getByRole("alert")).toHaveText("Your sign-in provider did not sign you in.");
  await expect(section(page).getByRole("alert")).toBeInViewport();
  expect(new URL(page.url()).hash).toBe("");
  await look(page, "providers-refused");

  provider.visitor = { sub: "sub-gia" };
  const connect = section(page).getByRole("button", { name: "Connect Acme & Sons" });
  await connect.focus();
  await page.keyboard.press("Enter");
  const connected = page.getByRole("list", { name: "Connected providers" });
  await expect(connected).toContainText("Acme & Sons");
  await expect(connected).toContainText("not used yet");
  await expect(section(page).getByRole("button", { name: /^Connect / })).toHaveText([
    "Connect Google",
    "Connect GitHub",
  ]);
  await look(page, "providers-connected");
  expect(await mails.linkTo(gia.email, "Acme & Sons was connected to your Exhibit account")).toContain("tab=profile");

  await signOut(page);
  await throughProvider(page);
  await expect(dashboard(page)).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByText(gia.email, { exact: true })).toBeVisible();

  await profile(page);
  await expect(connected).toContainText("last used");
  await page.getByRole("button", { name: "Disconnect Acme & Sons" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Disconnect Acme & Sons" });
  await look(page, "provider-disconnect");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section(page).getByRole("button", { name: "Connect Acme & Sons" })).toBeVisible();
  await mails.linkTo(gia.email, "Acme & Sons was disconnected from your Exhibit account");

  await signOut(page);
  await throughProvider(page);
  await expect(page.getByRole("alert").filter({ hasText: "Authentication Error" })).toContainText(
    "This sign-in provider is not connected to your account. Please sign in another way, then connect it in your profile.",
  );
});
