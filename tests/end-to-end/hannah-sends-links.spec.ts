import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";
import { addToStaff } from "../support/staff.ts";

test("Hannah sees who has courses to take, and mails everyone a link", async ({ page, server }) => {
  const hannah = await Person.signUp(server.url, "Hannah", "hannah@links.test", (email) => server.tokenFor(email));
  const company = await hannah.found("Links and Sons");
  await signIn(page, server.url, hannah);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });

  await test.step("nobody is there yet", async () => {
    await page.goto(`${server.url}/dashboard/program/training`);
    await expect(page.getByRole("heading", { name: "No people yet" })).toBeVisible();
    await look(page, "training-empty");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("who is due stands first, and a link is mailed to each who has an address", async () => {
    const startsAt = new Date(Date.now() - 86_400_000).toISOString();
    await addToStaff(hannah, company, { name: "Ben Adeyemi", email: "ben@links.test", startsAt });
    await addToStaff(hannah, company, { name: "Zoë Lang", email: "zoe@links.test", jobTitle: "Software engineer" });
    await addToStaff(hannah, company, { name: "No Address" });
    await page.reload();
    await expect(row("Zoë Lang")).toContainText("Secure coding");
    await expect(row("No Address")).toContainText("No work email");
    await look(page, "training");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Send links to everyone due" }).click();
    const links = page.getByRole("dialog", { name: "Send Links" });
    await expect(links.getByText("3 people have something to acknowledge or to pass")).toBeVisible();
    await expect(links.getByText("No Address (PER-3)")).toBeVisible();
    await look(page, "training-links");
    await page.setViewportSize({ width: 1440, height: 900 });
    await links.getByRole("button", { name: "Send 2 Links" }).click();
    await expect(links.getByText("Links sent to 2 people.")).toBeVisible();
    await expect(links.getByText("No Address (PER-3)")).toBeVisible();
    await links.getByRole("button", { name: "Done" }).click();
    await server.mailedTo("zoe@links.test", /(\/me\/link\?token=[\w-]+)/);
    await page.getByRole("button", { name: "Send link to Ben Adeyemi" }).click();
    await expect(page.getByText("1 link sent.")).toBeVisible();
  });

  await test.step("a list of another provider is previewed row by row, imported, shown as deciding nothing, and undone", async () => {
    const list = (rows: string[]) => ({
      name: "completions.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Email,Enrollment Date,Completion Date,Status", ...rows, ""].join("\n")),
    });
    await page.getByRole("button", { name: "Import List" }).click();
    const dialog = page.getByRole("dialog", { name: "Import training" });
    const file = dialog.getByLabel("CSV file");
    await file.setInputFiles(
      list(["ben@links.test,2026-01-05,31.01.2026,Completed", "nobody@links.test,,2026-01-31,Completed"]),
    );
    await expect(dialog.getByText("2 rows are wrong")).toBeVisible();
    await expect(dialog.getByRole("row", { name: /^3 Nobody in People/ })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
    await look(page, "training-import-wrong");
    await page.setViewportSize({ width: 1440, height: 900 });
    await file.setInputFiles(
      list(["ben@links.test,2026-01-05,2026-01-31,Completed", "zoe@links.test,2026-01-05,,In Progress"]),
    );
    await expect(dialog.getByRole("row", { name: /PER-1 Ben Adeyemi Completed on January 31, 2026/ })).toBeVisible();
    await expect(dialog.getByRole("row", { name: /Left out Not completed/ })).toBeVisible();
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(dialog.getByText("Please name the provider")).toBeVisible();
    await dialog.getByLabel("Provider").fill("KnowBe4");
    await look(page, "training-import");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(page.getByText("1 person imported")).toBeVisible();
    await expect(row("Ben Adeyemi")).toContainText("Passed elsewhere on January 31, 2026");
    await expect(row("Security basics").first()).toContainText("0 of 3");
    await look(page, "training-imported");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Undo the list of KnowBe4" }).click();
    await expect(page.getByText("1 person taken back")).toBeVisible();
    await expect(row("Ben Adeyemi")).not.toContainText("Passed elsewhere");
  });
});
