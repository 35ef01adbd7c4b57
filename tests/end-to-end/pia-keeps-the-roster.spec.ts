import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

const csv = (...rows: readonly string[]) => ["Name,Work email,Job title,Employment,Starts", ...rows].join("\r\n");
const right = [
  "Dan Reyes,dan@roster.test,Associate,Employee,2026-01-05",
  "Zoë Lang,zoe@roster.test,Partner,Partner,2024-03-01",
  "Hannah Vogel,hannah@roster.test,Office manager,Employee,2025-06-01",
];
const wrong = ["Nobody,,Robot,Robot,2026-01-05", "Late,,Clerk,Employee,2026-02-30"];

async function choose(page: Page, text: string) {
  const dialog = page.getByRole("dialog", { name: "Import people" });
  await dialog
    .getByLabel("CSV file")
    .setInputFiles({ name: "roster.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  return dialog;
}

const titleIn = (panel: Locator) => panel.locator(".record-fields > div").filter({ hasText: /^Job title/ });

test("Pia imports a roster, mends it, keeps it with others, and confirms that it is complete", async ({
  page,
  server,
  browser,
}) => {
  const [pia, vic, mo] = (await Promise.all(
    ["Pia", "Vic", "Mo"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@roster.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person, Person];
  const company = await pia.found("Roster and Sons");
  const letIn = async (person: Person, role: string) => {
    const { body } = await pia.post(`/companies/${company}/invitations`, { email: person.email, role });
    await person.post("/invitations/accept", { invitationId: body.invitation.id });
  };
  for (const [person, role] of [
    [vic, "viewer"],
    [mo, "admin"],
  ] as const)
    await letIn(person, role);
  await signIn(page, server.url, pia);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const panel = page.getByRole("complementary", { name: "person details" });
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });

  await test.step("the program tells what each register decides and what it asks for next", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Program" }).click();
    await expect(page.getByText(/^0 of \d+ registers confirmed complete$/)).toBeVisible();
    await expect(row("Everyone who works for you")).toContainText("A security owner is named and active");
    await look(page, "program-empty");
    await wide();
    await page.getByRole("link", { name: "Add people, or say that there are none" }).click();
    await expect(page.getByRole("heading", { name: "No people yet" })).toBeVisible();
    await look(page, "register-empty");
    await wide();
  });

  await test.step("a file with wrong rows is listed row by row, and nothing of it is imported", async () => {
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const dialog = await choose(page, csv(...right, ...wrong));
    await expect(dialog.getByText("2 rows are wrong")).toBeVisible();
    await expect(dialog.getByRole("row", { name: /^5 Employment / })).toBeVisible();
    await expect(dialog.getByRole("row", { name: /^6 Starts / })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Import" })).toHaveAttribute("aria-disabled", "true");
    await look(page, "register-import");
    await wide();
    expect((await pia.get(`/companies/${company}/registers/people/records`)).body.total).toBe(0);
  });

  await test.step("the mended file is imported whole", async () => {
    const dialog = await choose(page, csv(...right));
    await expect(dialog.getByText("3 people will be added")).toBeVisible();
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(page.getByText("3 added")).toBeVisible();
    await expect(row("Zoë Lang")).toContainText("Partner");
    await look(page, "register");
    await wide();
  });

  await test.step("an import is undone, and comes again", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone")).toBeVisible();
    await expect(page.getByText("No people here under Active")).toBeVisible();
    await page.getByRole("button", { name: "Import CSV" }).click();
    const dialog = await choose(page, csv(...right));
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(row("Zoë Lang")).toBeVisible();
  });

  await test.step("search, filter and order stand in the address, so that Back leads to them", async () => {
    await page.getByRole("button", { name: "Name" }).click();
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
    await page.getByRole("combobox", { name: "Filter" }).selectOption("Partner");
    await expect(row("Dan Reyes")).toBeHidden();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.goBack();
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
    await expect(row("Zoë Lang")).toBeVisible();
    await expect(row("Dan Reyes")).toBeHidden();
    await page.getByRole("combobox", { name: "Filter" }).selectOption("No filter");
    await expect(row("Dan Reyes")).toBeVisible();
  });

  await test.step("a record is edited by keyboard, and each field's history is kept", async () => {
    await page.getByRole("link", { name: "Dan Reyes" }).click();
    await expect(panel.getByRole("heading", { name: "Dan Reyes" })).toBeFocused();
    await page.keyboard.press("e");
    const form = page.getByRole("dialog", { name: /^Edit PER-/ });
    await form.getByLabel("Job title (optional)").fill("Senior associate");
    await form.getByLabel("Manager (optional)").fill("zoë");
    await form.getByRole("option", { name: /Zoë Lang/ }).click();
    await form.getByLabel("Name", { exact: true }).fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Name is missing.")).toBeVisible();
    await expect(form.getByLabel("Job title (optional)")).toHaveValue("Senior associate");
    await expect(titleIn(panel)).toContainText("Associate");
    await look(page, "register-edit");
    await wide();
    await form.getByLabel("Name", { exact: true }).fill("Dan Reyes");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(panel.getByRole("deletion")).toHaveText(["Associate", "None"]);
    await expect(panel.getByRole("insertion").first()).toHaveText("Senior associate");
    await expect(panel.getByText("Stated").first()).toBeVisible();
    await look(page, "register-record");
    await wide();
  });

  await test.step("an edit is on screen before it is answered, and one key undoes it", async () => {
    const answers = Promise.withResolvers<void>();
    await page.route(/\/records\/[^/]+$/, async (route) => {
      if (route.request().method() !== "GET") await answers.promise;
      await route.continue();
    });
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByLabel("Job title (optional)").fill("Typo");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(titleIn(panel)).toContainText("Typo");
    await expect(row("Dan Reyes")).toContainText("Typo");
    answers.resolve();
    await expect(page.locator("dialog.dialog")).toHaveCount(0);
    await page.unroute(/\/records\/[^/]+$/);
    await page.keyboard.press("u");
    await expect(page.getByText("Undone")).toBeVisible();
    await expect(titleIn(panel)).toContainText("Senior associate");
  });

  await test.step("two people who change the same field see both values, and one of them chooses", async () => {
    const other = await (await browser.newContext()).newPage();
    await signIn(other, server.url, mo);
    await other.goto(page.url());
    await other.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await other.getByRole("dialog").getByLabel("Job title (optional)").fill("Counsel");
    await other.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(other.getByRole("dialog")).toBeHidden();
    await page.getByRole("dialog").getByLabel("Job title (optional)").fill("Of counsel");
    await page.getByRole("dialog").getByLabel("Employee ID (optional)").fill("7");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("dialog", { name: /was changed by someone else$/ });
    await expect(conflict.getByRole("radio", { name: /^Counsel/ })).toBeChecked();
    await look(page, "register-conflict");
    await wide();
    await conflict.getByRole("radio", { name: /^Of counsel/ }).check();
    await conflict.getByRole("button", { name: "Save" }).click();
    await expect(panel.getByRole("insertion").filter({ hasText: /^Of counsel$/ })).toBeVisible();
    await expect(panel.getByRole("insertion").filter({ hasText: /^7$/ })).toBeVisible();
    await expect(panel.getByRole("deletion").filter({ hasText: /^Counsel$/ })).toBeVisible();
    await other.context().close();
  });

  await test.step("a record ends with a reason, is reopened, and several are edited at once", async () => {
    await panel.getByRole("button", { name: "End" }).click();
    const dialog = page.getByRole("dialog", { name: "End Dan Reyes" });
    await dialog.getByRole("button", { name: "End" }).last().click();
    await expect(dialog.getByText("Please give a reason")).toBeVisible();
    await dialog.getByRole("button", { name: "Resigned" }).click();
    await dialog.getByRole("button", { name: "End", exact: true }).click();
    await expect(dialog.getByText("Say the last day of each person who ends")).toBeVisible();
    await look(page, "register-last-day");
    await wide();
    await dialog.getByLabel("Last day").fill(new Date().toISOString().slice(0, 10));
    await dialog.getByRole("button", { name: "End", exact: true }).click();
    await expect(panel.getByText("“Resigned”").first()).toBeVisible();
    await expect(row("Dan Reyes")).toBeHidden();
    await panel.getByRole("button", { name: "Reopen" }).click();
    await expect(row("Dan Reyes")).toBeVisible();
    await panel.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Select" }).click();
    await page.getByRole("button", { name: "Select page" }).click();
    await look(page, "register-selected");
    await wide();
    await page.getByRole("group", { name: "Selected people" }).getByRole("button", { name: "Edit" }).click();
    const many = page.getByRole("dialog", { name: "Edit 3 people" });
    await many.getByRole("combobox", { name: "Field" }).selectOption("Job title");
    await many.getByLabel("Job title (optional)").fill("Associate");
    await many.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("3 people changed")).toBeVisible();
    await expect(page.getByRole("cell", { name: "Associate" })).toHaveCount(3);
  });

  await test.step("the roster is confirmed complete with the number that is on it", async () => {
    await page.getByRole("button", { name: "Confirm Complete" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm Complete" });
    await expect(dialog.getByText("Confirm that these 3 people are complete.")).toBeVisible();
    await dialog.getByRole("button", { name: "Confirm Complete" }).click();
    await expect(page.getByText("Pia Example confirmed 3 people on")).toBeVisible();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByText(/^1 of \d+ registers confirmed complete$/)).toBeVisible();
    await look(page, "program");
    await wide();
  });

  await test.step("a long register has pages, and Back leads to the one before", async () => {
    const rows = Array.from({ length: 55 }, (_, at) => `Person ${at + 10},,,Employee,2026-01-05`);
    await pia.post(`/companies/${company}/registers/people/csv`, { csv: csv(...rows) });
    await page.goto(`${server.url}/dashboard/program/people`);
    await expect(page.getByText("50 of 58 people")).toBeVisible();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByText("8 of 58 people")).toBeVisible();
    await expect(page.getByText("Now there are 58 people.")).toBeVisible();
    await page.getByRole("button", { name: "Previous", exact: true }).click();
    await expect(page.getByText("50 of 58 people")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("8 of 58 people")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search people" }).fill("zoë");
    await expect(row("Zoë Lang")).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill("hannah");
    await page.getByRole("option", { name: /Hannah Vogel PER-6, People$/ }).click();
    await expect(panel.getByRole("heading", { name: "Hannah Vogel" })).toBeVisible();
  });

  await test.step("a viewer reads everything and finds nothing to change; screenings are not there for him", async () => {
    const theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, server.url, vic);
    await theirs.goto(`${server.url}/dashboard/program/people?do=new`);
    await theirs.getByRole("link", { name: "Dan Reyes" }).click();
    await expect(
      theirs.getByRole("complementary", { name: "person details" }).getByRole("heading", { name: "History" }),
    ).toBeVisible();
    for (const name of ["Import CSV", "Add person", "Edit", "End", "Select", "Confirm Complete"])
      await expect(theirs.getByRole("button", { name, exact: true }), name).toBeHidden();
    await theirs.keyboard.press("n");
    await expect(theirs.getByRole("dialog")).toBeHidden();
    await theirs.goto(`${server.url}/dashboard/program/screenings`);
    await expect(theirs.getByText("This register does not exist, or you don't have access to it.")).toBeVisible();
    const refused = await vic.post(`/companies/${company}/registers/people/records`, { fields: {} });
    expect(refused.status).toBe(403);
    await theirs.context().close();
  });
});
