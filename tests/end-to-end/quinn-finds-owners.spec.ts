import { connectOkta } from "../support/connected.ts";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";

const HOUR = 3_600_000;

test("Quinn imports people from accounts, finds owners, and an account of somebody who left is told until it is closed", async ({
  page,
  opened: { server, admin },
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const quinn = await Person.signUp(server.url, "Quinn", "quinn@owners.example", (email) => server.tokenFor(email));
  const company = await quinn.found("Owners LLP");
  const okta = await connectOkta(admin, quinn, company);
  await comeIn(page, server.url, quinn);
  const people = `/companies/${company}/registers/people`;
  const dan = { id: "00u1", login: "dan.reyes@acme.test" };
  const others = [
    { id: "00u2", login: "zoe.lang@acme.test" },
    { id: "00u3", login: "zlang-admin" },
    { id: "00u4", login: "backup" },
  ];
  await okta.read([dan, ...others], new Date());
  // Registers are read where there are any.
  const fields = { name: "Quinn", email: "quinn@owners.example", kind: "partner", startsAt: "2026-01-01" };
  await quinn.post(`${people}/records`, { fields });
  const queue = async () => (await quinn.get(`/companies/${company}/accounts`)).body;
  await expect.poll(async () => (await queue()).total, { timeout: 30_000 }).toBe(4);

  await test.step("people are proposed from accounts, looked at, and imported", async () => {
    await page.goto(`${server.url}/dashboard/program/people`);
    await expect(page.getByText("4 accounts have no owner.")).toBeVisible();
    await page.getByRole("button", { name: "Import from accounts" }).click();
    const dialog = page.getByRole("dialog", { name: "Import people from accounts" });
    await dialog.getByRole("radio", { name: /^Okta acme/ }).check();
    await expect(dialog.getByText("First rows: Dan Reyes, Zoe Lang")).toBeVisible();
    await look(page, "roster-from-accounts");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("row").filter({ hasText: "Dan Reyes" })).toBeVisible();
    await expect(page.getByText("2 accounts have no owner.")).toBeVisible();
  });

  await test.step("the rest is decided in a queue, by keyboard and at once, and taken back", async () => {
    await page.getByRole("button", { name: "Find owners" }).click();
    const dialog = page.getByRole("dialog", { name: "Whose is this?" });
    await expect(dialog.getByRole("checkbox")).toHaveCount(2);
    await look(page, "whose-is-this");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("checkbox", { name: /^backup/ }).focus();
    await page.keyboard.press("p");
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await dialog.getByRole("checkbox", { name: /^zlang-admin/ }).check();
    await dialog.getByRole("combobox", { name: "Owner of 1 account" }).fill("Zoe");
    await page.getByRole("option", { name: /Zoe Lang/ }).click();
    await expect(dialog.getByText("Every account has an owner.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await dialog.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("Dan left 30 hours ago, and his account is told until a later reading shows it disabled", async () => {
    const leavers = async () => {
      const rows = await admin(
        `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = 'accounts.leavers-disabled'
          AND source = 'Exhibit registers (Okta acme)' ORDER BY observed_at DESC LIMIT 1`,
        [company],
      );
      return rows[0] && `${rows[0].outcome}: ${rows[0].reason}`;
    };
    const accounts = others.slice(1).map(({ id }) => ({ provider: "okta", scope: "acme", id }));
    // Okta calls each of them a person: whose they are is asked, and a program is no answer.
    const [zoe] = (await quinn.get(`${people}/records?search=zoe.lang`)).body.records;
    const said = await quinn.post(`/companies/${company}/accounts/decisions`, {
      accounts,
      kind: "person",
      personId: zoe.id,
    });
    expect(said.status).toBe(200);
    const { records } = (await quinn.get(`${people}/records?search=dan.reyes`)).body;
    const [record] = records;
    const endsAt = new Date(Date.now() - 30 * HOUR).toISOString();
    await quinn.send(
      "PATCH",
      `${people}/records/${record.id}`,
      JSON.stringify({ version: record.version, fields: { endsAt } }),
      {
        "content-type": "application/json",
      },
    );
    await quinn.post(`${people}/confirmation`, { count: 3 });
    const open = `fail: Open more than 24 hours after they left: dan.reyes@acme.test (${record.number}).`;
    await expect.poll(leavers, { timeout: 40_000 }).toBe(open);
    await page.goto(`${server.url}/dashboard/program/people?record=${record.id}`);
    await expect(page.getByText("Left 30 hours ago. 1 account is open, 6 hours late.")).toBeVisible();
    await look(page, "accounts-of-a-leaver");
    await page.setViewportSize({ width: 1440, height: 900 });
    await okta.read([{ ...dan, status: "DEPROVISIONED" }, ...others], new Date());
    await expect.poll(leavers, { timeout: 40_000 }).toBe("pass: No account of the 1 who left is open.");
    await page.reload();
    await expect(page.getByText("Left 30 hours ago. Every account was seen disabled.")).toBeVisible();
    await okta.read([dan, ...others], new Date());
    await expect.poll(leavers, { timeout: 40_000 }).toBe(open);
  });
});
