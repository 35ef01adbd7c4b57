import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { look } from "../support/look.ts";
import { MailSink } from "../support/mail-sink.ts";
import type { OpenIdProvider } from "../support/openid-provider.ts";
import { PASSWORD, Person } from "../support/person.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { startServerWithProvider } from "../support/server-with-provider.ts";
import type { ServerWithProvider } from "../support/server-with-provider.ts";

// With mail over SMTP, and with a real OpenID provider.
const firm = "Calder & Finch LLP";
const subject = `Ana Example invited you to join ${firm} on Exhibit`;
let running: ServerWithProvider;
let server: ServerProcess;
let provider: OpenIdProvider;
let ana: Person;
let company: string;
const mails = new MailSink();

test.beforeAll(async () => {
  running = await startServerWithProvider(mails);
  ({ server, provider } = running);
  ana = await Person.signUp(server.url, "Ana", "ana@example.test", async (email) => {
    return /access_token=([\w-]+)/.exec(await mails.linkTo(email, "Confirm your email address"))![1]!;
  });
  company = await ana.found(firm);
});

test.afterAll(async () => {
  await running.close();
});

/** Invites somebody, and answers with the link in their mail. */
async function invited(email: string): Promise<string> {
  const sent = await ana.post(`/companies/${company}/invitations`, { email, role: "member" });
  expect(sent.status).toBe(200);
  return await mails.linkTo(email, subject);
}

const joinForm = (page: Page) => page.getByRole("button", { name: `Join ${firm}` });

async function expectHome(page: Page): Promise<void> {
  await expect(page.getByText("You have joined the company")).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch company" })).toContainText(firm);
}

/** Counts the screens that a person sees, and the fields that they fill in, until they are home. */
function count(page: Page) {
  const screens: string[] = [];
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && frame.url() !== "about:blank" && screens.at(-1) !== pathname)
      screens.push(pathname);
  });
  return screens;
}

test("U14: from the mail of an invitation to home it is one screen with two fields", async ({ page }) => {
  const email = "nora@example.test";
  const link = await invited(email);
  const screens = count(page);
  await page.goto(link);
  await expect(joinForm(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/invite`);
  const fields = page.getByRole("main").locator("input:visible, select:visible, textarea:visible");
  expect(await fields.evaluateAll((all) => all.map((item) => item.getAttribute("name")))).toEqual(["name", "password"]);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByText("You'll need to sign in or create an account to accept this invitation.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in to Accept" })).toBeVisible();
  await look(page, "invite-join");

  await joinForm(page).click();
  await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Please enter your name");
  await expect(page.getByLabel("Your name")).toBeFocused();
  await look(page, "invite-join-wrong", { themes: ["light"] });

  // By the keyboard alone.
  await page.keyboard.type("Nora Newcomer");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expectHome(page);
  expect(screens).toEqual(["/invite", "/dashboard"]);
  expect(mails.to(email)).toHaveLength(1);
  const { body } = await ana.get(`/companies/${company}/members`);
  expect(body).toContainEqual(expect.objectContaining({ email, firstName: "Nora", lastName: "Newcomer" }));

  await page.goto(link);
  await expect(page.getByText("This invitation has expired or has already been used.")).toBeVisible();
});

test("U14: a passkey takes the place of the password, and its recovery codes are shown", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(await invited("pia@example.test"));
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Please enter your name");
  await page.getByLabel("Your name").fill("Pia");
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await look(page, "invite-codes");
  await codes.getByRole("button", { name: "I've stored them" }).click();
  await expectHome(page);
});

test("U14: the provider's button leads back into the company", async ({ page }) => {
  const email = "rob@acme.test";
  provider.people.set("sub-rob", { email, email_verified: true, name: "Rob Calder" });
  provider.visitor = { sub: "sub-rob" };
  await page.goto(await invited(email));
  await page.getByRole("link", { name: "Continue with Acme & Sons" }).click();
  await expectHome(page);
});

test("U14: whose address has an account signs in, and who is signed in as somebody else changes on the page", async ({
  page,
}) => {
  const kim = await Person.signUp(server.url, "Kim", "kim@example.test", async (email) => {
    return /access_token=([\w-]+)/.exec(await mails.linkTo(email, "Confirm your email address"))![1]!;
  });
  await page.goto(await invited(kim.email));
  await expect(page.getByRole("button", { name: "Sign in to Accept" })).toBeVisible();
  await expect(joinForm(page)).toHaveCount(0);

  const [cookie, value] = kim.cookie.split("=") as [string, string];
  await page.context().addCookies([{ name: cookie, value, url: server.url }]);
  await page.goto(await invited("lou@example.test"));
  await expect(page.getByText(`You are signed in as ${kim.email}`)).toBeVisible();
  await expect(joinForm(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Switch account" }).click();
  await page.getByLabel("Your name").fill("Lou Example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await joinForm(page).click();
  await expectHome(page);
});
