import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

test("Sena tests the published contact by keyboard, somebody who reads it presses a button, another person approves, and the check passes", async ({
  page,
  server,
  browser,
}) => {
  const sena = await Person.signUp(server.url, "Sena", "sena@contact.test", (email) => server.tokenFor(email));
  const company = await sena.found("Calder & Finch LLP");
  await sena.post(`/companies/${company}/systems`, { name: "calder.test", kinds: ["site"] });
  const vik = await Person.signUp(server.url, "Vik", "vik@contact.test", (email) => server.tokenFor(email));
  const { body } = await sena.post(`/companies/${company}/invitations`, { email: vik.email, role: "admin" });
  await vik.post("/invitations/accept", { invitationId: body.invitation.id });
  await signIn(page, server.url, sena);
  await page.goto(`${server.url}/dashboard/program/tests`);

  await page.getByRole("button", { name: "Send a Test" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Test the Contact for Security Reports" });
  await expect(dialog.getByLabel("Website")).toHaveText("calder.test");
  await dialog.getByLabel("Published at").fill("https://calder.test/.well-known/security.txt");
  await dialog.getByLabel("Email address").fill("security@calder.test");
  await look(page, "contact-test-dialog");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Waiting for an answer until /).first()).toBeVisible();
  await look(page, "contact-test-sent");

  const path = await server.mailedTo("security@calder.test", /(\/me\/contact\?token=[\w-]+)/);
  await page.goto(server.url + path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Did this message reach you?");
  await look(page, "contact-link");
  await page.getByRole("button", { name: "It Arrived" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
  await look(page, "contact-thanks");
  // The same however often somebody comes back.
  await page.goto(server.url + path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");

  await page.goto(`${server.url}/dashboard/program/tests`);
  await page
    .getByRole("link", { name: /Test of the contact for security reports/ })
    .first()
    .click();
  await expect(page.getByText("Confirmed", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Another person must approve it", { exact: false })).toBeVisible();
  await look(page, "contact-test-answered");
  const record = page.url();
  // The history speaks of it, too.
  const title = page.getByRole("heading", { name: "Outsiders can report weaknesses" });
  const check = page.getByRole("listitem").filter({ has: title });
  const open = async () => {
    await page.goto(`${server.url}/dashboard/controls/XC-19`);
    await expect(check).toBeVisible();
  };

  // Answered, and not yet looked at by anybody else: nothing passes.
  await sena.post(`/companies/${company}/registers/tests/confirmation`, { count: 1 });
  await expect(async () => {
    await open();
    await expect(check).toContainText("No test of the last 365 days", { timeout: 1_000 });
  }).toPass();
  await expect(check).not.toContainText("was answered in a test within 365 days.");

  const other = await browser.newPage();
  await signIn(other, server.url, vik);
  await other.goto(record);
  await other.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(other.getByText(/^Approved by Vik/)).toBeVisible();
  await expect(async () => {
    await open();
    await expect(check).toContainText("The published contact was answered in a test within 365 days.", {
      timeout: 1_000,
    });
  }).toPass();
  await look(page, "contact-test-passes");
});
