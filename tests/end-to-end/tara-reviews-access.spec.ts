import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { connectOkta, sayOwner } from "../support/connected.ts";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";

test("Tara starts a review of two systems, Mia decides by keyboard, and a removal is verified by a later reading", async ({
  page,
  browser,
  opened: { server, admin },
}) => {
  test.setTimeout(300_000);
  const [tara, mia] = (await Promise.all(
    ["Tara", "Mia"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@reviews.example`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await tara.found("Reviews LLP");
  const { body } = await tara.post(`/companies/${company}/invitations`, { email: mia.email, role: "member" });
  await mia.post("/invitations/accept", { invitationId: body.invitation.id });
  for (const { email, name } of [tara, mia])
    await tara.post(`/companies/${company}/registers/people/records`, {
      fields: { name, email, kind: "employee", startsAt: "2026-01-05" },
    });
  const acme = await connectOkta(admin, tara, company);
  const beta = await connectOkta(admin, tara, company, "beta");
  const own = { id: "m", login: mia.email };
  const root = { id: "r", login: "root@acme.test", roles: ["SUPER_ADMIN"] };
  const temp = { id: "t", login: "temp-scan@acme.test" };
  const others = ["ana", "ben", "張偉-und-sein-sehr-langer-anmeldename-ohne-ende"].map((id) => ({
    id,
    login: `${id}@acme.test`,
  }));
  // Whose the others are is said before: what nobody is known for can be removed alone.
  await sayOwner(admin, tara, company, [root, ...others]);
  await sayOwner(admin, tara, company, [{ id: "x" }, { id: "y" }], { scope: "beta" });
  await acme.read([own, root, temp, ...others], new Date());
  const ready = async (systemId: string) =>
    (await tara.get(`/companies/${company}/review-systems`)).body.systems.find(
      (system: any) => system.systemId === systemId,
    ).readiness;
  await expect.poll(() => ready(acme.systemId)).toBe("ready");
  const enter = async (at: Page, person: Person) => {
    await comeIn(at, server.url, person);
  };
  const wide = (at: Page) => at.setViewportSize({ width: 1440, height: 900 });
  await enter(page, tara);
  const hers = await (await browser.newContext()).newPage();
  await enter(hers, mia);
  await wide(hers);

  await test.step("she starts a review, and is told which system was not read", async () => {
    await page.goto(`${server.url}/dashboard/program`);
    await page.getByRole("navigation", { name: "Program" }).getByRole("link", { name: "Access reviews" }).click();
    await expect(page.getByRole("heading", { name: "No access reviews yet" })).toBeVisible();
    await look(page, "reviews-empty");
    await wide(page);
    await page.getByRole("button", { name: "Start Review" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Start Access Review" });
    await expect(dialog.getByRole("checkbox", { name: /^Okta acme/ })).toBeChecked();
    await dialog.getByRole("checkbox", { name: /^Okta beta/ }).check();
    await expect(dialog.getByText("The review stays open until it is read.")).toBeVisible();
    await dialog.getByLabel("Reviewer of Okta acme").selectOption({ label: "Mia Example" });
    await dialog.getByLabel("Reviewer of Okta beta").selectOption({ label: "Mia Example" });
    // Nobody decides on their own: another member is named with the first, and can be changed.
    const own = dialog.getByLabel("Who decides on the reviewer’s own accounts of Okta acme");
    await expect(own.locator("option:checked")).toHaveText(/^Tara/);
    await expect(own.locator("option")).not.toContainText(["Mia Example"]);
    await look(page, "reviews-start");
    await wide(page);
    await dialog.getByRole("button", { name: "Start Review" }).click();
    await expect(page.getByRole("heading", { name: /^Access review, Q/, level: 1 })).toBeVisible();
    await expect(page.getByText("The review cannot be closed: Okta beta was not read.")).toBeVisible();
  });
  const address = page.url().split("?")[0]!;
  const table = hers.getByRole("table", { name: "Accounts of Okta acme" });
  const rowOf = (label: string) => table.getByRole("row").filter({ hasText: label });
  const pressed = (label: string, word: string) => rowOf(label).getByRole("button", { name: word, pressed: true });

  await test.step("Mia decides by keyboard alone, not on her own account, and takes a step back", async () => {
    await hers.goto(address);
    await expect(table.getByRole("row")).toHaveCount(7);
    await expect(rowOf(mia.email)).toContainText("You can’t review your own access.");
    await expect(rowOf(mia.email).getByRole("button")).toHaveCount(0);
    await hers.keyboard.press("j");
    await expect(rowOf("root@acme.test")).toBeFocused();
    await hers.keyboard.press("1");
    await expect(pressed("root@acme.test", "Keep")).toBeVisible();
    await hers.keyboard.press("u");
    await expect(pressed("root@acme.test", "Keep")).toHaveCount(0);
    await hers.keyboard.press("1");
    await expect(hers.getByText("1 of 6 accounts decided")).toBeVisible();
    const rows = await table.getByRole("row").allTextContents();
    const at = rows.findIndex((text) => text.includes("temp-scan")) - 1;
    for (let step = 0; step < at; step++) await hers.keyboard.press("j");
    await expect(rowOf("temp-scan")).toBeFocused();
    await hers.keyboard.press("3");
    await hers.keyboard.type("Nobody knows this account");
    await hers.keyboard.press("Enter");
    await expect(rowOf("temp-scan")).toBeFocused();
    await expect(rowOf("temp-scan")).toContainText("“Nobody knows this account”");
    await look(hers, "review-open");
    await wide(hers);
  });

  await test.step("several are decided together after a question, in which her own is left out", async () => {
    await hers.getByLabel("Show", { exact: true }).selectOption("Not decided");
    await expect(hers).toHaveURL(/show=undecided/);
    await expect(table.getByRole("row")).toHaveCount(5);
    await hers.keyboard.press("Tab");
    await hers.getByRole("button", { name: "Select" }).click();
    await hers.getByRole("button", { name: "Select all" }).click();
    await expect(hers.getByText("4 accounts selected")).toBeVisible();
    await look(hers, "review-selected");
    await wide(hers);
    await hers.getByRole("group", { name: "Selected accounts" }).getByRole("button", { name: "Keep" }).click();
    const dialog = hers.getByRole("dialog", { name: "Keep 3 accounts" });
    await expect(dialog.getByText("you can’t review your own access")).toBeVisible();
    await expect(dialog.getByText("marked as a quick approval")).toBeVisible();
    await look(hers, "review-bulk");
    await wide(hers);
    await dialog.getByRole("button", { name: "Keep" }).click();
    await expect(hers.getByText("5 of 6 accounts decided")).toBeVisible();
  });

  await test.step("accounts that came later are named, and the other system is read at last", async () => {
    await acme.read([own, root, temp, { id: "late", login: "late@acme.test" }, ...others], new Date());
    await beta.read(
      ["x", "y"].map((id) => ({ id, login: `${id}@beta.test` })),
      new Date(),
    );
    await expect.poll(() => ready(beta.systemId)).toBe("ready");
    await page.goto(address);
    await page
      .getByRole("navigation", { name: "Systems" })
      .getByRole("link", { name: /Okta acme/ })
      .click();
    await expect(
      page.getByText("1 account was added since: late@acme.test. The next review includes it."),
    ).toBeVisible();
    await page
      .getByRole("navigation", { name: "Systems" })
      .getByRole("link", { name: /Okta beta/ })
      .click();
    await expect(page.getByText("Okta beta was not read completely in the last 7 days.")).toBeVisible();
    await look(page, "review-not-read");
    await wide(page);
    await page.getByRole("button", { name: "Add Accounts" }).click();
    await expect(page.getByRole("table", { name: "Accounts of Okta beta" }).getByRole("row")).toHaveCount(3);
  });

  await test.step("keeping everything in a moment is warned of", async () => {
    await hers.goto(address);
    await hers
      .getByRole("navigation", { name: "Systems" })
      .getByRole("link", { name: /Okta beta/ })
      .click();
    await expect(hers.getByRole("table", { name: "Accounts of Okta beta" })).toBeVisible();
    await hers.keyboard.press("j");
    await hers.keyboard.press("Shift+J");
    await expect(hers.getByText("2 accounts selected")).toBeVisible();
    await hers.getByRole("group", { name: "Selected accounts" }).getByRole("button", { name: "Keep" }).click();
    await hers.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
    await expect(hers.getByText("You decided 2 accounts of Okta beta in 0 seconds and kept all.")).toBeVisible();
    await expect(hers.getByRole("button", { name: "Close Review" })).toHaveCount(0);
  });

  const check = async (id: string) => {
    const [row] = await admin(
      `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = $2
        AND source = 'Exhibit registers (Okta acme)' ORDER BY observed_at DESC LIMIT 1`,
      [company, id],
    );
    return row ? `${row.outcome}: ${row.reason}` : "none";
  };

  await test.step("Tara decides on Mia's own account, closes the review, and its check passes", async () => {
    await page.reload();
    await page
      .getByRole("navigation", { name: "Systems" })
      .getByRole("link", { name: /Okta acme/ })
      .click();
    await expect(page.getByRole("button", { name: "Close Review" })).toHaveAttribute("aria-disabled", "true");
    const row = page.getByRole("row").filter({ hasText: mia.email });
    await row.getByRole("button", { name: "Keep" }).click();
    await expect(page.getByText("8 of 8 accounts decided")).toBeVisible();
    expect(await check("review.done-this-quarter")).toBe("none");
    await page.getByRole("button", { name: "Close Review" }).click();
    const dialog = page.getByRole("dialog", { name: "Close Review" });
    await expect(dialog.getByText("Mia Example decided 2 accounts of Okta beta")).toBeVisible();
    await look(page, "review-closing");
    await wide(page);
    await dialog.getByRole("button", { name: "Close Review" }).click();
    await expect(page.getByText(/Closed on /)).toBeVisible();
    await expect.poll(() => check("review.done-this-quarter")).toMatch(/^pass: 6 accounts of EX-/);
    expect(await check("review.removals-done")).toMatch(/^pass: 0 of 1 removed accounts are gone\. 1 has time until /);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const text = await readFile((await (await download).path())!, "utf8");
    expect(text.trim().split("\r\n")).toHaveLength(9);
    expect(text).toContain("Nobody knows this account");
  });

  await test.step("a later reading verifies the removal, and the account's return fails its check", async () => {
    await acme.read([own, root, ...others], new Date());
    await expect.poll(() => check("review.removals-done")).toMatch(/^pass: 1 of 1 removed accounts is gone/);
    await page.reload();
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    await acme.read([own, root, temp, ...others], new Date());
    await expect.poll(() => check("review.removals-done")).toMatch(/^fail: Back within 90 days/);
    await page.reload();
    await expect(page.getByText("Came back", { exact: true })).toBeVisible();
    await look(page, "review-closed");
    await wide(page);
    await page.goto(`${server.url}/dashboard/program/reviews`);
    await expect(page.getByRole("row", { name: /Access review, Q/ })).toContainText("8 of 8 accounts");
    await look(page, "reviews-list");
  });

  await test.step("a system without a connection is reviewed from a list that she exported", async () => {
    await tara.post(`/companies/${company}/systems`, { name: "Figma", kinds: ["data"] });
    await page.goto(`${server.url}/dashboard/program/reviews`);
    await page.getByRole("button", { name: "Start Review" }).first().click();
    const start = page.getByRole("dialog", { name: "Start Access Review" });
    for (const system of ["Okta acme", "Okta beta"]) {
      const box = start.getByRole("checkbox", { name: new RegExp(`^${system}`) });
      if (await box.isChecked()) await box.uncheck();
    }
    await start.getByRole("button", { name: "Upload its list of accounts" }).click();
    const dialog = page.getByRole("dialog", { name: "Upload accounts of Figma" });
    const choose = (text: string) =>
      dialog
        .getByLabel("CSV file")
        .setInputFiles({ name: "figma.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
    await choose("Account,Kind\nana,Human\nANA,Robot\n");
    await expect(dialog.getByRole("region", { name: "Wrong rows" })).toContainText("is not Human, Service or Guest");
    await expect(dialog.getByRole("button", { name: "Add List" })).toHaveAttribute("aria-disabled", "true");
    await look(page, "review-list-wrong");
    await wide(page);
    await choose("Account,Kind,Email\nJ\u00fcrgen,Human,juergen@acme.test\n=1+1,Service,\n");
    await expect(dialog.getByText("The first: Jürgen, =1+1.")).toBeVisible();
    await dialog.getByLabel("Exported from").fill("Admin console, Members");
    await dialog.getByRole("button", { name: "Add List" }).click();
    await expect(dialog.getByText("Compare the count with what the system shows")).toBeVisible();
    await dialog.getByRole("checkbox", { name: /^I confirm that Figma shows 2 accounts/ }).check();
    await look(page, "review-list");
    await wide(page);
    await dialog.getByRole("button", { name: "Add List" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(start.getByRole("checkbox", { name: /^Figma 2 accounts, on a list of/ })).toBeChecked();
    await start.getByRole("button", { name: "Start Review" }).click();
    await expect(
      page.getByText(/Exported from Admin console, Members on .*; Tara Example confirmed its count\./),
    ).toBeVisible();
    const accounts = page.getByRole("table", { name: "Accounts of Figma" });
    await expect(accounts.getByRole("row")).toHaveCount(3);
    // Nobody in People has that address: the account may be removed alone.
    const stranger = accounts.getByRole("row").filter({ hasText: "J\u00fcrgen" });
    await expect(stranger.getByText("Nobody in People is known to have it.")).toBeVisible();
    await expect(stranger.getByRole("button", { name: "Keep" })).toBeDisabled();
    await expect(stranger.getByRole("button", { name: "Remove" })).toBeEnabled();
    await look(page, "review-list-unknown");
    await wide(page);
  });

  await test.step("she cancels it with a reason, and closes another without a system that was disconnected", async () => {
    await page.getByRole("button", { name: "Cancel Review" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel Review" });
    await dialog.getByLabel("Reason").fill("The list was the wrong one.");
    await look(page, "review-cancel");
    await wide(page);
    await dialog.getByRole("button", { name: "Cancel Review" }).click();
    await expect(page.getByText(/Cancelled on .*: The list was the wrong one\./)).toBeVisible();
    const gamma = await connectOkta(admin, tara, company, "gamma");
    const systems = [beta, gamma].map(({ systemId }) => ({ systemId, reviewerId: tara.id }));
    const { body: review } = await tara.post(`/companies/${company}/reviews`, {
      name: "Stopped",
      dueOn: "2027-01-31",
      systems,
    });
    const of = `/companies/${company}/reviews/${review.id}`;
    const read = review.populations.find(({ frozenAt }: any) => frozenAt !== null);
    const { accounts } = (await tara.get(`${of}/populations/${read.id}/accounts`)).body;
    const decisions = accounts.map(({ id }: any) => ({ rowId: id, decision: "keep" }));
    await tara.post(`${of}/decisions`, { decisions });
    await page.goto(`${server.url}/dashboard/program/reviews/${review.id}`);
    await expect(page.getByText("The review cannot be closed: Okta gamma was not read.")).toBeVisible();
    await tara.post(`/companies/${company}/connections/${gamma.id}/disconnect`, {});
    await page.reload();
    await page
      .getByRole("navigation", { name: "Systems" })
      .getByRole("link", { name: /Okta gamma/ })
      .click();
    await expect(page.getByText("Okta gamma was disconnected or removed before it was read.")).toBeVisible();
    await page.getByRole("button", { name: "Close Review" }).click();
    const closing = page.getByRole("dialog", { name: "Close Review" });
    await expect(closing.getByRole("button", { name: "Close Review" })).toHaveAttribute("aria-disabled", "true");
    await closing.getByLabel("Why it is left out").fill("We no longer use it.");
    await look(page, "review-leave-out");
    await wide(page);
    await closing.getByRole("button", { name: "Close Review" }).click();
    await expect(page.getByText("Systems that were not read are left out: We no longer use it.")).toBeVisible();
    await expect(
      page.getByText("Okta gamma was not read, so this review says nothing about its accounts."),
    ).toBeVisible();
  });
});
