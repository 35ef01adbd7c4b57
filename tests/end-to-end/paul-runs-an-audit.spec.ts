import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";

/** As long as a name may be, and one word. */
const LONG = `Audit-${"w".repeat(114)}`;
const DAY = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);

test("Paul runs an audit", async ({ page, opened: { server, admin } }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML)|validateDOMNesting/i.test(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const tokenFor = (email: string) => server.tokenFor(email);
  const paul = await Person.signUp(server.url, "Paul", "paul-audits@example.test", tokenFor);
  const company = await paul.found("Paul and Partners");
  for (const [name, control] of [
    ["Access control policy", "XC-07"],
    ["Information security policy", "XC-01"],
  ] as const) {
    const query = new URLSearchParams({ name, fileName: "policy.txt", type: "Policy", controls: control });
    await paul.upload(`/companies/${company}/evidence?${query}`, name);
  }
  const office = { applicable: false, reason: "Everybody works from home." };
  await paul.post(`/companies/${company}/controls/XC-17/applicability`, office);
  await comeIn(page, server.url, paul);
  const controls = page.getByRole("table", { name: "Controls" });
  const rows = controls.getByRole("row").filter({ has: page.getByRole("link") });

  await test.step("the dialog is prefilled by navigation state, which is used once", async () => {
    await page.goto(`${server.url}/dashboard/projects`);
    await expect(page.getByText("No project yet")).toBeVisible();
    await page.evaluate(() => {
      history.replaceState({ usr: { createProject: true, framework: "hipaa" }, key: "asked", idx: 0 }, "");
      location.reload();
    });
    const dialog = page.getByRole("dialog", { name: "Create New Project" });
    await expect(dialog.getByRole("radio", { name: "HIPAA" })).toBeChecked();
    await expect(dialog.getByRole("radio", { name: /GDPR/ })).toBeDisabled();
    await expect(dialog.getByLabel("Project name")).toHaveValue("HIPAA");
    await dialog.getByRole("radio", { name: /SOC 2/ }).check();
    await expect(dialog.getByLabel("Project name")).toHaveValue("SOC 2");
    await dialog.getByLabel("Project name").fill(" ");
    await expect(dialog.getByRole("button", { name: "Create Project" })).toBeDisabled();
    await dialog.getByLabel("Project name").fill(LONG);
    await dialog.getByRole("radio", { name: "HIPAA" }).check();
    await dialog.getByRole("radio", { name: /SOC 2/ }).check();
    await expect(dialog.getByLabel("Project name")).toHaveValue(LONG);
    await dialog.getByRole("button", { name: "Create Project" }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    const beyond = () => page.evaluate(() => document.body.scrollWidth - document.documentElement.clientWidth);
    await expect(page.getByRole("button", { name: `Actions for ${LONG}` })).toBeVisible();
    expect(await beyond(), "sideways scroll of the list").toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: LONG, exact: true }).click();
    await expect(page.getByRole("button", { name: "Start Project" })).toBeVisible();
    expect(await beyond(), "sideways scroll of the project").toBeLessThanOrEqual(0);
    await page.goBack();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: `Actions for ${LONG}` }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const renaming = page.getByRole("dialog", { name: "Rename Project" });
    await renaming.getByLabel("Project name").fill("Annual audit");
    await renaming.getByRole("button", { name: "Save" }).click();
    await expect(renaming).toBeHidden();
    await page.getByRole("link", { name: "Annual audit", exact: true }).click();
    await page.getByRole("button", { name: "Start Project" }).click();
    await expect(page.getByText("In Progress since")).toBeVisible();
  });

  await test.step("filters stand in the address, with what each choice would show", async () => {
    await expect(rows).toHaveCount(22);
    await page.getByRole("tab", { name: /^Needs evidence/ }).click();
    await expect(page).toHaveURL(/status=needs/);
    await expect(rows).toHaveCount(21);
    await expect(page.getByLabel("Domain").getByRole("option", { name: "Access (4)" })).toBeAttached();
    await page.getByLabel("Search controls").fill("lifecycle");
    await expect(page).toHaveURL(/search=lifecycle/);
    await expect(rows).toHaveCount(1);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(page.getByLabel("Search controls")).toHaveValue("lifecycle");
    await page.getByLabel("Search controls").fill("nothing like it");
    await expect(page.getByText("No controls match “nothing like it”.")).toBeVisible();
    await page.getByRole("button", { name: "Show all controls" }).click();
    await expect(rows).toHaveCount(22);
  });

  await test.step("an audit window counts the days that each control covered", async () => {
    const history: [string, string, string][] = [
      [`${day(40)}T09:00:00Z`, "passing", "EX-000001 is valid."],
      [`${day(12)}T10:00:00Z`, "failing", "2 of 27 accounts sign in without a second factor."],
      [`${day(11)}T08:00:00Z`, "passing", "EX-000001 is valid."],
    ];
    for (const [at, status, reason] of history)
      await admin(
        "INSERT INTO app.control_changes (company_id, control_id, at, status, reason) VALUES ($1, 'XC-07', $2, $3, $4)",
        [company, at, status, reason],
      );
    await page.getByRole("button", { name: "Set Audit Window" }).click();
    const dialog = page.getByRole("dialog", { name: "Audit Window" });
    await dialog.getByLabel("First day").fill(day(30));
    await dialog.getByLabel("Last day").fill(day(31));
    await dialog.getByRole("button", { name: "Set Window" }).click();
    await expect(dialog.getByText("The last day must be after the first")).toBeVisible();
    await dialog.getByLabel("Last day").fill(day(-30));
    await dialog.getByRole("button", { name: "Set Window" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("30 days have passed; 0 of 22 controls covered all of them.")).toBeVisible();
    await expect(rows.filter({ hasText: "Account lifecycle" })).toContainText("28 of 30 days");
    await look(page, "audit-project");
  });

  await test.step("a control's panel leads to its page: checks, what is missing, history, gaps", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await controls.getByRole("link", { name: "Account lifecycle", exact: true }).click();
    const panel = page.getByRole("complementary", { name: "Control details" });
    await expect(panel.getByText("ISO 27001", { exact: true })).toBeVisible();
    await expect(panel.getByRole("list", { name: "Days not covered" })).toContainText("Failing: 2 of 27 accounts");
    await look(page, "audit-panel", { themes: ["light"] });
    await page.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole("link", { name: "Open control page" }).click();
    await expect(page).toHaveURL(/\/dashboard\/controls\/XC-07\?project=/);
    await expect(page.getByRole("heading", { name: "Account lifecycle", level: 1 })).toBeVisible();
    await expect(page.getByRole("img", { name: /^In the last 90 days: .*failing/ })).toBeVisible();
    // An item with the very title of a document is none until somebody files it as that.
    const expected = page.getByRole("region", { name: "Expected documents" });
    await expect(expected.getByText("0 of 2 on file")).toBeVisible();
    await expect(expected.getByText("Missing")).toHaveCount(2);
  });

  await test.step("a document is filed as one, a reviewer returns it, and the control's page says so", async () => {
    const quinn = await Person.signUp(server.url, "Quinn", "quinn-reviews@example.test", tokenFor);
    await admin("INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, 'member')", [
      company,
      quinn.id,
    ]);
    const expected = page.getByRole("region", { name: "Expected documents" });
    await expected.getByRole("button", { name: /^File document\s+as Access control policy/ }).click();
    const dialog = page.getByRole("dialog", { name: "File as document" });
    await expect(dialog.getByLabel("Item")).toHaveText(/Access control policy/);
    await dialog.getByLabel("Covers from").fill(day(-2));
    await dialog.getByRole("button", { name: "File", exact: true }).click();
    await expect(dialog.getByText("The period is in the future. Choose days up to today (UTC).")).toBeVisible();
    await dialog.getByLabel("Covers from").fill(day(30));
    await look(page, "audit-document", { themes: ["light"] });
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "File", exact: true }).click();
    await expect(expected.getByText("Waiting for review")).toBeVisible();
    await expect(expected.getByRole("button", { name: /^Accept/ })).toHaveCount(0);

    await comeIn(page, server.url, quinn);
    await page.goto(`${server.url}/dashboard/projects`);
    const waiting = page.getByRole("region", { name: "For you to review" });
    await waiting.getByRole("link", { name: "Access control policy" }).click();
    await expected.getByRole("button", { name: /^Return\s+EX-\d+ as Access control policy/ }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("The date is missing.");
    await page.getByRole("dialog").getByRole("button", { name: "Return document" }).click();
    await expect(expected.getByText("Returned", { exact: true })).toBeVisible();

    await comeIn(page, server.url, paul);
    await page.goto(`${server.url}/dashboard/controls/XC-07`);
    await expect(expected.getByText("The date is missing.")).toBeVisible();
    await expect(expected.getByText(/Returned by Quinn Example/)).toBeVisible();
    await look(page, "audit-documents");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("somebody sees to it, and notes are struck out and not removed", async () => {
    await page.getByLabel("Owner", { exact: true }).selectOption({ label: "Paul Example (you)" });
    await page.getByLabel("Due date", { exact: true }).fill(day(1));
    await page.getByRole("region", { name: "Owner and due date" }).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Owner and due date saved")).toBeVisible();
    await page.getByRole("textbox", { name: "Note" }).fill("Asked the vendor for the list of leavers.");
    await page.getByRole("button", { name: "Add Note" }).click();
    const notes = page.getByRole("list", { name: "Notes" });
    await expect(notes).toContainText("Asked the vendor");
    await notes.getByRole("button", { name: "Cross out" }).click();
    await expect(notes.getByText("Crossed out by Paul Example")).toBeVisible();
    await expect(notes).toContainText("Asked the vendor");
    await look(page, "audit-control");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("what is due shows to its owner; an archived project is folded away and comes back", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }).click();
    await expect(page.getByRole("region", { name: "Yours" })).toContainText("Overdue since");
    await look(page, "audit-projects");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Actions for Annual audit" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    const dialog = page.getByRole("dialog", { name: "Archive Project" });
    await expect(dialog).toContainText("0 of 21 controls passed");
    await look(page, "audit-archive", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(page.getByText("All projects are archived.")).toBeVisible();
    await page.locator("summary").filter({ hasText: "Archived" }).click();
    await page.getByRole("table", { name: "Archived projects" }).getByRole("link", { name: "Annual audit" }).click();
    await expect(page.getByText("Its figures are from that date.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change Window" })).toBeHidden();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("In Progress since")).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
