import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { FakeDropbox } from "../support/file-sources/fake-dropbox.ts";
import { FakeGoogleDrive } from "../support/file-sources/fake-google-drive.ts";
import { FakeMicrosoftFiles } from "../support/file-sources/fake-microsoft-files.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";
import { comeIn } from "../support/sign-in.ts";

let folder: string;
let server: ServerProcess;
const google = new FakeGoogleDrive();
const microsoft = new FakeMicrosoftFiles();
const dropbox = new FakeDropbox();
const all = [google, microsoft, dropbox];

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-links-"));
  await Promise.all(all.map((provider) => provider.listen()));
  const { clientId, clientSecret } = google.registration;
  server = await ServerProcess.on(path.join(folder, "data"), {
    ALLOW_PRIVATE_ENDPOINTS: "on",
    FILE_SOURCES: "google-drive, onedrive, dropbox",
    SIGN_IN_GOOGLE_CLIENT_ID: clientId,
    SIGN_IN_GOOGLE_CLIENT_SECRET: clientSecret,
    SIGN_IN_MICROSOFT_CLIENT_ID: clientId,
    SIGN_IN_MICROSOFT_CLIENT_SECRET: clientSecret,
    DROPBOX_CLIENT_ID: clientId,
    DROPBOX_CLIENT_SECRET: clientSecret,
    CONNECTOR_PEERS: JSON.stringify({
      "google-drive": google.origin,
      onedrive: microsoft.origin,
      dropbox: dropbox.origin,
    }),
  });
  await server.start();
});

test.afterAll(async () => {
  await server.stop();
  await Promise.all(all.map((provider) => provider.close()));
  await rm(folder, { recursive: true, force: true });
});

