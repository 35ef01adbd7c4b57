import type { BrowserContext, Page } from "@playwright/test";
import { look } from "../support/look.ts";
import { expect, test } from "../support/end-to-end.ts";
import type { ServerProcess } from "../support/server-process.ts";

const PASSWORD = "Correct-horse-7";
let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

/** What a browser complains about: a policy that refused something, or a script that failed. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML)/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

const check = (page: Page) => page.getByRole("checkbox", { name: "I'm not a robot" });
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In", exact: true });

async function typeCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await typeCredentials(page, email, password);
  await check(page).check();
  await signInButton(page).click();
}

/** A token that is newer than the one before it. */
async function nextToken(email: string, before: string): Promise<string> {
  let token = before;
  await expect(async () => {
    token = await server.tokenFor(email);
    expect(token).not.toBe(before);
  }).toPass();
  return token;
}

/** Signs up through the page and the mailed link, and founds a company. */
async function signUp(page: Page, firstName: string, email: string): Promise<string> {
  await page.goto(`${server.url}/login`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Calder");
  await typeCredentials(page, email, PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await check(page).check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Registration successful" })).toBeFocused();
  const token = await server.tokenFor(email);
  await page.goto(`${server.url}/login#access_token=${token}&type=signup`);
  await expect(page.getByText("Your email has been confirmed!")).toBeVisible();
  await page.getByLabel("Company name").fill(`${firstName} & Partners`);
  await page.getByRole("button", { name: "Create Company" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  return token;
}

/** Ends every session but this one's, as another device of the person would. */
async function endElsewhere(context: BrowserContext, page: Page, email: string): Promise<void> {
  const other = await context.browser()!.newContext();
  const device = await other.newPage();
  await device.goto(`${server.url}/login`);
  await signIn(device, email);
  await device.waitForURL(/dashboard/);
  await device.goto(`${server.url}/dashboard/settings?tab=profile`);
  await device.getByRole("button", { name: "Sign out other devices" }).click();
  await expect(device.getByText(/^Signed out on/)).toBeVisible();
  await other.close();
  await page.bringToFront();
}

test("Ana signs up, confirms by mail, signs out, and comes in again by password", async ({ page }) => {
  const complaints = complaintsOf(page);
  const email = "ana@calder.example";
  const token = await test.step("sign-up to dashboard by the mailed link", () => signUp(page, "Ana", email));
  expect(page.url()).toBe(`${server.url}/dashboard`);

  await test.step("the link was good for one time", async () => {
    await page.goto(`${server.url}/login#access_token=${token}&type=signup`);
    await expect(page.getByRole("alert").getByText("Authentication Error")).toBeVisible();
    await expect(page).toHaveURL(
      `${server.url}/login#error=access_denied&error_description=Email+link+is+invalid+or+has+expired`,
    );
    await look(page, "authentication-error");
    await page.getByRole("button", { name: "Resend confirmation email" }).click();
    const dialog = page.getByRole("dialog", { name: "Resend confirmation email" });
    await dialog.getByLabel("Email").fill(email);
    await look(page, "resend");
    await dialog.getByRole("button", { name: "Resend", exact: true }).click();
    await expect(page.getByText("Confirmation email resent!")).toBeVisible();
  });

  await test.step("signing out", async () => {
    await page.goto(`${server.url}/logout`);
    await expect(page.getByText("Successfully signed out")).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/login`);
    expect(await page.evaluate(() => localStorage.getItem("currentCompanyId"))).toBeNull();
  });

  await test.step("what is wrong is said under its field, and again on every change", async () => {
    await signInButton(page).click();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address");
    await expect(page.getByLabel("Email")).toBeFocused();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Password must be at least 6 characters",
    );
    await look(page, "sign-in-errors");
    await typeCredentials(page, email, "Wrong-horse-7");
    await expect(page.getByLabel("Email")).not.toHaveAttribute("aria-invalid", "true");
    await signInButton(page).click();
    await expect(page.getByText("Please complete the verification challenge")).toBeVisible();
    await expect(check(page)).toBeFocused();
  });

  await test.step("a wrong password is refused, and the used check asks again", async () => {
    await check(page).check();
    await signInButton(page).click();
    await expect(page.getByRole("alert").getByText("Invalid credentials")).toBeVisible();
    await expect(check(page)).not.toBeChecked();
    await expect(page.getByLabel("Email")).toHaveValue(email);
  });

  await test.step("the right one leads to the dashboard", async () => {
    await signIn(page, email);
    await expect(page.getByText("Login successful!")).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
  });
  expect(complaints).toEqual([]);
});

test("U20: once an error showed, the form is checked on every change, also after all errors were gone", async ({
  page,
}) => {
  await page.goto(`${server.url}/login`);
  const email = page.getByLabel("Email");
  await signInButton(page).click();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await typeCredentials(page, "ana@calder.example", PASSWORD);
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Password", { exact: true })).not.toHaveAttribute("aria-invalid", "true");
  await email.fill("ana");
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await email.fill("ana@calder.example");
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
});

test("U21: one script that does not arrive after a good sign-in strands nobody at /login", async ({ page }) => {
  await signUp(page, "Ines", "ines@calder.example");
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(`${server.url}/login`);
  let refused = 0;
  await page.route("**/assets/workspace-*.js", async (route) => {
    refused += 1;
    await (refused === 1 ? route.abort() : route.continue());
  });
  await signIn(page, "ines@calder.example");
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(refused).toBeGreaterThan(0);
});

test("S5: who signs up on a laptop and opens the mail on a phone chooses the password there, once", async ({
  page,
  browser,
}) => {
  const email = "petra@calder.example";
  await page.goto(`${server.url}/login`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("First name").fill("Petra");
  await page.getByLabel("Last name").fill("Calder");
  await typeCredentials(page, email, "Laptop-pass-7");
  await page.getByLabel("Confirm password").fill("Laptop-pass-7");
  await check(page).check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Registration successful" })).toBeFocused();
  await look(page, "registered-elsewhere");

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  const complaints = complaintsOf(phone);
  const token = await server.tokenFor(email);
  await phone.goto(`${server.url}/login#access_token=${token}&type=signup`);
  await expect(phone.getByRole("heading", { name: "Choose your password" })).toBeFocused();
  await expect(phone.getByText(`You signed up as ${email} in another browser`)).toBeVisible();
  await expect(phone).toHaveURL(`${server.url}/login`);
  // Nothing that was typed elsewhere is shown or kept.
  await expect(phone.getByLabel("First name")).toHaveValue("");
  await look(phone, "finish-sign-up");
  await phone.getByRole("button", { name: "Finish sign-up" }).click();
  await expect(phone.getByLabel("First name")).toHaveAccessibleDescription("Please enter your first name");
  await look(phone, "finish-sign-up-errors");
  await phone.getByLabel("First name").fill("Petra");
  await phone.getByLabel("Last name").fill("Calder");
  await phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await phone.keyboard.press("Enter");
  await expect(phone.getByText("Your email has been confirmed!")).toBeVisible();
  await expect(phone.getByLabel("Company name")).toBeVisible();

  // The laptop's password is gone; the phone's opens the account there, too.
  await page.goto(`${server.url}/login`);
  await signIn(page, email, "Laptop-pass-7");
  await expect(page.getByRole("alert").getByText("Invalid credentials")).toBeVisible();
  await signIn(page, email);
  await expect(page.getByText("Login successful!")).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a magic link signs in once, and only in words of ours does an address say why it did not", async ({ page }) => {
  const email = "mia@calder.example";
  const first = await signUp(page, "Mia", email);
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("tab", { name: "Magic Link" }).click();
  await expect(page.getByLabel("Email"), "what was typed goes along").toHaveValue(email);
  await look(page, "magic-link");
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  await expect(page.getByText("Magic link sent! Check your email")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  const resend = page.getByRole("button", { name: "Resend magic link" });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveAccessibleDescription(/You can request another in \d+ seconds\./);
  await look(page, "magic-link-sent");

  const token = await nextToken(email, first);
  await page.goto(`${server.url}/login#access_token=${token}&type=magiclink`);
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await page.goto(`${server.url}/login#access_token=${token}&type=magiclink`);
  await expect(page.getByText("Email link is invalid or has expired")).toBeVisible();

  await page.goto(`${server.url}/login#error=x&error_description=Call+this+number+now`);
  await page.reload();
  await expect(page.getByText("Email link is invalid or has expired")).toBeVisible();
  await expect(page.getByText("Call this number now")).toHaveCount(0);
});

test("a forgotten password is set anew by a mailed link, once, and the way leads on after two seconds", async ({
  page,
}) => {
  const email = "ben@calder.example";
  const first = await signUp(page, "Ben", email);
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page, "the address is not in the URL").toHaveURL(`${server.url}/reset-password`);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await look(page, "reset");
  await page.getByRole("button", { name: "Send Reset Instructions" }).click();
  await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await look(page, "reset-sent");

  const token = await nextToken(email, first);
  const link = `${server.url}/reset-password#access_token=${token}&type=recovery`;
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Set New Password" })).toBeVisible();
  expect(page.url(), "the token is out of the address").toBe(`${server.url}/reset-password`);
  const [password, confirmation] = [page.getByLabel("New password"), page.getByLabel("Confirm password")];
  await password.fill("short");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await password.fill("long-enough-but-plain");
  await expect(password).toHaveAccessibleDescription(/Still needs an uppercase letter, a number\./);
  await expect(
    page.getByText("Password must be at least 8 characters with uppercase, lowercase, and number"),
  ).toBeVisible();
  await look(page, "reset-new-password");
  await password.fill("Another-horse-8");
  await confirmation.fill("Another-horse-8");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByText("Password has been updated successfully")).toBeVisible();
  const began = Date.now();
  await expect(page).toHaveURL(`${server.url}/login`);
  expect(Date.now() - began).toBeGreaterThan(1000);

  await page.goto(link);
  await expect(page.getByText("Email link is invalid or has expired")).toBeVisible();
  await page.goto(`${server.url}/login`);
  await signIn(page, email, "Another-horse-8");
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test("two tabs are in step: public links, signing out, and signing in as somebody else", async ({ page, context }) => {
  await signUp(page, "Dora", "dora@calder.example");
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await signUp(page, "Cleo", "cleo@calder.example");
  const site = await context.newPage();
  await site.goto(`${server.url}/pricing`);
  await expect(site.getByRole("link", { name: "Dashboard" }).first()).toBeVisible();
  const second = await context.newPage();
  await second.goto(`${server.url}/dashboard/projects`);
  await expect(second.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();

  // The second tab hears it from the server, before the first has its answer and can say so.
  await page.route("**/session/sign-out", async (route) => {
    const response = await route.fetch();
    await second.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Evidence" }).click();
    await second.waitForURL(`${server.url}/login`);
    await route.fulfill({ response });
  });
  await page.goto(`${server.url}/logout`);
  await expect(second).toHaveURL(`${server.url}/login`);
  await expect(second.getByText("You signed out in another tab.")).toBeVisible();
  await expect(site.getByRole("link", { name: "Sign In" }).first()).toBeVisible();

  await signIn(page, "dora@calder.example");
  await expect(second, "a tab that waits for the sign-in goes on").toHaveURL(`${server.url}/dashboard`);
  await expect(second.getByRole("button", { name: "Switch company, Dora & Partners" })).toBeVisible();
  await expect(site.getByRole("link", { name: "Dashboard" }).first()).toBeVisible();

  await page.goto(`${server.url}/login`);
  await expect(page.getByText("You are signed in as dora@calder.example.")).toBeVisible();
  await look(page, "signed-in-already");
  await signIn(page, "cleo@calder.example");
  await expect(second.getByRole("button", { name: "Switch company, Cleo & Partners" })).toBeVisible();
});

test("a session that ended brings back the page and what was typed, and to nobody else", async ({ page, context }) => {
  const email = "eva@calder.example";
  await signUp(page, "Eva", email);
  await page.goto(`${server.url}/dashboard/projects/new`);
  await page.getByLabel("Project name").fill("Audit of 2027");
  await page.getByRole("radio", { name: /HIPAA/ }).check();
  await endElsewhere(context, page, email);
  await page.getByRole("button", { name: "Create Project" }).click();
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/login`);

  await signIn(page, email);
  await expect(page).toHaveURL(`${server.url}/dashboard/projects/new`);
  await expect(page.getByText("We restored what you typed.")).toBeVisible();
  await expect(page.getByLabel("Project name")).toHaveValue("Audit of 2027");
  await expect(page.getByRole("radio", { name: /HIPAA/ })).toBeChecked();
  await expect(page.getByRole("button", { name: "Create Project" })).toBeEnabled();

  // Once more, and somebody else signs in.
  await endElsewhere(context, page, email);
  await page.getByRole("button", { name: "Create Project" }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await signUp(page, "Finn", "finn@calder.example");
  expect(page.url(), "the page was another person's").toBe(`${server.url}/dashboard`);
  await page.goto(`${server.url}/dashboard/projects/new`);
  await expect(page.getByLabel("Project name")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Audit of 2027");
});
