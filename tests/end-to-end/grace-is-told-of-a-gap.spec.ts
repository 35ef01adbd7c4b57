import path from "node:path";
import { expect, test } from "../support/end-to-end.ts";
import { earnControl } from "../support/earned.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { prowlerReport } from "../support/reports.ts";
import { comeIn } from "../support/sign-in.ts";

test("Grace is told of a failing control, looks after it, and shows clients what passes", async ({
  page,
  server,
  browser,
}) => {
  const grace = await Person.signUp(server.url, "Grace", "grace@gap.example", (email) => server.tokenFor(email));
  const company = await grace.found("Gap & Sons LLP");
  await grace.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  await earnControl(grace, company, "XC-01");
  await comeIn(page, server.url, grace);

  await page.goto(`${server.url}/dashboard/alerts`);
  await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
  expect(
    (await grace.upload(`/companies/${company}/imports?fileName=report.json`, prowlerReport(new Date()))).status,
  ).toBe(201);
  await expect.poll(async () => (await grace.get(`/companies/${company}/alerts/open`)).body.count).toBeGreaterThan(0);

  const link = await server.mailedTo(
    "grace@gap.example",
    /^(\S+\/dashboard\/controls\/XC-\d\d\?company=gap-sons-llp-[0-9a-f]{10})\r?$/m,
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
  const failing = (await first.getByRole("link").getAttribute("href"))!;
  await first.getByRole("button", { name: `Acknowledge: ${control}` }).click();
  await expect(first).toContainText("Acknowledged by Grace Example");
  await first.getByRole("button", { name: `Mute for a week: ${control}` }).click();
  await expect(first).toContainText("Muted. No emails about it until");
  await look(page, "alerts-panel");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await look(page, "alerts-page", { widths: [390] });

  await test.step("she accepts the failure until a day, and it stays failing", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}${failing}`);
    await page.getByRole("button", { name: /^Accept this failure of / }).click();
    const dialog = page.getByRole("dialog", { name: "Accept this failure" });
    await dialog.getByRole("button", { name: "Accept failure" }).click();
    await expect(dialog.getByText("Please say what you do meanwhile")).toBeVisible();
    await dialog.getByLabel("Reason").fill("The region gets it next month.");
    await dialog.getByLabel("Treatment").fill("An engineer reads the access log each day.");
    await dialog.getByLabel("Until").fill(new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10));
    await look(page, "accept-failure");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Accept failure" }).click();
    await expect(page.getByText(/^Failing, accepted until /)).toBeVisible();
    await expect(page.getByText("Failing", { exact: true }).first()).toBeVisible();
  });

  await test.step("she tests a check by hand: the draft is kept, the sample is drawn, an exception rules out a pass", async () => {
    const record = async () => {
      await page
        .getByRole("button", { name: /^More actions: / })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Record test" }).click();
    };
    await record();
    const dialog = page.getByRole("dialog", { name: /^Test: / });
    await dialog.getByLabel("Source").fill("Accounts, exported from the directory today");
    await dialog.getByLabel("Number of items").fill("38");
    await dialog.getByLabel("Sample size").fill("3");
    await dialog.getByRole("button", { name: "Draw sample" }).click();
    await expect(dialog.getByText(/^3 drawn with seed /)).toBeVisible();
    await page.goto(`${server.url}/dashboard`);
    await page.goto(`${server.url}${failing}`);
    await record();
    await expect(page).toHaveURL(/check=.+&do=test/);
    await expect(dialog.getByLabel("Number of items")).toHaveValue("38");
    const results = dialog.getByRole("radiogroup", { name: /^Item \d+$/ });
    await expect(results).toHaveCount(3);
    await results.first().getByRole("radio", { name: "Exception" }).check();
    await dialog.getByLabel(/^What did you find\?/).fill("Marcus left on Nov 9 and could still sign in.");
    await results.nth(1).getByRole("radio", { name: "Passes" }).check();
    await expect(dialog.getByText("1 item is still open.")).toBeVisible();
    await results.nth(2).getByRole("radio", { name: "Passes" }).check();
    await expect(dialog.getByRole("radio", { name: /^Passes Not possible/ })).toBeDisabled();
    await dialog.getByRole("radio", { name: /^Fails/ }).check();
    await dialog.getByRole("button", { name: "Sign test" }).click();
    await expect(dialog.getByText("Name at least 1 exhibit, so that somebody else can repeat the test.")).toBeVisible();
    await dialog.getByLabel("Other exhibits").fill("EX-1");
    await dialog.getByRole("button", { name: "Sign test" }).click();
    await expect(dialog.getByText("Name at least 1 exhibit that is filed under this control.")).toBeVisible();
    await dialog.getByRole("checkbox", { name: /^EX-002/ }).check();
    await look(page, "record-test");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Sign test" }).click();
    await expect(page.getByText("Test signed")).toBeVisible();
    await page.getByText("1 test by a person").click();
    await expect(page.getByText(/^Item \d+: Marcus left on Nov 9 and could still sign in\.$/)).toBeVisible();
    const checks = page.getByRole("list", { name: "Checks" });
    await expect(checks.getByText("A person tested 3 of 38 and found 1 exception: Marcus left on Nov 9")).toBeVisible();
    await look(page, "control-tested");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.goto(`${server.url}/dashboard/settings?tab=portal`);
  await page.getByRole("switch", { name: "Publish the portal" }).check();
  await page.getByLabel("Title").fill("How we keep client files");
  await page.getByLabel("Contact email").fill("security@gap.example");
  await page.getByRole("radio", { name: "Plum" }).check();
  await page.getByLabel("Logo").setInputFiles(path.join(import.meta.dirname, "../../src/web/public/icon-512.png"));
  await expect(page.getByRole("img", { name: "Your logo" })).toBeVisible();
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
  await expect(visitor.locator(".portal[data-color=plum] .portal-logo")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Write to security@gap.example" })).toBeVisible();
  await look(visitor, "portal");
  await visitor.close();
});
