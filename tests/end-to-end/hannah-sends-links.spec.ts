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
    await expect(page.getByText("2 links sent.")).toBeVisible();
    await server.mailedTo("zoe@links.test", /(\/me\/link\?token=[\w-]+)/);
    await page.getByRole("button", { name: "Send link to Ben Adeyemi" }).click();
    await expect(page.getByText("1 link sent.")).toBeVisible();
  });
});
