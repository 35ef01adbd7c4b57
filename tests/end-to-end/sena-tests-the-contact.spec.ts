import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

test("Sena tests the published contact by keyboard, somebody who reads it presses a button, and the record says so", async ({
  page,
  server,
}) => {
  const sena = await Person.signUp(server.url, "Sena", "sena@contact.test", (email) => server.tokenFor(email));
  const company = await sena.found("Calder & Finch LLP");
  await sena.post(`/companies/${company}/systems`, { name: "calder.test", kinds: ["site"] });
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
  await look(page, "contact-test-answered");
});
