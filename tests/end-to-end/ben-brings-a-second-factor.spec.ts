import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import pg from "pg";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { startServer } from "../support/cluster.ts";
import { look } from "../support/look.ts";
import { MailSink } from "../support/mail-sink.ts";
import type { OpenIdProvider } from "../support/openid-provider.ts";
import { PASSWORD, Person } from "../support/person.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { startServerWithProvider } from "../support/server-with-provider.ts";
import type { ServerWithProvider } from "../support/server-with-provider.ts";

// On a PostgreSQL that the test can reach, so that a link can grow old at once, with mail over SMTP, and with a real
// OpenID provider.
let running: ServerWithProvider;
let database: Awaited<ReturnType<typeof startServer>>;
let sql: pg.Pool;
let server: ServerProcess;
let provider: OpenIdProvider;
const mails = new MailSink();

test.beforeAll(async () => {
  // Durable: the server refuses to serve on any other.
  database = await startServer({ throwAway: false });
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  sql.on("error", () => {});
  running = await startServerWithProvider(mails, { DATABASE_URL: database.url });
  ({ server, provider } = running);
});

test.afterAll(async () => {
  await running.close();
  await sql.end();
  await database.stop();
});

/** An account with a company, made over the API by the link that came by mail. */
async function person(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.test`;
  const ben = await Person.signUp(server.url, name, email, async () => {
    const link = await mails.linkTo(email, "Confirm your email address");
    return /access_token=([\w-]+)/.exec(link)![1]!;
  });
  await ben.found(`${name} and Partners`);
  return ben;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
  await page.getByRole("button", { name: "Sign In" }).click();
}

const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard" });
const profile = (page: Page) => page.goto(`${server.url}/dashboard/settings?tab=profile`);
const signOut = async (page: Page) => {
  await page.goto(`${server.url}/logout`);
  await page.waitForURL(/\/login/);
};

test("Ben sets up an authenticator app; his password alone lets nobody in any more", async ({ page }) => {
  const ben = await person("Ben");
  await signIn(page, ben.email);
  await expect(dashboard(page)).toBeVisible();
  await profile(page);
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up authenticator app" });
  const app = new AuthenticatorApp((await dialog.getByLabel("Key", { exact: true }).innerText()).replace(/\s/g, ""));
  await look(page, "authenticator");
  await dialog.getByLabel("Code", { exact: true }).fill(app.wrongAt(new Date()));
  await dialog.getByRole("button", { name: "Finish" }).click();
  await expect(dialog.getByText("That code is wrong or already used.")).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(app.codeAt(new Date()));
  await dialog.getByRole("button", { name: "Finish" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [recovery] = await codes.allInnerTexts();
  await look(page, "recovery-codes");
  await page.getByRole("button", { name: "I've stored them" }).click();
  await expect(page.getByText("Set up on")).toBeVisible();

  await signOut(page);
  await signIn(page, ben.email);
  await expect(page.getByRole("heading", { name: "Confirm your sign-in" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await look(page, "second-factor");
  // Half signed in is not signed in.
  await page.goto(`${server.url}/dashboard`);
  await page.waitForURL(/\/login/);
  await expect(page.getByRole("heading", { name: "Confirm your sign-in" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(app.wrongAt(new Date()));
  await expect(page.getByText("That code is wrong or already used.")).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery!);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(dashboard(page)).toBeVisible();

  await signOut(page);
  await signIn(page, ben.email);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery!);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("That code is wrong or already used.")).toBeVisible();
  await page.getByRole("button", { name: "Use an app code" }).click();
  // A code is good once: the next one is half a minute away at most, and accepted a step early.
  await page.getByLabel("Code", { exact: true }).fill(app.codeAt(new Date(Date.now() + 30_000)));
  await expect(dashboard(page)).toBeVisible();
  const subjects = () => mails.to(ben.email).map((mail) => mail.subject);
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining([expect.stringMatching(/authenticator app/i), expect.stringMatching(/recovery code/i)]),
    );
});

test("Cleo adds a passkey and signs in with nothing else", async ({ page }) => {
  const cleo = await person("Cleo");
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const touch = (enabled: boolean) =>
    browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await signIn(page, cleo.email);
  await expect(dashboard(page)).toBeVisible();
  await profile(page);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Key ring");
  await page.getByRole("dialog").getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "I've stored them" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Key ring");

  // The page offers passkeys while one types; nobody touches the key until the button asks.
  await touch(false);
  const offered = page.waitForResponse("**/passkeys/sign-in/begin");
  await signOut(page);
  // It is offered at the first sign that the page is used.
  await page.getByLabel("Email").click();
  await offered;
  // A key that was not touched when it was asked stays untouched.
  await page.route(
    "**/passkeys/sign-in/begin",
    async (route) => {
      await touch(true);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(dashboard(page)).toBeVisible();

  await touch(false);
  await signOut(page);
  await signIn(page, cleo.email);
  await expect(page.getByText("Use your passkey to finish signing in.")).toBeVisible();
  await touch(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(dashboard(page)).toBeVisible();
});

test("a company that asks for a second factor is closed to who has none, and opens once there is one", async ({
  page,
}) => {
  const ana = await person("Ana");
  const [{ id: company }] = (await ana.get("/companies")).body as [{ id: string }];
  await sql.query("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [company]);
  await signIn(page, ana.email);
  await expect(page.getByText("MFA is required here.")).toBeVisible();
  await look(page, "closed-door");
  await page.getByRole("link", { name: "Set up MFA" }).click();
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  const key = page.getByRole("dialog").getByLabel("Key", { exact: true });
  const app = new AuthenticatorApp((await key.innerText()).replace(/\s/g, ""));
  await page.getByRole("dialog").getByLabel("Code", { exact: true }).fill(app.codeAt(new Date()));
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("button", { name: "I've stored them" }).click();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(dashboard(page)).toBeVisible();
});

test("a link that grew old leads to the sentence, and asking again mails another", async ({ page }) => {
  const dora = await person("Dora");
  await page.goto(`${server.url}/login`);
  await page.getByRole("tab", { name: "Magic Link" }).click();
  await page.getByLabel("Email").fill(dora.email);
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = await mails.linkTo(dora.email, "Your sign-in link");
  await sql.query("UPDATE auth.one_time_links SET expires_at = now() - interval '1 second' WHERE email = $1", [
    dora.email,
  ]);
  await page.goto(link);
  await expect(page.getByRole("alert").filter({ hasText: "Authentication Error" })).toContainText(
    "Email link is invalid or has expired",
  );
  expect(new URL(page.url()).hash).toBe("#error=access_denied&error_description=Email+link+is+invalid+or+has+expired");
  await look(page, "authentication-error");
  await page.getByRole("tab", { name: "Magic Link" }).click();
  await page.getByLabel("Email").fill(dora.email);
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  await page.goto(await mails.linkTo(dora.email, "Your sign-in link", 1));
  await expect(dashboard(page)).toBeVisible();
});

test("a link that was mailed to somebody else signs in as them, and says so to who was there", async ({ page }) => {
  const [eve, fay] = [await person("Eve"), await person("Fay")];
  await signIn(page, eve.email);
  await expect(dashboard(page)).toBeVisible();
  await fay.post("/session/send-magic-link", { email: fay.email });
  await page.goto(await mails.linkTo(fay.email, "Your sign-in link"));
  await expect(dashboard(page)).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByText(fay.email, { exact: true })).toBeVisible();
  // Fay's company, and nothing that was on Eve's screen.
  await expect(page.getByRole("button", { name: "Switch company" })).toContainText("Fay and Partners");
});

test("Gil comes to an invitation with his company's provider; when it declines, the page says so in our words", async ({
  page,
}) => {
  const hal = await person("Hal");
  const [{ id: company }] = (await hal.get("/companies")).body as [{ id: string }];
  const invitation = await hal.post(`/companies/${company}/invitations`, { email: "gil@example.test", role: "viewer" });
  provider.people.set("sub-gil", { email: "gil@example.test", email_verified: true, name: "Gil Calder" });
  provider.visitor = { sub: "sub-gil" };
  await page.goto(invitation.body.link);
  await page.getByRole("button", { name: "Sign in to Accept" }).click();
  await page.getByRole("link", { name: "Continue with Acme & Sons" }).click();
  // The provider leads to the workspace, which knows what he came for.
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.getByRole("button", { name: "Switch company" })).toContainText("Hal and Partners");
  await signOut(page);
  // The provider would remember him.
  await page.context().clearCookies();
  provider.visitor = { sub: "sub-gil", declines: true };
  await page.goto(`${server.url}/login`);
  await page.getByRole("link", { name: "Continue with Acme & Sons" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Authentication Error" })).toBeVisible();
  await expect(page.getByText("Words of the provider")).toHaveCount(0);
});
