import type { Page } from "@playwright/test";
import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { signIn } from "../../support/sign-in.ts";

const table = (page: Page) => page.getByRole("table", { name: "Evidence" });
const details = (page: Page) => page.getByRole("complementary", { name: "Evidence details" });

test("Iris mends what she filed", async ({ page, server }) => {
  const iris = await Person.signUp(server.url, "Iris", "iris-mends@example.test", (email) => server.tokenFor(email));
  const company = await iris.found("Iris and Daughters");
  const file = async (name: string, controls: string) =>
    (
      await iris.upload(
        `/companies/${company}/evidence?${new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls })}`,
        `the text of ${name}`,
      )
    ).body.id as string;
  await file("Acces rules", "XC-08");
  const rules = await file("Sign-in rules", "XC-01,XC-08");
  await file("Office floor plan", "XC-03");
  const titleOf = async (id: string) =>
    (await iris.get(`/companies/${company}/controls/${id}`)).body.control.title as string;
  const [policies, assessment, authentication] = await Promise.all(["XC-01", "XC-03", "XC-08"].map(titleOf));
  const today = new Date().toISOString().slice(0, 10);
  await iris.post(`/companies/${company}/controls/XC-08/documents/auth.authentication-standard/filings`, {
    evidenceId: rules,
    from: today,
    to: today,
  });
  const countOf = async (id: string) =>
    (await iris.get(`/companies/${company}/controls/${id}`)).body.control.evidenceCount as number;

  await signIn(page, server.url, iris);
  await page.goto(`${server.url}/dashboard/evidence`);

  await test.step("an item is renamed, its custody keeps the old name, and Undo gives it back", async () => {
    await table(page).getByRole("link", { name: "Acces rules" }).click();
    await details(page).getByRole("button", { name: "Rename" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename EX-001" });
    await dialog.getByLabel("Name").fill(" ");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(dialog.getByText("Please enter a name")).toBeVisible();
    await dialog.getByLabel("Name").fill("Access rules");
    await look(page, "mend-rename");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(details(page).getByRole("heading", { name: "Access rules" })).toBeVisible();
    await expect(details(page).getByText("From “Acces rules” to “Access rules”.")).toBeVisible();
    await expect(details(page).getByRole("definition").filter({ hasText: "Acces rules" })).toBeVisible();
    await expect(table(page).getByRole("link", { name: "Access rules" })).toBeVisible();
    await expect(details(page).getByText("Seal intact")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(details(page).getByRole("heading", { name: "Acces rules" })).toBeVisible();
    await page.goto(`${server.url}/dashboard/evidence`);
  });

  await test.step("several items change their controls together, documents included, and Undo takes it all back", async () => {
    await page.getByRole("button", { name: "Select" }).click();
    const bar = page.getByRole("group", { name: "Selected items" });
    await bar.getByRole("button", { name: "Select page" }).click();
    await look(page, "mend-select");
    await bar.getByRole("button", { name: "Change controls" }).click();
    const dialog = page.getByRole("dialog", { name: "Change controls of 3 items" });
    const choice = (title: string | undefined) => dialog.getByRole("checkbox", { name: title! });
    expect(await choice(authentication).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await expect(dialog.getByRole("button", { name: "Change controls" })).toBeDisabled();
    // For all of them, and then for none.
    await choice(authentication).click();
    await choice(authentication).click();
    await expect(dialog.getByText("Authentication and password standard (EX-002)")).toBeVisible();
    await choice(assessment).check();
    await dialog.getByRole("button", { name: "Change controls" }).click();
    await expect(dialog.getByText("Please give a reason")).toBeVisible();
    await dialog.getByLabel("Reason for removing").fill("They belong to the risks");
    await look(page, "mend-refile");
    const before = await Promise.all(["XC-01", "XC-03", "XC-08"].map(countOf));
    expect(before).toEqual([1, 1, 2]);
    await dialog.getByRole("button", { name: "Change controls" }).click();
    await expect(page.getByText("Controls of 2 items changed")).toBeVisible();
    expect(await Promise.all(["XC-01", "XC-03", "XC-08"].map(countOf))).toEqual([1, 3, 0]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Controls of 2 items are as before")).toBeVisible();
    expect(await Promise.all(["XC-01", "XC-03", "XC-08"].map(countOf))).toEqual(before);
    const { body } = await iris.get(`/companies/${company}/documents?control=XC-08`);
    const standard = body.find(({ id }: { id: string }) => id === "auth.authentication-standard");
    expect(standard.filings).toHaveLength(1);
  });

  await test.step("a program and an archive among several files are asked about once, and filed only then", async () => {
    await page.getByRole("button", { name: "Add Evidence" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Evidence" });
    const file = (name: string, bytes: string) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(bytes, "latin1"),
    });
    await dialog
      .getByLabel("Files")
      .setInputFiles([
        file("setup.exe", `MZ\u0090${"\0".repeat(90)}`),
        file("notes.txt", "Only words."),
        file("all.zip", `PK\u0003\u0004${"\0".repeat(26)}notes/a.txt`),
      ]);
    await dialog.getByRole("checkbox", { name: policies! }).check();
    await dialog.getByRole("button", { name: "Add Evidence" }).click();
    const question = page.getByRole("dialog", { name: "Add 2 programs and archives?" });
    await expect(question.getByText("setup.exe is a program.")).toBeVisible();
    await expect(question.getByText("all.zip is an archive.")).toBeVisible();
    await look(page, "mend-question");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await expect(table(page).getByRole("row")).toHaveCount(4);
    await dialog.getByRole("button", { name: "Add Evidence" }).click();
    await question.getByRole("button", { name: "Add anyway" }).click();
    await expect(dialog).toBeHidden();
    await expect(table(page).getByRole("row")).toHaveCount(7);
  });

  await test.step("one item leaves a control from its own page, and never its last one", async () => {
    await table(page).getByRole("link", { name: "Sign-in rules" }).click();
    await details(page).getByRole("button", { name: "Change controls" }).click();
    const dialog = page.getByRole("dialog", { name: "Change controls of EX-002" });
    await dialog.getByRole("checkbox", { name: policies! }).uncheck();
    await dialog.getByRole("checkbox", { name: authentication! }).uncheck();
    await dialog.getByLabel("Reason for removing").fill("It says nothing of it");
    await dialog.getByRole("button", { name: "Change controls" }).click();
    await expect(dialog.getByText("Each item needs at least one control.")).toBeVisible();
    await dialog.getByRole("checkbox", { name: authentication! }).check();
    await dialog.getByRole("button", { name: "Change controls" }).click();
    await expect(dialog).toBeHidden();
    await expect(details(page).getByText(`Removed from ${policies}: It says nothing of it`)).toBeVisible();
    await expect(details(page).getByText("Seal intact")).toBeVisible();
    await look(page, "mend-refiled");
  });

  await test.step("several items become files of records, the record proposed by name, and Undo takes it back", async () => {
    const site = (name: string) =>
      iris.post(`/companies/${company}/registers/sites/records`, {
        fields: { name, address: "1 Main St", holds: "none" },
      });
    const record = (await site("Sign-in rules desk")).body;
    await site("Harbor house");
    const planOf = async () =>
      (await iris.get(`/companies/${company}/registers/sites/records/${record.id}`)).body.fields.plan;
    await page.goto(`${server.url}/dashboard/evidence`);
    await page.getByRole("button", { name: "Select" }).click();
    const bar = page.getByRole("group", { name: "Selected items" });
    for (const name of ["Acces rules", "Sign-in rules"])
      await table(page).getByRole("row", { name }).getByRole("checkbox").check();
    await bar.getByRole("button", { name: "Use in a record" }).click();
    const dialog = page.getByRole("dialog", { name: "Use 2 items in records" });
    await dialog.getByLabel("Register").selectOption("Sites");
    await expect(dialog.getByText(`${record.number} Sign-in rules desk`)).toBeVisible();
    await look(page, "mend-use");
    await dialog.getByRole("button", { name: "Use", exact: true }).click();
    await expect(page.getByText("1 site changed")).toBeVisible();
    expect(await planOf()).toBe("EX-000002");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone")).toBeVisible();
    expect(await planOf()).toBeUndefined();
  });
});
