import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { prowlerReport } from "../support/reports.ts";
import type { ServerProcess } from "../support/server-process.ts";

async function signedIn(page: Page, server: ServerProcess, person: Person): Promise<void> {
  const [name, value] = person.cookie.split("=") as [string, string];
  await page.context().addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
}

test("Grace is told of a failing control, looks after it, and shows clients what passes", async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(120_000);
  const grace = await Person.signUp(server.url, "Grace", "grace@gap.example", (email) => server.tokenFor(email));
  const company = await grace.found("Gap & Sons LLP");
  await grace.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  const policy = "/evidence?name=Security%20policy&type=Policy&controls=XC-01&fileName=policy.txt";
  expect((await grace.upload(`/companies/${company}${policy}`, "Be careful.")).status).toBe(201);
  await signedIn(page, server, grace);

  await page.goto(`${server.url}/dashboard/alerts`);
  await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
  expect(
    (await grace.upload(`/companies/${company}/imports?fileName=report.json`, prowlerReport(new Date()))).status,
  ).toBe(201);
  await expect
    .poll(async () => (await grace.get(`/companies/${company}/alerts/open`)).body.count, { timeout: 30_000 })
    .toBeGreaterThan(0);

  const link = await server.mailedTo(
    "grace@gap.example",
    /^(\S+\/dashboard\/controls\/XC-\d\d\?company=gap-+sons-llp)\r?$/m,
  );
  expect(link.startsWith(server.url)).toBe(true);

  await page.reload();
  const bell = page.getByRole("button", { name: "Alerts", exact: true });
  await expect(bell).toHaveAccessibleDescription(/\d+ open/);
  await bell.press("Enter");
  const panel = page.getByRole("region", { name: "Alerts" });
  const first = panel.getByRole("list", { name: "Open alerts" }).getByRole("listitem").first();
  await expect(first).toContainText("Control failing");
  const control = await first.getByRole("link").textContent();
  await expect(first.getByRole("link")).toHaveAttribute("href", /^\/dashboard\/controls\/XC-\d\d$/);
  await first.getByRole("button", { name: `Acknowledge: ${control}` }).click();
  await expect(first).toContainText("Acknowledged by Grace Example");
  await first.getByRole("button", { name: `Mute for a week: ${control}` }).click();
  await expect(first).toContainText("Muted. No emails about it until");
  await look(page, "alerts-panel");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await look(page, "alerts-page", { widths: [390] });

  await page.goto(`${server.url}/dashboard/settings?tab=portal`);
  await page.getByRole("switch", { name: "Publish the portal" }).check();
  await page.getByLabel("Title").fill("How we keep client files");
  await page.getByRole("checkbox", { name: "SOC 2" }).check();
  await look(page, "portal-settings");
  await page.getByRole("button", { name: "Save portal" }).click();
  await expect(page.getByText("Portal saved and public")).toBeVisible();
  const address = (await page.getByRole("link", { name: /\/portal\// }).getAttribute("href"))!;

  const visitor = await browser.newPage({ javaScriptEnabled: true });
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { name: "How we keep client files" })).toBeVisible();
  await expect(visitor.getByRole("listitem").filter({ hasText: "Security policies" })).toContainText("as of");
  await expect(visitor.getByText(control!)).toHaveCount(0);
  await look(visitor, "portal");
  await visitor.close();
});
