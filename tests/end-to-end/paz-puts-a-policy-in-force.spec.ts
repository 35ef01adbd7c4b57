import type { Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { answer } from "../support/policy-answers.ts";
import { signIn } from "../support/sign-in.ts";

test("Paz makes a policy from the library, Abe approves it, and everyone acknowledges it", async ({
  page,
  server,
  browser,
}) => {
  const [paz, abe] = (await Promise.all(
    ["Paz", "Abe"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@policies.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await paz.found("Policies and Sons");
  const { body } = await paz.post(`/companies/${company}/invitations`, { email: abe.email, role: "admin" });
  await abe.post("/invitations/accept", { invitationId: body.invitation.id });
  // Each writes the other's address down: nobody takes part by one that they alone wrote.
  for (const [{ email }, by] of [
    [paz, abe],
    [abe, paz],
  ] as const)
    await by.post(`/companies/${company}/registers/people/records`, {
      fields: { name: email.split("@")[0], email, kind: "employee", startsAt: "2026-01-05" },
    });
  await paz.post(`/companies/${company}/registers/people/confirmation`, { count: 2 });
  await signIn(page, server.url, paz);
  const other = await browser.newPage();
  await signIn(other, server.url, abe);
  const wide = (at: Page) => at.setViewportSize({ width: 1440, height: 900 });
  await wide(page);
  await wide(other);
  const open = (at: Page) => at.goto(`${server.url}/dashboard/program/policies`);

  await test.step("the library fills a policy with what she affirms, and with nothing else", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Program" }).click();
    await page.getByRole("navigation", { name: "Program" }).getByRole("link", { name: "Policies" }).click();
    await expect(page.getByRole("heading", { name: "No policies yet" })).toBeVisible();
    await look(page, "policies-empty");
    await wide(page);
    await page.getByRole("button", { name: "Add Policies" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add Policies" });
    await dialog.getByRole("checkbox", { name: "Access control policy" }).check();
    await dialog.getByLabel("Edition").selectOption("Law firm");
    await answer(dialog, /^Does everyone who works for you need/, "Yes");
    await dialog.getByRole("combobox", { name: "Owner", exact: true }).fill("paz");
    await page.getByRole("option", { name: /^paz/ }).click();
    await look(page, "policies-add");
    await wide(page);
    await dialog.getByRole("button", { name: "Add Draft" }).click();
    await expect(page.getByRole("heading", { name: "Access control policy", level: 1 })).toBeVisible();
    const aside = page.getByRole("complementary", { name: "About this policy" });
    await expect(aside.getByText("paz", { exact: true })).toBeVisible();
    await aside.getByRole("button", { name: "Change Owner" }).click();
    const owner = page.getByRole("dialog", { name: "Owner" });
    await owner.getByRole("combobox", { name: "Owner", exact: true }).fill("abe");
    await page.getByRole("option", { name: /^abe/ }).click();
    await look(page, "policies-owner");
    await wide(page);
    await owner.getByRole("button", { name: "Save" }).click();
    await expect(aside.getByText("abe", { exact: true })).toBeVisible();
    await look(page, "policies-owned");
    await wide(page);
    await expect(
      page.getByText("Everyone who works for us needs a second factor to sign in to our systems."),
    ).toBeVisible();
    await expect(page.getByText("review who has access to each system above every quarter")).toHaveCount(0);
    await expect(page.getByText("0 of 1 statements kept")).toBeVisible();
  });

  await test.step("she edits it, and it is saved while she writes", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    const editor = page.getByRole("textbox", { name: "Text of Access control policy" });
    await editor.getByText("An exception has a reason").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Nobody is asked twice.");
    await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
    // Beside each statement stands what checks say of the text that is saved, wherever the statement is.
    const stated = editor.locator("[data-statement]");
    const verdict = stated.getByRole("link", { name: "MFA is enforced for everyone" });
    await expect(verdict).toBeVisible();
    await stated.getByText("Everyone who works for us needs a second factor").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Always.");
    await expect(stated.getByText("It is decided once this is saved.")).toBeVisible();
    await expect(verdict).toBeVisible();
    await page.getByRole("button", { name: "Statement", exact: true }).click();
    await expect(stated).toHaveCount(0);
    await expect(editor.getByText("Everyone who works for us needs a second factor")).toBeVisible();
    for (const _ of ["the statement", "its last word"]) await page.keyboard.press("Control+z");
    await expect(stated).not.toContainText("Always");
    await expect(verdict).toBeVisible();
    const offered = page.getByText(/promises of the library are not in this text/);
    await offered.focus();
    await page.keyboard.press("Enter");
    await look(page, "policies-edit");
    await wide(page);
    const promise = page
      .getByRole("listitem")
      .filter({ hasText: "review who has access to each system above every quarter" });
    await promise.getByRole("button", { name: /^Put in: / }).click();
    await expect(promise).toBeHidden();
    await expect(editor.getByText("review who has access to each system above every quarter")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(promise).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^(Saved|All changes are saved)/ })).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Nobody is asked twice.")).toBeVisible();
  });

  await test.step("somebody else saved meanwhile: she sees both, and keeps hers", async () => {
    const [{ id, open: draft }] = (await paz.get(`/companies/${company}/policies`)).body;
    await page.goto(`${server.url}/dashboard/program/policies/${id}/edit`);
    const editor = page.getByRole("textbox", { name: "Text of Access control policy" });
    await expect(editor).toBeVisible();
    const { text, revision } = (await paz.get(`/companies/${company}/policy-versions/${draft.id}`)).body;
    await abe.send(
      "PATCH",
      `/companies/${company}/policy-versions/${draft.id}`,
      JSON.stringify({ revision, text: `${text}\nBy Abe.\n` }),
      { "content-type": "application/json" },
    );
    await editor.getByText("Nobody is asked twice.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Really.");
    const dialog = page.getByRole("dialog", { name: "Someone else changed this text" });
    await expect(dialog.getByText("By Abe.")).toBeVisible();
    await look(page, "policies-conflict", { widths: [1440], themes: ["light"] });
    await wide(page);
    await dialog.getByRole("button", { name: "Keep Mine" }).click();
    await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Really.")).toBeVisible();
  });

  await test.step("one who wrote some of it cannot approve it, so that she discards and writes it alone", async () => {
    const [{ id, open: draft }] = (await paz.get(`/companies/${company}/policies`)).body;
    const { text } = (await paz.get(`/companies/${company}/policy-versions/${draft.id}`)).body;
    await page.getByRole("button", { name: "Discard Draft" }).click();
    await page.getByRole("button", { name: "Discard version 1 for good" }).click();
    await expect(page.getByText("Every version of it was discarded.")).toBeVisible();
    expect((await paz.get(`/companies/${company}/policies/${id}`)).body.open).toBeNull();
    // The same text would be Abe's, too.
    const own = text.replace(" Really.", "");
    await paz.post(`/companies/${company}/policies`, { title: "Sign-in rules", text: own });
    await open(page);
    await page.getByRole("link", { name: "Sign-in rules" }).click();
    await page.getByRole("button", { name: "Send for Approval" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Nobody has approved it yet.")).toBeVisible();
    await expect(page.getByText("You wrote this text. Another person must approve it.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  });

  await test.step("Program tells Abe that it waits for him", async () => {
    await other.goto(`${server.url}/dashboard/program`);
    const tasks = other.getByRole("region", { name: "Tasks" });
    await expect(tasks.getByRole("link", { name: "Approve Sign-in rules" })).toBeVisible();
    await tasks.getByRole("button", { name: "Actions for Approve Sign-in rules" }).click();
    await other.getByRole("menuitem", { name: "Assign to Me" }).click();
    await expect(tasks.getByText("1 more approval is needed · Abe Example")).toBeVisible();
    const phishing = tasks.getByRole("button", { name: "Actions for 2 people have not passed Phishing" });
    await phishing.click();
    await other.getByRole("menuitem", { name: "Snooze..." }).click();
    const dialog = other.getByRole("dialog", { name: "Snooze Task" });
    await look(other, "program-snooze", { themes: ["light"] });
    await wide(other);
    await dialog.getByLabel("Reason").fill("The course comes next week");
    await dialog.getByRole("button", { name: "Snooze" }).click();
    await expect(phishing).toHaveCount(0);
    await tasks.getByRole("button", { name: "Show 1 Snoozed" }).click();
    await expect(tasks.getByText(/waits until .*: The course comes next week/)).toBeVisible();
    await look(other, "program-overview");
    await wide(other);
    await phishing.click();
    await other.getByRole("menuitem", { name: "Bring Back" }).click();
    await expect(tasks.getByText(/waits until/)).toHaveCount(0);
    await tasks.getByRole("button", { name: "Only Mine" }).click();
    await expect(tasks.getByRole("listitem")).toHaveCount(1);
    await tasks.getByRole("link", { name: "Weekly email and calendar" }).click();
    await expect(other.getByLabel("Weekly task email")).toBeChecked();
    await other.getByRole("button", { name: "Create Calendar Address" }).click();
    const address = await other.getByRole("textbox", { name: "Calendar address" }).inputValue();
    await look(other, "task-calendar");
    await wide(other);
    expect(await (await other.request.get(address)).text()).toContain("BEGIN:VCALENDAR");
    await other.getByRole("button", { name: "End Address" }).click();
    await expect(other.getByRole("textbox", { name: "Calendar address" })).toHaveCount(0);
    expect((await other.request.get(address)).status()).toBe(404);
    await other.goBack();
    await tasks.getByRole("link", { name: "Approve Sign-in rules" }).click();
    await expect(other.getByRole("heading", { name: "Sign-in rules" }).first()).toBeVisible();
  });

  await test.step("Abe approves it, Paz assigns it, and both acknowledge what they read", async () => {
    await open(other);
    await other.getByRole("link", { name: "Sign-in rules" }).click();
    await other.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(other.getByText(/^Version 1\. In force since/)).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await expect(page.getByText("0 of 2")).toBeVisible();
    // Its address keeps a dialog open, also when the page is loaded again.
    await expect(page.getByRole("dialog")).toBeHidden();
    for (const at of [page, other]) {
      await at.reload();
      await at.getByRole("button", { name: "Read and Acknowledge" }).click();
      await at.getByRole("button", { name: "I Have Read This and Will Follow It" }).click();
      await expect(at.getByText("You acknowledged this on")).toBeVisible();
    }
    await expect(other.getByText("2 of 2")).toBeVisible();
    await look(page, "policy-in-force");
    await wide(page);
    await open(page);
    await expect(page.getByRole("row", { name: /Sign-in rules/ })).toContainText("2 of 2");
    await look(page, "policies-list");
  });

  await test.step("a text that is replaced while Abe reads it stays before him, and is refused with what changed", async () => {
    const [{ id }] = (await paz.get(`/companies/${company}/policies`)).body.filter(
      ({ title }: { title: string }) => title === "Sign-in rules",
    );
    const replace = async (more: string) => {
      const { open: draft } = (await paz.post(`/companies/${company}/policies/${id}/versions`, {})).body;
      const of = `/companies/${company}/policy-versions/${draft.id}`;
      const { text } = (await paz.get(of)).body;
      await paz.send("PATCH", of, JSON.stringify({ revision: 1, text: `${text}\n${more}\n` }), {
        "content-type": "application/json",
      });
      const sent = await paz.post(`${of}/review`, { revision: 2, quorum: 1 });
      await abe.post(`${of}/approvals`, { revision: sent.body.open.revision });
    };
    await replace("Ask before you share.");
    await other.reload();
    await other.getByRole("button", { name: "Read and Acknowledge" }).click();
    const reading = other.getByRole("dialog", { name: "Sign-in rules, version 2" });
    await expect(reading.getByText("Ask before you share.")).toBeVisible();
    await replace("Lock your screen.");
    // The page behind is read anew, as it is when a window is looked at again.
    await expect(async () => {
      await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await expect(other.getByText("Read and acknowledge version 3.")).toBeAttached({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    await expect(reading.getByText("Ask before you share.")).toBeVisible();
    await expect(reading.getByText("Lock your screen.")).toHaveCount(0);
    await reading.getByRole("button", { name: "I Have Read This and Will Follow It" }).click();
    await expect(reading.getByText("A new version replaced this one")).toBeVisible();
    await expect(reading.getByText("Lock your screen.")).toBeVisible();
    await look(other, "policy-replaced", { widths: [390, 1440] });
    await wide(other);
    await reading.getByRole("button", { name: "Read the New Version" }).click();
    await other.getByRole("button", { name: "I Have Read This and Will Follow It" }).click();
    await expect(other.getByText("You acknowledged this on")).toBeVisible();
    for (const version of (await paz.get(`/companies/${company}/policies/${id}`)).body.versions)
      if (version.state === "in force")
        await paz.post(`/companies/${company}/policy-versions/${version.id}/acknowledgment`, {
          sha256: version.sha256,
        });
  });

  await test.step("the check about acknowledgments passes by what was done here", async () => {
    await paz.post(`/companies/${company}/system-kinds/idp/none`, { reason: "Everyone signs in to each tool." });
    await expect(async () => {
      const { checks } = (await paz.get(`/companies/${company}/controls/XC-01`)).body;
      const found = checks.find(({ checkId }: { checkId: string }) => checkId === "policies.acknowledged");
      expect(found).toMatchObject({ outcome: "pass" });
    }).toPass({ timeout: 60_000 });
  });
});
