import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { startServer } from "../support/cluster.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";
import { ServerProcess } from "../support/server-process.ts";

// On a PostgreSQL that the test can reach, because only whoever runs an installation turns API access on, and with a
// receiver on this machine.
let folder: string;
let database: Awaited<ReturnType<typeof startServer>>;
let sql: pg.Pool;
let server: ServerProcess;
let receiver: Server;
let address: string;
const received: { headers: Record<string, string>; body: string }[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-program-"));
  database = await startServer({ throwAway: false });
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  sql.on("error", () => {});
  server = await ServerProcess.on(path.join(folder, "data"), {
    DATABASE_URL: database.url,
    ALLOW_PRIVATE_ENDPOINTS: "on",
  });
  await server.start();
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => void (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.end("Filed, thank you.");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/exhibit`;
});

test.afterAll(async () => {
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
  await sql.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = (page: Page, tab: string) => page.goto(`${server.url}/dashboard/settings?tab=${tab}`);

test("Ana gives a program a token, is told by a webhook what it did, and chooses her mails", async ({ page }) => {
  const ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
  const company = await ana.found("Calder & Finch LLP");
  await comeIn(page, server.url, ana);

  await test.step("API access is off until an operator turns it on", async () => {
    await settings(page, "integrations");
    await expect(page.getByText("API access is off.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create Token" })).toHaveCount(0);
    await look(page, "integrations-closed", { themes: ["light"], widths: [390] });
    await sql.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
    await page.reload();
  });

  await test.step("a webhook is made, and its secret shown once", async () => {
    await page.getByRole("button", { name: "Create Webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Create Webhook" });
    await dialog.getByLabel("URL").fill("not an address");
    await dialog.getByRole("button", { name: "Create Webhook" }).click();
    await expect(dialog.getByText("Enter an address that begins with https://")).toBeVisible();
    await dialog.getByLabel("URL").fill(address);
    await dialog.getByRole("radio", { name: "Selected events" }).check();
    await dialog.getByRole("checkbox", { name: "Project created" }).check();
    await look(page, "create-webhook", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Create Webhook" }).click();
  });
  const shown = page.getByRole("dialog", { name: "Webhook secret" });
  const secret = (await shown.getByLabel("Secret", { exact: true }).textContent())!;
  await shown.getByRole("button", { name: "I've stored it" }).click();

  await test.step("a token is made, shown once, and tried", async () => {
    await page.getByRole("button", { name: "Create Token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API Token" });
    await dialog.getByRole("button", { name: "Create Token" }).click();
    await expect(dialog.getByText("Please enter a name")).toBeVisible();
    await dialog.getByLabel("Name").fill("Nightly upload");
    await dialog.getByRole("checkbox", { name: "Manage projects" }).check();
    await look(page, "create-token", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Create Token" }).click();
  });
  const made = page.getByRole("dialog", { name: "Your API token" });
  await look(page, "made-token", { themes: ["light"] });
  const token = (await made.getByLabel("API token", { exact: true }).textContent())!;
  await made.getByRole("button", { name: "I've stored it" }).click();
  await expect(page.getByRole("list", { name: "API tokens" })).toContainText("never used");
  const answer = await fetch(`${server.url}/api/v1/companies/${company}/projects`, {
    method: "POST",
    body: JSON.stringify({ name: "By a program", framework: "soc2" }),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  expect(answer.status).toBe(200);

  await test.step("the webhook tells of it, signed, and the log shows the answer", async () => {
    await expect.poll(() => received.length).toBe(1);
    const [told] = received;
    expect(new Webhook(secret).verify(told!.body, told!.headers)).toMatchObject({ type: "project.created" });
    await page.getByRole("button", { name: /^Send test event to/ }).click();
    const log = page.getByRole("dialog", { name: "Delivery log" });
    const first = log.getByRole("listitem").filter({ hasText: "Test event" });
    await expect(first).toContainText("Delivered 200");
    await first.getByText("Response from the receiver").click();
    await expect(first).toContainText("Filed, thank you.");
    await expect(log.getByRole("listitem")).toHaveCount(2);
    await look(page, "delivery-log", { themes: ["dark"] });
    await log.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a pipeline is trusted, so that it needs no token", async () => {
    await page.getByRole("button", { name: "Trust Pipeline" }).click();
    const dialog = page.getByRole("dialog", { name: "Trust Pipeline" });
    await dialog.getByRole("button", { name: "Trust Pipeline" }).click();
    await expect(dialog.getByText("Write it as owner/name")).toBeVisible();
    await dialog.getByLabel("Repository").fill("calder/site");
    await look(page, "trust-pipeline", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Trust Pipeline" }).click();
    await expect(page.getByRole("list", { name: "Trusted pipelines" })).toContainText("calder/site main");
    await page.getByText("Workflow for this company").click();
    await expect(page.getByLabel("Workflow", { exact: true })).toContainText(`COMPANY: ${company}`);
    await look(page, "trusted-pipelines", { widths: [390] });
    await page.goto(`${server.url}/dashboard/support/docs/push-from-ci`);
    await expect(page.getByRole("heading", { name: "Push reports from CI" })).toBeVisible();
    await look(page, "push-from-ci", { widths: [390] });
    await settings(page, "integrations");
  });

  await test.step("the token is seen to be used, and is revoked", async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: "API tokens" })).toContainText("last used");
    await look(page, "integrations-tab", { themes: ["dark"] });
    await page.getByRole("button", { name: "Revoke Nightly upload" }).click();
    await page.getByRole("dialog", { name: "Revoke Token" }).getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("1 expired or revoked token")).toBeVisible();
    const refused = await fetch(`${server.url}/api/v1/companies`, { headers: { authorization: `Bearer ${token}` } });
    expect(refused.status).toBe(401);
  });

  await test.step("mails are chosen and paused, and stay so", async () => {
    await settings(page, "notifications");
    await expect(page.getByRole("combobox", { name: "People" })).toHaveValue("now");
    await page.getByRole("combobox", { name: "Exports" }).selectOption("In the daily email");
    await expect(page.getByRole("combobox", { name: "Exports" })).toHaveValue("daily");
    await look(page, "notifications-tab", { themes: ["dark"] });
    await page.getByRole("button", { name: "Pause emails" }).click();
    await expect(page.getByText("Emails are paused until")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Exports" })).toHaveValue("daily");
    await page.getByRole("button", { name: "Resume emails" }).click();
    await expect(page.getByRole("button", { name: "Pause emails" })).toBeVisible();
  });
});
