import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { PASSWORD, Person } from "../support/person.ts";

async function pressPalette(page: Page): Promise<Locator> {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or go to" });
  await expect(field).toBeFocused();
  return field;
}

const switcher = (page: Page) => page.getByRole("button", { name: /^Switch company/ });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const crumbs = (page: Page) => page.getByRole("navigation", { name: "Breadcrumb" });

test("Ida finds her way", async ({ page, context, server }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML)/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));

  const tokenFor = (email: string) => server.tokenFor(email);
  const ida = await Person.signUp(server.url, "Ida", "ida-finds@example.test", tokenFor);
  const law = await ida.found("Novak Law");
  const { slug } = (await ida.get(`/companies/${law}`)).body;
  await ida.found("Novak Labs");
  const project = (await ida.post(`/companies/${law}/projects`, { name: "Bridge letter", framework: "soc2" })).body.id;
  for (const name of ["MFA enforcement report", "Leaver checklist"]) {
    const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-01" });
    await ida.upload(`/companies/${law}/evidence?${query}`, name);
  }
  const olga = await Person.signUp(server.url, "Olga", "olga-finds@example.test", tokenFor);
  const firm = await olga.found("Olga and Partners");
  const invited = await olga.post(`/companies/${firm}/invitations`, { email: ida.email, role: "viewer" });
  await ida.post("/invitations/accept", { invitationId: invited.body.invitation.id });

  await test.step("an address survives signing in, its filters and its fragment too", async () => {
    await page.goto(`${server.url}/dashboard/activity?kind=project#end`);
    await page.waitForURL(/\/login$/);
    await page.getByLabel("Email").fill(ida.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL(`${server.url}/dashboard/activity?kind=project#end`);
    await expect(page.getByRole("table", { name: "Activity" })).toContainText(
      "Ida Example created the project “Bridge letter”.",
    );
    await expect(page.getByRole("row")).toHaveCount(2);
  });

  await test.step("the sidebar has every place, folds by its shortcut and stays folded for seven days", async () => {
    for (const name of ["Dashboard", "Projects", "Evidence", "Integrations", "Systems", "Matters", "Audit"])
      await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name })).toBeVisible();
    for (const name of ["Activity", "Exports"])
      await expect(page.getByRole("navigation", { name: "Records" }).getByRole("link", { name })).toBeVisible();
    for (const name of ["Admin", "Support", "Settings"])
      await expect(page.getByRole("navigation", { name: "System" }).getByRole("link", { name })).toBeVisible();
    const width = async () => (await page.locator(".sidebar").boundingBox())?.width;
    expect(await width()).toBe(256);
    await page.keyboard.press("Control+b");
    await expect.poll(width).toBe(48);
    const cookie = (await context.cookies()).find(({ name }) => name === "sidebar:state");
    expect(cookie?.value).toBe("false");
    expect(Math.abs(cookie!.expires - Date.now() / 1000 - 7 * 24 * 3600)).toBeLessThan(60);
    await page.keyboard.press("Control+b");
    await expect.poll(width).toBe(256);
  });

  await test.step("U11: an unknown address keeps the workspace", async () => {
    await page.goto(`${server.url}/dashboard/nowhere`);
    await expect(heading(page, "Page Not Found")).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }).click();
    await expect(heading(page, "Projects")).toBeVisible();
  });

  await test.step("U11: Back never opens again what was closed", async () => {
    await page.getByRole("button", { name: "Create New Project" }).click();
    await expect(page.getByRole("dialog", { name: "Create New Project" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goBack();
    await expect(heading(page, /./)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("U9: from a control's page one files and imports in place", async () => {
    await page.goto(`${server.url}/dashboard/controls/XC-08`);
    for (const name of ["Add Evidence", "Import a Report"]) {
      await page.locator(".page-actions").getByRole("button", { name }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^(Cancel|Close)$/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/dashboard/controls/XC-08");
    }
  });

  await test.step("U11: without a network it is said at once, and no longer once there is one", async () => {
    await context.setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("You are offline.")).toHaveCount(0);
    await page.goto(`${server.url}/dashboard/activity?kind=project#end`);
  });

  await test.step("the activity is filtered in the address, and exported by who may", async () => {
    await page.getByLabel("Kind").selectOption("Evidence filed");
    await expect(page).toHaveURL(/kind=evidence/);
    await expect(page.getByRole("table", { name: "Activity" })).toContainText("filed EX-002, “Leaver checklist”.");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^exhibit-activity-.*\.csv$/);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("table", { name: "Activity" })).toContainText("exported the activity log as CSV.");
    await look(page, "activity", { themes: ["light"] });
  });

  await test.step("the palette leads to an item by keyboard alone, and remembers it", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const field = await pressPalette(page);
    await field.pressSequentially("mfa enf");
    const option = page.getByRole("option", { name: /^MFA enforcement report/ });
    await expect(option).toHaveAttribute("aria-selected", "true");
    await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id"))!);
    await look(page, "palette", { themes: ["dark"] });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("complementary", { name: "Evidence details" })).toBeVisible();
    await expect(crumbs(page)).toContainText("EX-001");

    await page.setViewportSize({ width: 1440, height: 900 });
    await pressPalette(page);
    await expect(page.getByRole("group", { name: "Recent" }).getByRole("option").first()).toContainText("MFA");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("a number, a requirement and a project are found; what is not there is said", async () => {
    const field = await pressPalette(page);
    await field.fill("2");
    await expect(page.getByRole("option", { name: /Leaver checklist/ })).toBeVisible();
    await field.fill("cc6.1");
    const control = page.getByRole("group", { name: "Controls" }).getByRole("option").first();
    await expect(control).toBeVisible();
    await field.fill("zebra crossing");
    await expect(page.getByText("Nothing matches “zebra crossing”.")).toBeVisible();
    await page.route("**/search?*", (route) => route.abort());
    await field.fill("bridge");
    await expect(page.getByText("Projects, controls and evidence could not be searched.")).toBeVisible();
    await page.unroute("**/search?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("option", { name: /^Bridge letter/ })).toBeVisible();
    await field.press("Enter");
    await expect(heading(page, "Bridge letter")).toBeVisible();
  });

  await test.step("breadcrumbs say where one is: the project, and the control that is open", async () => {
    await expect(crumbs(page)).toHaveText(/Projects\s*Bridge letter/);
    await page.goto(`${server.url}/dashboard/projects/${project}?control=XC-01`);
    await expect(crumbs(page).getByRole("link", { name: "Bridge letter" })).toBeVisible();
    await look(page, "project-control", { widths: [1440], themes: ["light"] });
    await crumbs(page).getByRole("link", { name: "Bridge letter" }).click();
    await expect(page.getByRole("complementary", { name: "Control details" })).toHaveCount(0);
  });

  await test.step("two tabs show two companies, and a reload changes neither", async () => {
    const other = await context.newPage();
    await other.goto(`${server.url}/dashboard`);
    await switcher(other).click();
    await other.getByRole("menuitemradio", { name: /Novak Labs/ }).click();
    await expect(other.getByText("Switched to Novak Labs")).toBeVisible();
    await other.reload();
    await expect(switcher(other)).toContainText("Novak Labs");
    await page.reload();
    await expect(switcher(page)).toContainText("Novak Law");
    await other.goto(`${server.url}/dashboard/evidence?company=${slug}`);
    await expect(switcher(other)).toContainText("Novak Law");
    await expect(other).toHaveURL(`${server.url}/dashboard/evidence`);
    await other.close();
  });

  await test.step("a membership that ended cannot be switched to; one that ends while working is said", async () => {
    await switcher(page).click();
    await page.getByRole("menuitemradio", { name: /Olga and Partners/ }).click();
    await expect(page.getByText("Switched to Olga and Partners")).toBeVisible();
    await pressPalette(page);
    await page.getByRole("combobox").fill("invite");
    await expect(page.getByRole("option", { name: "Invite Member" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    const members = (await olga.get(`/companies/${firm}/members`)).body as { id: string; userId: string }[];
    await olga.send("DELETE", `/companies/${firm}/members/${members.find(({ userId }) => userId === ida.id)!.id}`);
    // Heard of with the first answer that says so, and by itself within a quarter of a minute.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Integrations" }).click();
    await expect(page.getByText("Switched to Novak Law")).toBeVisible();
    await expect(switcher(page)).toContainText("Novak Law");

    await page.route("**/api/v1/companies", (route) => route.abort());
    await switcher(page).click();
    await page.getByRole("menuitemradio", { name: /Novak Labs/ }).click();
    await expect(page.getByText("Failed to switch company")).toBeVisible();
    await expect(switcher(page)).toContainText("Novak Law");
    await page.unroute("**/api/v1/companies");
  });

  await test.step("help is somewhere: documentation, questions, walk-throughs", async () => {
    await page.getByRole("navigation", { name: "System" }).getByRole("link", { name: "Support" }).click();
    for (const name of ["Documentation", "FAQ", "Video Tutorials"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await look(page, "support", { themes: ["light"] });
    await page.getByRole("link", { name: "Read the documentation" }).click();
    await page.getByLabel("Search the documentation").fill("rename");
    await look(page, "documentation", { themes: ["dark"] });
    await page.goto(`${server.url}/dashboard/support/docs/roles`);
    const rename = page.getByRole("row", { name: /^Rename the company/ });
    await expect(rename.getByText("Yes")).toHaveCount(2);
    await look(page, "documentation-roles", { themes: ["light"] });
    await page.goto(`${server.url}/dashboard/support/docs/verifying-a-bundle`);
    await look(page, "documentation-verify", { themes: ["dark"] });
    await page.goto(`${server.url}/dashboard/support/faq`);
    await expect(page.getByRole("heading", { name: "Can I export my raw evidence?" })).toBeVisible();
    await look(page, "support-faq", { widths: [390], themes: ["light"] });
    await page.goto(`${server.url}/dashboard/support/walk-throughs`);
    await page.getByRole("region", { name: "Read a control" }).getByRole("button", { name: "Start" }).click();
    const bar = page.getByRole("complementary", { name: "Guided tour" });
    await expect(bar).toContainText("Read a control, step 1 of 3");
    await expect(heading(page, "Projects")).toBeVisible();
    await look(page, "walk-through", { themes: ["dark"] });
    await bar.getByRole("button", { name: "Next step" }).click();
    await expect(bar).toContainText("step 2 of 3");
    await page.reload();
    await expect(bar).toContainText("step 2 of 3");
    await bar.getByRole("button", { name: "Leave tour" }).click();
    await page.goto(`${server.url}/dashboard/support/walk-throughs`);
    await expect(page.getByText("1 of 3 done")).toBeVisible();
    await look(page, "walk-throughs", { themes: ["light"] });
  });

  await test.step("a message that could not be sent keeps its text, and is sent then", async () => {
    await page.goto(`${server.url}/dashboard/support`);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Please enter a subject")).toBeVisible();
    await page.getByLabel("Subject").fill("Roles");
    await page.getByLabel("Message").fill("Who may rename us?");
    await page.route("**/support-messages", (route) => route.abort());
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Failed to send message. Please try again later.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Who may rename us?");
    await page.unroute("**/support-messages");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("");
  });

  await test.step("the debug page shows the session masked, two ways to create, and the policies in force", async () => {
    await page.goto(`${server.url}/dashboard/debug`);
    const authentication = page.getByRole("region", { name: "Authentication" });
    await expect(authentication).toContainText(ida.id);
    await expect(authentication).toContainText("••••");
    await page.getByRole("tab", { name: "Direct DB Insert" }).click();
    await page.getByLabel("Company name").fill("Backdoor Inc");
    await page.getByRole("button", { name: "Insert directly" }).click();
    await expect(
      page.getByText("Error: Permission denied: You may not have the right permissions (Code: forbidden)"),
    ).toBeVisible();
    await look(page, "debug", { themes: ["dark"] });
    await page.getByRole("tab", { name: "RLS Policies" }).click();
    await expect(page.getByRole("region", { name: "companies" })).toBeVisible();
    await look(page, "debug-policies", { widths: [390], themes: ["light"] });
    await page.getByRole("tab", { name: "Standard Creation" }).click();
    await page.getByLabel("Company name").fill("Novak Law");
    await page.getByRole("button", { name: "Create through the API" }).click();
    await expect(page.getByText("Error: A company with this name already exists (Code: 23505)")).toBeVisible();
    await page.route("**/debug/session", (route) => route.abort());
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("alert")).toContainText("Error checking auth: ");
  });
  expect(complaints).toEqual([]);
});
