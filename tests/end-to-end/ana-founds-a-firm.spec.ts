import type { Browser, Locator, Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { PASSWORD, Person } from "../support/person.ts";
import type { ServerProcess } from "../support/server-process.ts";

const firm = "Oduya & Partners LLP";
let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

const address = (name: string) => `${name.toLowerCase()}@oduya.example`;
const themes = ["light"] as const;

/** A confirmed account, and a browser of its own that is signed in to it. */
async function arrive(browser: Browser, name: string): Promise<{ person: Person; page: Page }> {
  const email = address(name);
  const person = await Person.signUp(server.url, name, email, () => server.tokenFor(email));
  const context = await browser.newContext();
  const [cookie, value] = person.cookie.split("=") as [string, string];
  await context.addCookies([{ name: cookie, value, url: server.url }]);
  return { person, page: await context.newPage() };
}

const invitationTo = (email: string) => server.mailedTo(email, /^(http\S+\/invite\?token=[\w-]+)$/m);

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

const settings = (page: Page) => page.goto(`${server.url}/dashboard/settings`);
const team = (page: Page) => page.getByRole("table", { name: "Team Members" });
const pending = (page: Page) => page.getByRole("table", { name: "Pending Invitations" });
const rowOf = (table: Locator, text: string) => table.getByRole("row").filter({ hasText: text });
const switcher = (page: Page) => page.getByRole("button", { name: "Switch company" });
const expectDashboardOf = async (page: Page) => {
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(switcher(page)).toContainText(firm);
};

/** Opens the dialog and sends it; what follows is for the caller to see. */
async function invite(page: Page, email: string, role?: string): Promise<void> {
  await page.getByRole("button", { name: "Invite Member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Team Member" });
  await dialog.getByLabel("Email").fill(email);
  if (role) await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
}

test("Ana founds a firm, invites Ben and Cleo, hands it to Ben and leaves", async ({ browser }) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted ?(Type|HTML)/i.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    return page;
  };
  const ana = await arrive(browser, "Ana");
  listen(ana.page);

  await test.step("she names it, and its settings know her as the owner", async () => {
    await ana.page.goto(`${server.url}/dashboard`);
    const welcome = ana.page.getByRole("dialog", { name: "Welcome to Exhibit" });
    await welcome.getByLabel("Company name").fill(firm);
    await welcome.getByRole("button", { name: "Create Company" }).click();
    await expect(ana.page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await settings(ana.page);
    await expect(rowOf(team(ana.page), "Ana Example")).toContainText("Owner");
    await expect(ana.page.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
    await ana.page.getByLabel("Company name").fill("  ");
    await ana.page.getByRole("button", { name: "Save" }).click();
    await expect(ana.page.getByLabel("Company name")).toHaveAccessibleDescription("Company name cannot be empty");
    await ana.page.getByLabel("Company name").fill(firm);
  });

  await test.step("the keyboard alone invites Ben", async () => {
    const { page } = ana;
    await page.getByRole("button", { name: "Invite Member" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Invite Team Member" });
    await expect(dialog.getByLabel("Email")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.type(address("Ben"));
    await page.keyboard.press("Tab");
    await expect(dialog.getByLabel("Role")).toHaveValue("member");
    await expect(dialog.getByText("May create projects, add evidence, and read projects and evidence.")).toBeVisible();
    await look(page, "invite-dialog", { themes });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Invitation sent to ${address("Ben")}`)).toBeVisible();
    await expect(page.getByRole("status").getByText(`${server.url}/invite?token=`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Invite Member" })).toBeFocused();
    await invite(page, address("Ben").toUpperCase());
    await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription("This email has already been invited");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  const cleosLink = await test.step("Cleo is invited as a viewer, and her link is copied", async () => {
    const { page } = ana;
    await page.getByRole("button", { name: "Dismiss" }).click();
    await invite(page, address("Cleo"), "viewer");
    await expect(rowOf(pending(page), address("Cleo"))).toContainText("Viewer");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: `Copy invite link for ${address("Cleo")}` }).click();
    const link = page.getByRole("status").getByText(`${server.url}/invite?token=`);
    await expect(link).toBeVisible();
    const text = await link.innerText();
    expect(text).not.toBe(await invitationTo(address("Cleo")));
    await look(page, "settings-company");
    return text;
  });

  const ben = listen(await (await browser.newContext()).newPage());
  const bensLink = await invitationTo(address("Ben"));
  await test.step("Ben has no account: he signs up by the invitation and is a member", async () => {
    await ben.route("**/invitations/look", (route) => route.abort());
    await ben.goto(bensLink);
    await expect(ben.getByText("Failed to load invitation")).toBeVisible();
    await ben.unroute("**/invitations/look");
    await ben.getByRole("button", { name: "Try again" }).click();
    await expect(ben.getByRole("heading", { name: `Join ${firm}` })).toBeVisible();
    await expect(ben).toHaveURL(`${server.url}/invite`);
    for (const text of ["Ana Example", "Member", address("Ben")])
      await expect(ben.getByRole("definition").filter({ hasText: text }).first()).toBeVisible();
    await expect(ben.getByText("You'll need to sign in or create an account to accept this invitation.")).toBeVisible();
    await look(ben, "invite");
    await ben.reload();
    await ben.getByRole("button", { name: "Sign in to Accept" }).click();
    await expect(ben.getByLabel("Email")).toHaveValue(address("Ben"));
    await ben.getByRole("tab", { name: "Sign Up" }).click();
    await expect(ben.getByLabel("Email")).toHaveValue(address("Ben"));
    await ben.getByLabel("First name").fill("Ben");
    await ben.getByLabel("Last name").fill("Example");
    await ben.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await ben.getByLabel("Confirm password").fill(PASSWORD);
    await ben.getByRole("checkbox", { name: "I'm not a robot" }).check();
    await ben.getByRole("button", { name: "Create Account" }).click();
    await expect(ben.getByRole("heading", { name: "Registration successful" })).toBeVisible();
    await ben.goto(`${server.url}/login#access_token=${await server.tokenFor(address("Ben"))}&type=signup`);
    await expect(ben.getByText("Your email has been confirmed!")).toBeVisible();
    await ben.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(ben.getByText("You have joined the company")).toBeVisible();
    await expect(ben.getByText("You've successfully accepted the invitation!")).toBeVisible();
    await expectDashboardOf(ben);
    await ben.goto(bensLink);
    await expect(ben.getByText("This invitation has expired or has already been used.")).toBeVisible();
    await look(ben, "invite-ended", { themes });
  });

  const companyId = (await (await ana.page.request.get(`${server.url}/api/v1/companies`)).json())[0].id as string;
  /** What the page's own session is answered. */
  const ask = async (page: Page, method: string, at: string, data?: unknown) =>
    (
      await page.request.fetch(`${server.url}/api/v1/companies/${companyId}${at}`, {
        method,
        data,
        headers: { origin: server.url },
      })
    ).status();

  await test.step("what a member may not, the page does not offer and the server refuses", async () => {
    await settings(ben);
    await expect(rowOf(team(ben), "Ana Example")).toContainText("Owner");
    await expect(ben.getByLabel("Company name")).not.toBeEditable();
    for (const name of ["Save", "Invite Member", "Transfer ownership", "Delete company", "Export records", /^Remove/])
      await expect(ben.getByRole("button", { name })).toHaveCount(0);
    await expect(pending(ben)).toHaveCount(0);
    await expect(ben.getByRole("combobox")).toHaveCount(0);
    const anaMember = (
      await (await ana.page.request.get(`${server.url}/api/v1/companies/${companyId}/members`)).json()
    )[0].id;
    expect(await ask(ben, "GET", "/invitations")).toBe(403);
    expect(await ask(ben, "POST", "/invitations", { email: "x@calder.example", role: "admin" })).toBe(403);
    expect(await ask(ben, "PATCH", "", { name: "Ben's" })).toBe(403);
    expect(await ask(ben, "PATCH", `/members/${anaMember}`, { role: "viewer" })).toBe(403);
    expect(await ask(ben, "DELETE", `/members/${anaMember}`)).toBe(403);
    expect(await ask(ben, "POST", "/owner", { memberId: anaMember })).toBe(403);
  });

  const cleo = await arrive(browser, "Cleo");
  await test.step("Cleo's link is not for Dan; signing out leads to her, and two tabs join once", async () => {
    const { page } = await arrive(browser, "Dan");
    await page.goto(cleosLink);
    await expect(page.getByText(`You are signed in as ${address("Dan")}`)).toBeVisible();
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(page.getByText("This invitation was sent to a different email address")).toBeVisible();
    await look(page, "invite-another", { themes });
    const second = await page.context().newPage();
    await page.getByRole("button", { name: "Switch account" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(address("Cleo"));
    await signIn(page);
    await expect(page.getByRole("heading", { name: `Join ${firm}` })).toBeVisible();
    await second.goto(cleosLink);
    await second.getByRole("button", { name: "Accept", exact: true }).click();
    await expectDashboardOf(second);
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(page.getByText("You are already a member of this company")).toBeVisible();
    await expectDashboardOf(page);
    await page.context().close();
  });

  await test.step("a viewer reads, and files nothing", async () => {
    const { page } = cleo;
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(switcher(page)).toContainText(firm);
    await expect(page.getByRole("button", { name: "Add Evidence" })).toHaveCount(0);
    expect(await ask(page, "POST", "/projects", { name: "Hers", framework: "soc2" })).toBe(403);
    expect(await ask(page, "GET", "/projects")).toBe(200);
  });

  await test.step("Ana changes a role and takes it back", async () => {
    const { page } = ana;
    await settings(page);
    const role = page.getByRole("combobox", { name: "Role of Cleo Example" });
    await role.selectOption("member");
    await expect(page.getByText("User role updated successfully")).toBeVisible();
    await expect(role).toHaveValue("member");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/members/*", async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(role).toBeFocused();
    // An answer that comes late takes nobody back who has gone on.
    await page.getByLabel("Company name").focus();
    release();
    await expect(page.getByText("is Viewer again.")).toBeVisible();
    await expect(page.getByLabel("Company name")).toBeFocused();
    await page.unroute("**/members/*");
    await expect(role).toHaveValue("viewer");
  });

  await test.step("Ana hands the firm to Ben and leaves it", async () => {
    const { page } = ana;
    await page.getByRole("button", { name: "Transfer ownership" }).click();
    const dialog = page.getByRole("dialog", { name: "Transfer ownership" });
    await dialog.getByRole("button", { name: "Transfer ownership" }).click();
    await expect(dialog.getByLabel("New owner")).toHaveAccessibleDescription("Choose who becomes the owner");
    await look(page, "transfer", { themes });
    await dialog.getByLabel("New owner").selectOption({ label: "Ben Example, Member" });
    await dialog.getByRole("button", { name: "Transfer ownership" }).click();
    await expect(page.getByText("Ben Example is now the owner")).toBeVisible();
    await expect(rowOf(team(page), "Ben Example")).toContainText("Owner");
    await expect(page.getByRole("button", { name: "Delete company" })).toHaveCount(0);
    await page.getByRole("button", { name: "Leave company" }).click();
    const leaving = page.getByRole("dialog", { name: `Leave ${firm}` });
    await leaving.getByRole("button", { name: "Leave company" }).click();
    await expect(page.getByText(`You have left ${firm}`)).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
    expect(await ask(page, "GET", "")).toBe(404);
  });

  await test.step("Ben removes nobody by accident", async () => {
    await settings(ben);
    await ben.getByRole("button", { name: "Remove Cleo Example" }).click();
    const dialog = ben.getByRole("dialog", { name: "Remove Cleo Example" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await ben.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(team(ben), "Cleo Example")).toBeVisible();
  });

  await test.step("a link of a cancelled invitation opens nothing, and another is declined without an account", async () => {
    const guest = await (await browser.newContext()).newPage();
    await invite(ben, address("Gil"));
    const cancelled = await invitationTo(address("Gil"));
    await ben.getByRole("button", { name: `Cancel invitation for ${address("Gil")}` }).click();
    await expect(ben.getByText("No pending invitations.")).toBeVisible();
    await guest.goto(cancelled);
    await expect(guest.getByText("Invalid invitation link")).toBeVisible();
    await expect(guest).toHaveURL(`${server.url}/`);
    await guest.goto(`${server.url}/invite`);
    await expect(guest.getByText("Invalid invitation link")).toBeVisible();
    await invite(ben, address("Gil"));
    await expect.poll(() => invitationTo(address("Gil"))).not.toBe(cancelled);
    const link = await invitationTo(address("Gil"));
    await guest.goto(link);
    await guest.getByRole("button", { name: "Decline" }).click();
    await expect(guest.getByText("Invitation declined", { exact: true })).toBeVisible();
    await expect(guest.getByText("You have declined this invitation.")).toBeVisible();
    await guest.goto(link);
    await expect(guest.getByText("You have declined this invitation.")).toBeVisible();
    await guest.context().close();
  });

  await test.step("Ana comes back without the mail: the welcome dialog knows that she is invited", async () => {
    await settings(ben);
    await invite(ben, address("Ana"), "admin");
    await expect(ben.getByText(`Invitation sent to ${address("Ana")}`)).toBeVisible();
    await ana.page.goto(`${server.url}/dashboard`);
    const welcome = ana.page.getByRole("dialog", { name: "Welcome to Exhibit" });
    await expect(welcome.getByText("Ben Example invited you as Admin")).toBeVisible();
    await look(ana.page, "welcome-invited");
    await welcome.getByRole("button", { name: `Join ${firm}` }).click();
    await expect(ana.page.getByText("You have joined the company")).toBeVisible();
    await expectDashboardOf(ana.page);
  });

  await test.step("S7: Ben sees what Ana issued before he ends her rights, and keeps what he chooses", async () => {
    expect(await ask(ana.page, "POST", "/invitations", { email: address("Hal"), role: "viewer" })).toBe(200);
    const hook = { url: "https://hooks.example.com/exhibit", events: ["company.renamed"] };
    expect(await ask(ana.page, "POST", "/webhooks", hook)).toBe(200);
    await settings(ben);
    await ben.getByRole("combobox", { name: "Role of Ana Example" }).selectOption("viewer");
    const lowering = ben.getByRole("dialog", { name: "Change the role of Ana Example" });
    await expect(lowering.getByRole("checkbox")).toHaveCount(2);
    await look(ben, "lower-role", { themes });
    await lowering.getByRole("button", { name: "Cancel" }).click();
    await expect(ben.getByRole("combobox", { name: "Role of Ana Example" })).toHaveValue("admin");

    await ben.getByRole("button", { name: "Remove Ana Example" }).click();
    const dialog = ben.getByRole("dialog", { name: "Remove Ana Example" });
    const kept = dialog.getByRole("checkbox", { name: `Invitation ${address("Hal")}` });
    await expect(kept).not.toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "Webhook hooks.example.com" })).toBeVisible();
    await kept.press("Space");
    await expect(kept).toBeChecked();
    await look(ben, "remove-admin", { themes });
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(ben.getByText("Ana Example has been removed")).toBeVisible();
    await expect(rowOf(pending(ben), address("Hal"))).toBeVisible();
    await server.mailedTo(address("Ben"), /(Ana Example was removed from the company)/);
    expect(await ask(ana.page, "GET", "")).toBe(404);
    await invite(ben, address("Ana"), "admin");
    await ana.page.goto(`${server.url}/dashboard`);
    await ana.page.getByRole("button", { name: `Join ${firm}` }).click();
    await expectDashboardOf(ana.page);
  });

  await test.step("the end of the firm is asked for by its name, said on every page, and called off", async () => {
    await ben.getByRole("button", { name: "Delete company" }).click();
    const dialog = ben.getByRole("dialog", { name: "Delete company" });
    const press = dialog.getByRole("button", { name: "Delete company" });
    await expect(press).toHaveAttribute("aria-disabled", "true");
    await look(ben, "delete-company", { themes });
    await dialog.getByLabel("Company name").fill(firm);
    await press.click();
    await expect(ben.getByRole("complementary", { name: "Deletion" })).toContainText(`${firm} will be deleted on`);
    await look(ben, "deletion-due", { themes });
    await ana.page.reload();
    const banner = ana.page.getByRole("complementary", { name: "Deletion" });
    await expect(banner).toContainText("Its owner can still cancel.");
    await expect(banner.getByRole("button")).toHaveCount(0);
    await ben.getByRole("tabpanel").getByRole("button", { name: "Cancel deletion" }).click();
    await expect(ben.getByRole("complementary", { name: "Deletion" })).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});
