import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import pg from "pg";
import type { LimitKey } from "#domain/limits.ts";
import { grantPlatformAdmin } from "#server/platform/platform-admins.ts";
import { changeLimit } from "#server/commands/limit.ts";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { startServer } from "../support/cluster.ts";
import { look } from "../support/look.ts";
import { MailSink } from "../support/mail-sink.ts";
import { PASSWORD, Person } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";
import { solvedChallenge } from "../support/solve-challenge.ts";

let folder: string;
let database: Awaited<ReturnType<typeof startServer>>;
let server: ServerProcess;
const mails = new MailSink();

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-omar-"));
  database = await startServer({ throwAway: false });
  server = await ServerProcess.on(path.join(folder, "data"), {
    DATABASE_URL: database.url,
    SMTP_URL: await mails.listen(),
    SUPPORT_EMAIL: "support@example.test",
  });
  await server.start();
});

test.afterAll(async () => {
  await server.stop();
  await database.stop();
  await mails.close();
  await rm(folder, { recursive: true, force: true });
});

async function person(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.test`;
  return await Person.signUp(server.url, name, email, async () => {
    const link = await mails.linkTo(email, "Confirm your email address");
    return /access_token=([\w-]+)/.exec(link)![1]!;
  });
}

const admin = (page: Page, search = "") => page.goto(`${server.url}/dashboard/admin${search}`);
const message = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test("Omar runs the installation, without a company of his own", async ({ page }) => {
  const ana = await person("Ana");
  await ana.found("Calder & Finch LLP");
  const ben = await person("Ben");
  const wrote = await ben.post("/contact-messages", {
    name: "Maya Okafor",
    email: "maya@example.test",
    subject: "Read-only access for our auditor",
    message: "Can our auditor look at everything from the first day?\n\nMaya Okafor",
    verification: await solvedChallenge(server.url),
  });
  expect(wrote.status).toBe(200);
  const asked = await ben.post("/access-requests", {
    kind: "access",
    firstName: "Walt",
    lastName: "Weber",
    email: "walt@example.test",
    company: "Weber AG",
    role: "CTO",
    verification: await solvedChallenge(server.url),
  });
  expect(asked.status).toBe(200);
  const omar = await person("Omar");
  expect(await grantPlatformAdmin({ adminUrl: database.url }, omar.email)).toBe("granted");
  const { app } = await AuthenticatorApp.addTo(omar, new Date());

  await test.step("his password and a code open the panel", async () => {
    await page.goto(`${server.url}/login`);
    await page.getByLabel("Email").fill(omar.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
    await page.getByRole("button", { name: "Sign In" }).click();
    // The code of the next step: this one was used to add the app.
    await page.getByLabel("Code").fill(app.codeAt(new Date(Date.now() + 30_000)));
    await expect(page.getByRole("dialog", { name: "Welcome to Exhibit" })).toBeVisible();
    await admin(page);
    await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(4);
  });

  const row = (name: string) => page.getByRole("table", { name: "Users" }).getByRole("row", { name });
  await test.step("he changes a role, and disables an account and takes that back", async () => {
    await page.getByLabel("Role of Ben Example").selectOption("user");
    await message(page, "User role updated successfully");
    await page.getByRole("button", { name: "Actions for Ben Example" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await look(page, "admin-disable", { themes: ["light"] });
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await expect(row("Ben Example").getByRole("cell", { name: "Disabled", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row("Ben Example").getByText("Active")).toBeVisible();
    await page.getByLabel("Search users").fill("ana");
    await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(2);
    await page.getByLabel("Search users").fill("");
  });

  await test.step("he invites somebody, whose mail leads to the form with the address in it", async () => {
    await page.getByRole("button", { name: "Invite User" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite User" });
    await dialog.getByLabel("Email").fill("uma@example.test");
    await expect(dialog.getByLabel("Role")).toHaveValue("user");
    await look(page, "admin-invite", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Send Invitation" }).click();
    await message(page, "Invitation sent to uma@example.test");
    await expect(page.getByRole("button", { name: "Cancel invitation for uma@example.test" })).toBeVisible();
    await look(page, "admin-users");
    const link = await mails.linkTo("uma@example.test", "You are invited to Exhibit");
    const other = await page.context().browser()!.newPage();
    await other.goto(link);
    await expect(other.getByRole("tab", { name: "Sign Up" })).toHaveAttribute("aria-selected", "true");
    await expect(other.getByLabel("Email")).toHaveValue("uma@example.test");
    await other.close();
  });

  await test.step("he turns a flag for everybody, and for one company otherwise", async () => {
    await page.getByRole("tab", { name: "Feature Flags" }).click();
    await page.getByRole("switch", { name: "multi-framework" }).click();
    await expect(page.getByRole("switch", { name: "multi-framework" })).toBeChecked();
    await page.getByRole("button", { name: "Set for a company: multi-framework" }).click();
    await page.getByLabel("Search companies").fill("calder");
    await page.getByRole("button", { name: "Off for Calder & Finch LLP" }).click();
    await expect(page.getByText("has it off")).toBeVisible();
    await look(page, "admin-flags");
  });

  await test.step("he answers a message, invites who asked for access, and takes a closing back", async () => {
    await page.getByRole("tab", { name: "Requests" }).click();
    await expect(page.getByText("Answer due in 23 h")).toBeVisible();
    await look(page, "admin-requests");
    await page.getByRole("link", { name: "Maya Okafor" }).click();
    const dialog = page.getByRole("dialog", { name: "Contact: Maya Okafor" });
    await dialog.getByRole("button", { name: "Answer", exact: true }).click();
    await dialog.getByLabel("Answer").fill("Yes, from the first day.");
    await look(page, "admin-answer", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Send Answer" }).click();
    await message(page, "Answer sent to Maya Okafor");
    await expect
      .poll(() => mails.to("maya@example.test").map(({ text }) => text))
      .toContainEqual(expect.stringContaining("Yes, from the first day."));

    await page.getByRole("link", { name: "Walt Weber" }).click();
    await page.getByRole("button", { name: "Close without answer" }).click();
    await expect(page.getByText("No open requests")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Walt Weber" }).click();
    await page.getByRole("button", { name: "Invite" }).click();
    await message(page, "Invitation sent to Walt Weber");
    await page.getByRole("button", { name: "Closed" }).click();
    await expect(page.getByRole("table", { name: "Requests" }).getByRole("row")).toHaveCount(3);
  });

  await test.step("he gives a company limits of its own, and its owner sees under Usage what is left of them", async () => {
    const companies = (await ana.get("/companies")).body as { id: string; slug: string }[];
    const { id, slug } = companies[0]!;
    for (let at = 1; at <= 4; at += 1) {
      const query = new URLSearchParams({ name: `File ${at}`, fileName: "a.txt", type: "Policy", controls: "XC-01" });
      expect((await ana.upload(`/companies/${id}/evidence?${query}`, `text ${at}`)).status).toBe(201);
    }
    expect((await ana.post(`/companies/${id}/projects`, { name: "SOC 2", framework: "soc2" })).status).toBe(200);
    const own = { items: "5", projects: "1", findings: "none" } as const;
    for (const [key, most] of Object.entries(own))
      expect(await changeLimit({ adminUrl: database.url }, slug, key as LimitKey, most, () => {})).toBe(0);
    const context = await page.context().browser()!.newContext();
    const [cookie, value] = ana.cookie.split("=") as [string, string];
    await context.addCookies([{ name: cookie, value, url: server.url }]);
    const settings = await context.newPage();
    await settings.goto(`${server.url}/dashboard/settings`);
    await settings
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: "Usage" })
      .press("Enter");
    await expect(settings.getByRole("heading", { name: "Usage" })).toBeFocused();
    const line = (name: string) =>
      settings.getByRole("region", { name: "Total" }).getByRole("listitem").filter({ hasText: name });
    await expect(line("Evidence items")).toContainText("4 of 5Almost at the limit. Set for this company.");
    await expect(line("Evidence items").getByRole("meter", { name: "Evidence items" })).toHaveAttribute("value", "80");
    await expect(line("Projects")).toContainText("1 of 1Limit reached.");
    await expect(line("Findings of reports")).toContainText("0, no limit");
    await expect(line("Findings of reports").getByRole("meter")).toHaveCount(0);
    await expect(line("Stored evidence")).toContainText("24 bytes of 10 GB");
    await expect(line("Connections")).toContainText("0 of 50");
    await look(settings, "settings-usage");
    await context.close();
  });

  await test.step("he sees that all is well, and which company is near a limit", async () => {
    await page.getByRole("tab", { name: "Health" }).click();
    await message(page, "Nothing needs attention.");
    await expect(page.getByRole("table", { name: "Companies" }).getByRole("row", { name: "Calder" })).toContainText(
      "4 of 5",
    );
    await expect(page.getByRole("table", { name: "Processes" })).toContainText("Web and worker");
    await message(page, "No job has failed for good.");
    await look(page, "admin-health");
  });

  await test.step("he files the installation's own operation in a company of his, and stops it", async () => {
    const audit = page.getByRole("region", { name: "Audit of this installation" });
    await expect(audit).toContainText("Create a company first, or ask to be an admin of one.");
    await omar.found("Omar Operations");
    await page.reload();
    await expect(audit.getByRole("button", { name: "Start the audit" })).toBeVisible();
    await audit.getByRole("button", { name: "Start the audit" }).press("Enter");
    await message(page, "The first evidence is filed within a minute");
    await expect(audit.getByRole("list", { name: "Companies with this audit" })).toContainText(/Last read .* UTC\./, {
      timeout: 90_000,
    });
    await look(page, "admin-self-audit");
    await audit.getByRole("button", { name: /^Stop the audit in/ }).press("Enter");
    await message(page, "The audit of this installation is off");
    await expect(audit.getByRole("list", { name: "Companies with this audit" })).toHaveCount(0);
  });

  await test.step("he tries a failed job again, and discards another, by the keyboard", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // At once: no worker meets them before they have failed.
    await client.query("BEGIN");
    await client.query(`INSERT INTO app.outbox (recipient, subject, sent_at)
      SELECT 'late@example.test', subject, now() FROM unnest(ARRAY['Late', 'Unwanted']) subject`);
    // As if the mail server had refused both for hours.
    await client.query(`INSERT INTO app.jobs (kind, key, attempts, last_error, dead_at)
      SELECT 'mail', id, 8, 'EENVELOPE 550', now() FROM app.outbox WHERE recipient = 'late@example.test'
      ON CONFLICT (kind, key) DO UPDATE SET turn = NULL, lease_token = NULL, lease_until = NULL,
        attempts = 8, last_error = 'EENVELOPE 550', dead_at = now()`);
    const { rows } = await client.query("SELECT id, subject FROM app.outbox WHERE recipient = 'late@example.test'");
    await client.query(
      "UPDATE app.outbox SET sent_at = NULL, body_text = 'Hello', body_html = 'Hello' WHERE recipient = 'late@example.test'",
    );
    await client.query("COMMIT");
    const idOf = (subject: string) => rows.find((row) => row.subject === subject).id as string;
    await page.reload();
    await message(page, "Mails: 2 failed for good.");
    const failed = page.getByRole("list", { name: "Failed jobs" });
    await expect(failed.getByRole("listitem")).toHaveCount(2);
    await expect(failed).toContainText(/Failed 8 times, last .* UTC: EENVELOPE 550\./);
    await look(page, "admin-failed-jobs");
    await page.getByRole("button", { name: `Discard: Mails, ${idOf("Unwanted")}` }).press("Enter");
    await message(page, "Job discarded");
    await page.getByRole("button", { name: `Try again: Mails, ${idOf("Late")}` }).press("Enter");
    await message(page, "Trying again");
    await message(page, "No job has failed for good.");
    await expect
      .poll(
        async () =>
          (
            await client.query(
              "SELECT subject FROM app.outbox WHERE recipient = 'late@example.test' AND sent_at IS NOT NULL",
            )
          ).rows,
      )
      .toEqual([{ subject: "Late" }]);
    await client.end();
    await page.getByRole("tab", { name: "Users" }).click();
    await expect(page.getByText("retried a failed job: Mails")).toBeVisible();
    await expect(page.getByText("discarded a failed job: Mails")).toBeVisible();
  });
});