test("Fay files from three links", async ({ page }) => {
  for (const provider of all) provider.visitor = { account: "fay@drive.test" };
  google.visitor = { account: `${"fay-of-the-long-addresses-".repeat(4)}@drive.test` };
  const text = (title: string) => Buffer.from(`${title}\nEffective ${new Date().toISOString().slice(0, 10)}`);
  const doc = google.add({
    id: "1FaysIncidentPlan0001",
    name: "Incident response plan",
    type: "application/vnd.google-apps.document",
    bytes: text("Incident response plan"),
  });
  const shared = microsoft.add({
    id: "https://acme.sharepoint.com/:t:/s/legal/Efay",
    name: "Access control policy.txt",
    type: "text/plain",
    bytes: text("Access control policy"),
  });
  const dropped = dropbox.add({
    id: "https://www.dropbox.com/scl/fi/fay01/Risk.txt?rlkey=k1",
    name: "Risk assessment report.txt",
    bytes: text("Risk assessment report"),
  });
  const drive = `https://docs.google.com/document/d/${doc.id}/edit?usp=sharing`;
  const fay = await Person.signUp(server.url, "Fay", "fay@links.example", (email) => server.tokenFor(email));
  const company = await fay.found("Fay and Links");
  await comeIn(page, server.url, fay);
  const table = page.getByRole("table", { name: "Files" });
  const row = (name: string) => table.locator("tr[data-row]").filter({ hasText: name });
  const waiting = page.getByRole("list", { name: "Links not added yet" });
  const accounts = page.getByRole("list", { name: "Accounts" });

  await test.step("links are pasted on a control's page, and each says whose account it needs", async () => {
    await page.goto(`${server.url}/dashboard/controls/XC-21?add=1`);
    const dialog = page.getByRole("dialog", { name: "Add Evidence" });
    await dialog.getByLabel("Or paste links").fill("no link at all");
    await dialog.getByRole("button", { name: "Continue with links" }).click();
    await expect(dialog).toContainText("Paste at least one link, beginning with https://.");
    await dialog
      .getByLabel("Or paste links")
      .fill(`${drive}\n${dropped.id}\nhttps://www.dropbox.com.evil.example/s/abc/a.pdf`);
    await look(page, "links-dialog");
    await dialog.getByRole("button", { name: "Continue with links" }).click();
    await expect(page).toHaveURL(`${server.url}/dashboard/evidence/add?control=XC-21`);
    await expect(waiting.getByRole("listitem")).toHaveCount(3);
    await expect(waiting).toContainText("Connect your account at Google Drive first.");
    await expect(waiting).toContainText(
      "This is not a link to a file in Google Drive, OneDrive, SharePoint or Dropbox.",
    );
    await look(page, "links-waiting");
  });

  await test.step("an account is connected in a tab of its own, and this one notices", async () => {
    for (const name of ["Google Drive", "OneDrive", "Dropbox"]) {
      const opened = page.waitForEvent("popup");
      await accounts.getByRole("link", { name: `Connect ${name}` }).click();
      const tab = await opened;
      await expect(tab.getByRole("heading", { name: `${name} is connected` })).toBeVisible();
      await tab.close();
      await expect(accounts.getByRole("button", { name: `Disconnect ${name}` })).toBeVisible();
    }
    await expect(accounts).toContainText("fay@drive.test");
  });

  await test.step("what waited for an account goes on, and a third link comes by keyboard", async () => {
    await expect(page.getByRole("heading", { name: "Add 2 files" })).toBeVisible();
    await expect(waiting.getByRole("listitem")).toHaveCount(1);
    await waiting.getByRole("button", { name: /^Remove: .*evil/ }).click();
    await page.getByLabel("Links", { exact: true }).last().fill(shared.id);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Add 3 files" })).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(row("Incident response plan")).toContainText("Google Drive, 43 bytes, exported as PDF");
    await expect(row("Access control policy")).toContainText("SharePoint, 42 bytes");
    await expect(row("Risk assessment report")).toContainText("Dropbox, 43 bytes");
    const document = row("Incident response plan").getByRole("button", { name: /^Document of/ });
    await expect(document).toContainText("Incident response plan");
    await look(page, "links-table");
  });

  await test.step("they are filed like dropped files, and custody says where they came from", async () => {
    for (const name of ["Access control policy", "Risk assessment report"]) {
      await row(name)
        .getByRole("button", { name: /^Document of/ })
        .click();
      await page.getByRole("combobox", { name: "Search documents" }).fill("supporting ev");
      await page.keyboard.press("Enter");
      await row(name)
        .getByRole("button", { name: /^Type of/ })
        .click();
      await page.keyboard.press("Enter");
    }
    await expect(page.getByText("3 ready.")).toBeVisible();
    await page.getByRole("button", { name: "Add Evidence" }).click();
    await expect(page.getByText("3 items added, EX-001 to EX-003.")).toBeVisible();
    const answer = await page.request.get(`${server.url}/api/v1/companies/${company}/evidence`);
    const { items } = (await answer.json()) as { items: { id: string; source: string }[] };
    expect(items.map(({ source }) => source).toSorted()).toEqual(["Dropbox", "Google Drive", "SharePoint"]);
    const plan = items.find(({ source }) => source === "Google Drive");
    await page.goto(`${server.url}/dashboard/evidence?item=${plan!.id}`);
    const custody = page
      .getByRole("complementary")
      .getByText(/Read from Google Drive for a member, as fay-of-the-long/);
    await expect(custody.first()).toBeVisible();
  });

  await test.step("Undo brings them back, and they are read again", async () => {
    await page.goto(`${server.url}/dashboard/evidence/add`);
    await page.getByLabel("Links", { exact: true }).last().fill(drive);
    await page.getByRole("button", { name: "Add links" }).click();
    await expect(page.getByText(/The content is already filed as/)).toBeVisible();
    await page.getByRole("button", { name: /^Add it again/ }).click();
    await page.getByRole("button", { name: "Add Evidence" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(row("Incident response plan")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Add 1 file" })).toBeVisible();
  });

  await test.step("a folder offers its files, and an account that ended is asked for where it is missed", async () => {
    const shared = "https://www.dropbox.com/scl/fo/fay02/h?rlkey=k2";
    dropbox.add({ id: shared, name: "Minutes", isFolder: true });
    dropbox.add({ id: `${shared}#/May.txt`, name: "May.txt", folder: shared, bytes: text("Minutes of May") });
    const links = page.getByLabel("Links", { exact: true }).last();
    await links.fill(shared);
    await page.getByRole("button", { name: "Add links" }).click();
    await expect(waiting).toContainText("Minutes is a folder.");
    dropbox.endTokens();
    await waiting.getByRole("button", { name: /^Add its file/ }).click();
    const missed = table.locator(".filing-answer").filter({ hasText: "Connect your account at Dropbox first." });
    await expect(missed).toBeVisible();
    const opened = page.waitForEvent("popup");
    await missed.getByRole("link", { name: "Connect Dropbox" }).click();
    const tab = await opened;
    await expect(tab.getByRole("heading", { name: "Dropbox is connected" })).toBeVisible();
    await tab.close();
    await expect(row("May")).toContainText("Dropbox, 35 bytes");
    await expect(missed).toBeHidden();
  });
});
