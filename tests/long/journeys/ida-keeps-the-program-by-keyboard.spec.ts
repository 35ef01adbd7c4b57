import type { Locator, Page } from "@playwright/test";
import { connectOkta, sayOwner } from "../../support/connected.ts";
import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { comeIn } from "../../support/sign-in.ts";

// The dialogs of policies, training, imports and access reviews, with keys alone: what a file is chosen in is the system's own dialog,
// so that a file is put into the field which has the focus.

/** Goes on with the tabulator until something has the focus; where it cannot be reached, the test ends. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 90; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

// What is not there is told before the whole test has taken too long.
test.use({ actionTimeout: 60_000 });

test("Ida adopts a policy, imports a roster and a list of training, and starts and closes an access review by keyboard alone", async ({
  page,
  opened: { server, admin },
}) => {
  test.setTimeout(420_000);
  const [ida, max] = (await Promise.all(
    ["Ida", "Max"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}-program@keys.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await ida.found("Novak Chambers");
  const { body } = await ida.post(`/companies/${company}/invitations`, { email: max.email, role: "admin" });
  await max.post("/invitations/accept", { invitationId: body.invitation.id });
  await comeIn(page, server.url, ida);
  const go = (to: string) => page.goto(`${server.url}/dashboard/program${to}`);
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
  const see = async (name: string) => {
    // Both themes: each dialog is seen here alone.
    await look(page, `keys-${name}`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const press = async (target: Locator, key = "Enter") => {
    await reach(page, target);
    await page.keyboard.press(key);
  };
  const type = async (field: Locator, text: string) => {
    await reach(page, field);
    await page.keyboard.type(text);
  };
  /** Closes what is open, and the focus is where it was before. */
  const escape = async (opened: Locator, by: Locator) => {
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(by).toBeFocused();
  };

  await test.step("a roster comes from a file: the dialog closes by Escape, and goes back to where it was opened", async () => {
    await go("/people");
    const by = page.getByRole("button", { name: "Import CSV" }).first();
    await press(by);
    await see("import-roster");
    await escape(dialog("Import people"), by);
    await press(by);
    const field = dialog("Import people").getByLabel("CSV file");
    await reach(page, field);
    const rows = [
      `Ida Novak,${ida.email},Partner`,
      `Max Moll,${max.email},Employee`,
      `Bo Lind,bo@keys.test,Employee`,
    ].map((row) => `${row},2026-01-05`);
    const buffer = Buffer.from(["Name,Work email,Employment,Starts", ...rows].join("\r\n"));
    await field.setInputFiles({ name: "roster.csv", mimeType: "text/csv", buffer });
    await expect(dialog("Import people").getByText("3 people will be added")).toBeVisible();
    await see("import-roster-read");
    await press(dialog("Import people").getByRole("button", { name: "Import", exact: true }));
    await expect(page.getByRole("row").filter({ hasText: "Max Moll" })).toBeVisible();
    await press(page.getByRole("button", { name: "Confirm Complete" }));
    await see("confirm");
    await press(dialog("Confirm Complete").getByRole("button", { name: "Confirm Complete" }));
    await expect(page.getByText(/confirmed 3 people on/)).toBeVisible();
    await press(page.getByRole("button", { name: /^(Confirm|Show) Addresses$/ }));
    await see("addresses");
    await escape(dialog("Confirm email addresses"), page.getByRole("button", { name: /^(Confirm|Show) Addresses$/ }));
  });

  await test.step("a policy of the library is drafted and sent, and one is imported", async () => {
    await go("/policies");
    const add = page.getByRole("button", { name: "Add Policies" }).first();
    await press(add);
    const form = dialog("Add Policies");
    await expect(form.getByLabel("Edition")).toBeVisible();
    await see("policy-add");
    await escape(form, add);
    await press(add);
    await reach(page, form.getByRole("checkbox", { name: "Access control policy" }));
    await page.keyboard.press("Space");
    await reach(page, form.getByLabel("Edition"));
    await page.keyboard.type("Law");
    // A promise that is not so yet asks for an owner and a day.
    await reach(page, form.getByLabel(/^Does everyone who works for you need/));
    await page.keyboard.type("Not yet");
    await type(form.getByRole("combobox", { name: "Owner of these actions" }), "Ida");
    await expect(form.getByRole("option", { name: /^Ida Novak/ })).toBeVisible();
    await see("policy-not-yet");
    await page.keyboard.press("Enter");
    await type(form.getByLabel("Due on"), "12312099");
    await press(form.getByRole("button", { name: "Add Draft" }));
    await expect(page.getByRole("heading", { name: "Access control policy", level: 1 })).toBeVisible();
    await press(page.getByRole("button", { name: "Send for Approval" }));
    await see("policy-send");
    await press(dialog("Send for Approval").getByRole("button", { name: "Send", exact: true }));
    await expect(page.getByText("Nobody has approved it yet.")).toBeVisible();
    const [policy] = (await ida.get(`/companies/${company}/policies`)).body;
    const of = `/companies/${company}/policy-versions/${policy.open.id}`;
    const { revision } = (await max.get(of)).body;
    expect((await max.post(`${of}/approvals`, { revision })).status).toBe(200);
    await page.reload();
    await press(page.getByRole("button", { name: "Assign", exact: true }));
    await see("policy-assign");
    await press(dialog("Assign Policy").getByRole("button", { name: "Assign", exact: true }));
    await expect(page.getByText("0 of 3")).toBeVisible();
    await press(page.getByRole("button", { name: "Read and Acknowledge" }));
    await see("policy-acknowledge");
    const acknowledge = page.getByRole("button", { name: "I Have Read This and Will Follow It" });
    await press(acknowledge);
    // She wrote her own address into People: another person says that it is hers.
    await expect(page.getByRole("alert").filter({ hasText: "Nobody has confirmed your email address" })).toBeVisible();
    const { records } = (await max.get(`/companies/${company}/registers/people/records?search=ida`)).body;
    const addresses = [{ personId: records[0].id, email: ida.email }];
    expect((await max.post(`/companies/${company}/staff/addresses`, { addresses })).body).toMatchObject({ vouched: 1 });
    await press(acknowledge);
    await expect(page.getByText("You acknowledged this on")).toBeVisible();
    await see("policy");
    await press(page.getByRole("button", { name: "New Version" }));
    await see("policy-edit");
    await press(page.getByRole("button", { name: "Done" }));
    await expect(page.getByRole("button", { name: "Compare with 1" })).toBeVisible();
    await press(page.getByRole("button", { name: "Compare with 1" }));
    await see("policy-compare");
    await escape(page.getByRole("dialog"), page.getByRole("button", { name: "Compare with 1" }));
    await go("/policies");
    await press(page.getByRole("button", { name: "Import", exact: true }));
    await see("policy-import");
    await escape(dialog("Import a Document"), page.getByRole("button", { name: "Import", exact: true }));
  });

  await test.step("training: links to everyone due, and another provider's list", async () => {
    await go("/training");
    await expect(page.getByRole("table", { name: "Courses" })).toBeVisible();
    await see("training");
    await press(page.getByRole("button", { name: "Send Links to Everyone Due" }));
    await expect(dialog("Send Links").getByText(/something to acknowledge or to pass/)).toBeVisible();
    await see("training-links");
    await escape(dialog("Send Links"), page.getByRole("button", { name: "Send Links to Everyone Due" }));
    const by = page.getByRole("button", { name: "Import List" });
    await press(by);
    const form = dialog(/^Import/);
    await see("training-import");
    await escape(form, by);
    await press(by);
    await type(form.getByLabel("Provider"), "Hoxhunt");
    const field = form.locator("input[type=file]");
    await reach(page, field);
    const buffer = Buffer.from(`Email,Completed on,Score\r\n${ida.email},2026-05-05,90\r\n`);
    await field.setInputFiles({ name: "training.csv", mimeType: "text/csv", buffer });
    await expect(form.getByRole("button", { name: /^Import/ })).not.toHaveAttribute("aria-disabled", "true");
    await see("training-import-read");
    await press(form.getByRole("button", { name: /^Import/ }));
    await expect(page.getByRole("table", { name: "Lists of other providers" })).toBeVisible();
  });

  await test.step("an access review is started, decided and closed, and another cancelled", async () => {
    const okta = await connectOkta(admin, ida, company);
    const accounts = ["root", "ben"].map((id) => ({ id, login: `${id}@acme.test` }));
    await sayOwner(admin, ida, company, accounts);
    await okta.read(accounts, new Date());
    const ready = async () =>
      (await ida.get(`/companies/${company}/review-systems`)).body.systems.find(
        ({ systemId }: any) => systemId === okta.systemId,
      ).readiness;
    await expect.poll(ready).toBe("ready");
    const begin = async () => {
      await go("/reviews");
      await press(page.getByRole("button", { name: "Start Review" }).first());
      await reach(page, dialog("Start Access Review").getByLabel("Reviewer of Okta acme"));
      await page.keyboard.type("Ida");
    };
    await begin();
    await see("review-start");
    await press(dialog("Start Access Review").getByRole("button", { name: "Start Review" }));
    await expect(page.getByRole("heading", { name: /^Access review, Q/, level: 1 })).toBeVisible();
    const rows = page.getByRole("table", { name: "Accounts of Okta acme" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    for (const decided of [1, 2]) {
      await page.keyboard.press("j");
      await page.keyboard.press("1");
      await expect(page.getByText(`${decided} of 2 accounts decided`)).toBeVisible();
    }
    await press(page.getByRole("button", { name: "Close Review" }));
    await see("review-close");
    await escape(dialog("Close Review"), page.getByRole("button", { name: "Close Review" }));
    await page.keyboard.press("Enter");
    await press(dialog("Close Review").getByRole("button", { name: "Close Review" }));
    await expect(page.getByText(/Closed on /)).toBeVisible();
    await begin();
    await press(dialog("Start Access Review").getByRole("button", { name: "Start Review" }));
    await expect(rows).toHaveCount(3);
    await press(page.getByRole("button", { name: "Cancel Review" }));
    await type(dialog("Cancel Review").getByLabel("Reason"), "Begun twice.");
    await see("review-cancel");
    await press(dialog("Cancel Review").getByRole("button", { name: "Cancel Review" }));
    await expect(page.getByText(/Cancelled on .*: Begun twice\./)).toBeVisible();
  });
});
