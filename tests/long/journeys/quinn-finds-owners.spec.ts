import { connectOkta } from "../../support/connected.ts";
import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { comeIn } from "../../support/sign-in.ts";

const HOUR = 3_600_000;

test("Quinn imports people from accounts, finds owners, and an account of somebody who left is told until it is closed", async ({
  page,
  opened: { server, admin },
}) => {
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
  await expect.poll(async () => (await queue()).total).toBe(4);

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
    await expect.poll(leavers).toBe(open);
    await page.goto(`${server.url}/dashboard/program/people?record=${record.id}`);
    await expect(page.getByText("Left 30 hours ago. 1 account is open, 6 hours late.")).toBeVisible();
    await look(page, "accounts-of-a-leaver");
    await page.setViewportSize({ width: 1440, height: 900 });
    await okta.read([{ ...dan, status: "DEPROVISIONED" }, ...others], new Date());
    await expect.poll(leavers).toBe("pass: No account of the 1 who left is open.");
    await page.reload();
    await expect(page.getByText("Left 30 hours ago. Every account was seen disabled.")).toBeVisible();
    await okta.read([dan, ...others], new Date());
    await expect.poll(leavers).toBe(open);
  });

  const mo = { id: "00u5", login: "mo.berg@acme.test" };
  const panel = page.getByRole("complementary", { name: "person details" });
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });
  const task = (name: string) => page.getByRole("region", { name: "Tasks" }).getByRole("link", { name });
  const titles = async () => (await quinn.get(`/companies/${company}/tasks`)).body.map(({ title }: any) => title);

  await test.step("Mo starts and Zoe's job changes: tasks lead by keyboard to what is due of each", async () => {
    const change = async (search: string, fields: object) => {
      const [record] = (await quinn.get(`${people}/records?search=${search}`)).body.records;
      const body = JSON.stringify({ version: record.version, fields });
      await quinn.send("PATCH", `${people}/records/${record.id}`, body, { "content-type": "application/json" });
    };
    const startsAt = new Date(Date.now() - 2 * HOUR).toISOString();
    await quinn.post(`${people}/records`, {
      fields: { name: "Mo Berg", email: mo.login, kind: "employee", jobTitle: "Clerk", startsAt },
    });
    for (const jobTitle of ["Associate", "Partner"]) await change("zoe.lang", { jobTitle });
    await okta.read([{ ...dan, status: "DEPROVISIONED" }, mo, ...others], new Date());
    await expect.poll(titles).toContain("Look at what Zoe Lang may do");
    await page.goto(`${server.url}/dashboard/program`);
    await expect(task("Complete the start of Mo Berg")).toBeVisible();
    await look(page, "tasks-of-people");
    await wide();
    await task("Complete the start of Mo Berg").press("Enter");
    await expect(panel.getByRole("heading", { name: "Mo Berg" })).toBeFocused();
    const start = panel.getByRole("list", { name: "Start: what is due" });
    await expect(start.getByRole("listitem").filter({ hasText: "An account in a connected system" })).toContainText(
      "mo.berg@acme.test in Okta acme",
    );
    await expect(start.getByRole("listitem").filter({ hasText: /^Pass 3 courses/ })).toContainText(
      /\d+ (days|hours) left/,
    );
    await look(page, "clocks-of-a-starter");
    await wide();
    await page.goBack();
    await task("Look at what Zoe Lang may do").press("Enter");
    const move = panel.getByRole("list", { name: "Change of role: what is due" });
    await expect(move.getByRole("listitem")).toHaveCount(3);
    await expect(move.getByRole("listitem").first()).toContainText(/Job title changed\..*13 days left/);
    await look(page, "clocks-of-a-mover");
    await wide();
  });

  await test.step("a later list shows neither: Mo is still here, and Zoe ends with her last day, by keyboard", async () => {
    await okta.read([dan], new Date());
    await expect.poll(titles).toContain("Say whether 2 people have left");
    await page.goto(`${server.url}/dashboard/program`);
    // Hours may hang on it: it is there before anybody asks for all.
    await expect(page.getByRole("button", { name: /^Show All \d+ Tasks$/ })).toBeVisible();
    await task("Say whether 2 people have left").press("Enter");
    const asked = (name: string) => page.getByRole("group", { name: `Has ${name} left?` });
    await expect(asked("Mo Berg")).toContainText(
      /^Has Mo Berg left\?PER-\d+ is no longer active in Okta acme\. Read \w+ \d+, EX-\d+\./,
    );
    await look(page, "has-left");
    await wide();
    await asked("Mo Berg").getByRole("button", { name: "Still Here" }).press("Enter");
    await expect(asked("Mo Berg")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByText("Undone")).toBeVisible();
    await expect(asked("Mo Berg")).toBeVisible();
    await asked("Mo Berg").getByRole("button", { name: "Still Here" }).press("Enter");
    await expect(asked("Mo Berg")).toBeHidden();
    await expect(asked("Zoe Lang").getByRole("button", { name: "End" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "End Zoe Lang" });
    await dialog.getByLabel("Last day").fill(new Date().toISOString().slice(0, 10));
    await dialog.getByRole("button", { name: "Resigned" }).press("Enter");
    await look(page, "has-left-end");
    await wide();
    await dialog.getByRole("button", { name: "End", exact: true }).press("Enter");
    await expect(panel.getByText("“Resigned”").first()).toBeVisible();
    await expect(asked("Zoe Lang")).toBeHidden();
    expect((await titles()).filter((title: string) => title.startsWith("Say whether"))).toEqual([]);
  });
});
