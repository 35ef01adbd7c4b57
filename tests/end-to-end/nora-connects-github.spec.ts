import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { look } from "../support/look.ts";
import { organization, pastedToken, startPeer } from "../support/peers/github.ts";
import type { GithubPeer } from "../support/peers/github.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";
import { ServerProcess } from "../support/server-process.ts";

let folder: string;
let github: GithubPeer;
let server: ServerProcess;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-connecting-"));
  github = await startPeer();
  server = await ServerProcess.on(path.join(folder, "data"), {
    ALLOW_PRIVATE_ENDPOINTS: "on",
    CONNECTOR_PEERS: JSON.stringify({ github: github.endpoints }),
  });
  await server.start();
});

test.afterAll(async () => {
  await server.stop();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

test("Nora connects GitHub, finds the repository that fails, and ends the connection again", async ({ page }) => {
  const nora = await Person.signUp(server.url, "Nora", "nora@connects.example", (email) => server.tokenFor(email));
  await nora.found("Nora & Partners LLP");
  await comeIn(page, server.url, nora);
  const card = page.getByRole("article", { name: "GitHub" });
  const dialog = page.getByRole("dialog", { name: "Connect GitHub" });
  const panel = page.getByRole("complementary", { name: "Manage GitHub" });

  await test.step("the dialog says what is read, and refuses what is no token before it is sent", async () => {
    await page.goto(`${server.url}/dashboard/integrations`);
    await expect(card).toContainText("Not Connected");
    await card.getByRole("button", { name: "Connect" }).click();
    await expect(dialog.getByRole("list", { name: "Data collected" })).toContainText("Never read: Source code");
    await dialog.getByText(/^Permissions \(/).click();
    await expect(dialog).toContainText("members:read");
    await dialog.getByLabel("Organization").fill(organization);
    await dialog.getByLabel("Token").fill("hunter2");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(dialog.getByLabel("Token")).toHaveAttribute("aria-invalid", "true");
    await look(page, "connect-github");
    await expect(dialog.getByLabel("Token")).toHaveAttribute("type", "password");
    await dialog.getByLabel("Token").fill(pastedToken);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  });

  await test.step("nothing is collected before she says that the account is hers, also after a reload", async () => {
    await expect(dialog).toContainText(`We found ${organization}, a GitHub organization. Is this your account?`);
    await page.reload();
    await expect(dialog).toContainText(`We found ${organization}`);
    await look(page, "connect-found");
    await dialog.getByRole("button", { name: "Confirm" }).click();
  });

  await test.step("the first collection ends in checks, controls and an exhibit", async () => {
    await expect(dialog).toContainText("the first collection is complete");
    await expect(dialog.getByRole("list", { name: "Failing checks" })).toBeVisible();
    await expect(dialog).toContainText("on file as EX-001");
    await look(page, "connect-first-result");
    await dialog.getByRole("button", { name: "View Checks" }).click();
  });

  await test.step("a failing check names the repository, what was observed and what is wanted", async () => {
    await expect(panel.getByRole("tab", { name: /^Checks/ })).toHaveAttribute("aria-selected", "true");
    await panel.getByLabel("Search checks and resources").fill("/api");
    const check = panel.getByRole("list", { name: "Checks", exact: true }).getByRole("listitem").first();
    await check.getByRole("button").first().click();
    const resource = check.getByRole("listitem").filter({ hasText: `${organization}/api` });
    await expect(resource).toContainText("Found");
    await expect(resource).toContainText("Expected");
    await expect(check).toContainText("What to do:");
    await expect(resource.getByRole("link", { name: /^Open at GitHub/ })).toHaveAttribute(
      "href",
      `https://github.com/${organization}/api/settings`,
    );
    await look(page, "manage-checks");
    // The address is one that can be sent: it opens the same check.
    const title = await check.getByRole("button").first().innerText();
    await page.goto(page.url());
    const again = panel.getByRole("button", { name: title, exact: true });
    await expect(again).toHaveAttribute("aria-expanded", "true");
    await expect(again).toBeFocused();
  });

  await test.step("she collects again, and the hour has a line", async () => {
    await panel.getByRole("tab", { name: "Overview" }).click();
    await panel.getByRole("button", { name: "Collect now" }).click();
    await expect(page.getByText("Collection started")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Collect now" })).toBeEnabled();
    await panel.getByRole("tab", { name: "Runs" }).click();
    const runs = panel.getByRole("list", { name: "Runs, newest first" });
    await expect(runs).toContainText("On demand");
    await expect(runs).toContainText("First collection");
  });

  await test.step("she pauses, and disconnects; what was collected stays", async () => {
    await panel.getByRole("tab", { name: "Overview" }).click();
    await panel.getByRole("button", { name: "Pause" }).click();
    await expect(panel).toContainText("GitHub, paused");
    await look(page, "manage-paused");
    await panel.getByRole("button", { name: "Disconnect" }).click();
    const ending = page.getByRole("dialog", { name: "Disconnect GitHub" });
    await expect(ending).toContainText("Collected evidence stays on file");
    await page.keyboard.press("Escape");
    await expect(ending).toBeHidden();
    await expect(panel).toBeVisible();
    await panel.getByRole("button", { name: "Disconnect" }).click();
    await ending.getByRole("button", { name: "Disconnect" }).click();
    await expect(card).toContainText("Not Connected");
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(page.getByRole("table", { name: "Evidence" })).toContainText(organization);
  });

  await test.step("the record says that Exhibit collected, and from which account", async () => {
    await page.goto(`${server.url}/dashboard/activity`);
    await expect(page.getByText(`Exhibit collected from GitHub (${organization}), on file as EX-001.`)).toBeVisible();
    await expect(page.getByText("A former member")).toHaveCount(0);
  });

  await test.step("a connection or a project that does not exist leads on, and not into a wall", async () => {
    const nothing = "00000000-0000-4000-8000-000000000000";
    await page.goto(`${server.url}/dashboard/projects/${nothing}`);
    await expect(page.getByRole("heading", { name: "Page Not Found", level: 1 })).toBeVisible();
    await page.getByRole("alert").getByRole("link", { name: "Projects" }).click();
    await expect(page.getByRole("heading", { name: "Projects", level: 1 })).toBeVisible();
    await page.goto(`${server.url}/dashboard/integrations?manage=${nothing}`);
    await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
    await look(page, "manage-nothing");
  });
});
