import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { checksOfRegisters } from "#catalog/parts.ts";
import { everyCase } from "../support/every-case.ts";
import { look } from "../support/look.ts";
import { ServerProcess } from "../support/server-process.ts";

let folder: string;
let server: ServerProcess;

// One server for all of them: each worker would start its own.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-report-"));
  server = await ServerProcess.on(path.join(folder, "data"), { DEMO: "on" });
  await server.start();
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The sample firm's project, and where it is. */
async function openProject(page: Page): Promise<string> {
  await page.goto(`${server.url}/login`);
  await page.getByRole("button", { name: "Use demo account" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(/@exhibit\.example$/);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Projects", exact: true }).click();
  await page.getByRole("link", { name: "SOC 2 readiness" }).first().click();
  await expect(page.getByRole("table", { name: "Controls" })).toBeVisible();
  return new URL(page.url()).pathname;
}

test("Rosa reads the control report on screen, goes to a chapter by keyboard, and prints it", async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const project = await openProject(page);
  await page.getByRole("link", { name: "Control report" }).click();
  await expect(page).toHaveURL(`${server.url}${project}/report`);
  await expect(page).toHaveTitle("Control report, SOC 2 readiness - Exhibit");
  const report = page.getByRole("article", { name: "Control Report" });

  await test.step("it says what the project says, and what people decided", async () => {
    await expect(report).toContainText("15 pass, 4 fail, 3 need evidence and 0 do not apply");
    await expect(report.getByRole("img", { name: /22 controls: 15 pass, 4 fail/ })).toBeVisible();
    const register = report.getByRole("table", { name: "Register of controls" });
    const row = register.getByRole("row").filter({ hasText: "Strong authentication" });
    await expect(row).toContainText("by machine");
    await expect(row).toContainText("Fail");
    for (const title of ["Accepted failures", "Tests by people", "Not applicable", "Systems out of scope"])
      await expect(report.getByRole("heading", { name: title, exact: true })).toBeVisible();
    await expect(report.getByRole("table", { name: "Accepted failures" })).toContainText("Failing, accepted");
    await expect(report.getByRole("table", { name: "Tests by people" })).toContainText("A person tested");
    await expect(report).toContainText("This report was read on screen and is not signed.");
    await look(page, "control-report");
  });

  await test.step("a row leads to its chapter, which takes the focus, and a copied link leads back to the report", async () => {
    await report.getByRole("link", { name: "Strong authentication" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/report#control-XC-08$/);
    await expect(report.getByRole("region", { name: "Strong authentication" })).toBeFocused();
    await page.getByRole("button", { name: "Copy link to this report" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}${project}/report`);
    await report
      .getByRole("region", { name: "Strong authentication" })
      .getByRole("link", { name: "Open control" })
      .click();
    await expect(page.getByRole("heading", { name: "Strong authentication", level: 1 })).toBeVisible();
    await page.goBack();
    await expect(report.getByRole("region", { name: "Strong authentication" })).toBeInViewport();
  });

  await test.step("on paper there is the report alone, on Letter and on A4", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(report).toBeVisible();
    for (const hidden of ["Export report", "Print", "Toggle Sidebar"])
      await expect(page.getByRole("button", { name: hidden, exact: true })).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    for (const format of everyCase ? (["Letter", "A4"] as const) : (["A4"] as const)) {
      const pdf = (await page.pdf({ format })).toString("latin1");
      expect(pdf.match(/\/Type \/Page\b(?!s)/g)!.length).toBeGreaterThan(10);
    }
  });

  await test.step("it is exported from here, and long and foreign names stay on the sheet", async () => {
    await page.getByRole("button", { name: "Export report", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Export Report" });
    await expect(dialog.getByLabel("Project")).toHaveValue(project.split("/").at(-1)!);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const name = `Žižka & Ωmega Привет 漢字 ${"x".repeat(90)}`;
    await page.goto(`${server.url}${project}`);
    await page.getByRole("button", { name: "Actions for SOC 2 readiness" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Project name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Control report" }).click();
    await expect(report).toContainText(name);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.body.scrollWidth - document.documentElement.clientWidth);
      expect(beyond, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
    }
  });
});

test("a report that cannot be read says why and tries again, and one that does not exist leads back", async ({
  page,
}) => {
  const project = await openProject(page);
  const answer = { code: "signer-unavailable", message: "The ledger cannot be signed now. Try again in a minute." };
  await page.route("**/report", (route) =>
    route.request().url().includes("/api/") ? route.fulfill({ status: 503, json: answer }) : route.fallback(),
  );
  await page.getByRole("link", { name: "Control report" }).click();
  await expect(page.getByText(answer.message)).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toHaveAttribute("aria-disabled", "true");
  await page.unroute("**/report");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article", { name: "Control Report" })).toBeVisible();
  await page.goto(`${server.url}/dashboard/projects/00000000-0000-4000-8000-000000000000/report`);
  await page.getByRole("main").getByRole("link", { name: "Projects" }).last().click();
  await expect(page).toHaveURL(`${server.url}${project.replace(/\/[^/]+$/, "")}`);
});

test("Rosa steps from control to control, repeats a check, and opens a provider's dialog from its row", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const project = await openProject(page);
  const row = page.getByRole("table", { name: "Controls" }).getByRole("row").filter({ hasText: "Security policies" });
  await expect(row).toContainText(/Until [A-Z][a-z]{2} \d/);
  const controls = `/dashboard/controls`;
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });

  await test.step("by buttons and by keys, and the way back leads to the project", async () => {
    await page.getByRole("link", { name: "Strong authentication", exact: true }).click();
    await page.getByRole("link", { name: "Open control page" }).click();
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Control 8 of 22");
    await page.getByRole("link", { name: "Next control: Least privilege" }).click();
    await expect(heading("Least privilege")).toBeVisible();
    await page.keyboard.press("k");
    await expect(heading("Strong authentication")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(heading("Account lifecycle")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${controls}/XC-07\\?project=`));
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}${project}?control=XC-08`);
  });

  await test.step("a decided check says what a stranger does to repeat it", async () => {
    await page.goto(`${server.url}${controls}/XC-08?project=${project.split("/").at(-1)}`);
    const part = page.getByRole("region", { name: "Check it yourself" });
    await expect(part.getByText('node verify.mjs bundle.zip --key "THE KEY YOU WERE GIVEN"')).toBeVisible();
    await part.getByText("Cloud sign-ins need MFA").click();
    await expect(part.getByText(/every human account that can sign in/i)).toBeVisible();
    await part.getByRole("button", { name: "Copy steps to repeat Cloud sign-ins need MFA" }).click();
    const steps = await page.evaluate(() => navigator.clipboard.readText());
    expect(steps).toMatch(/Rests on: (EX-\d{6}), SHA-256 [0-9a-f]{64}[^]*sha256sum artifacts\/\1-\*/);
    await look(page, "control-repeat");
    await part.getByRole("link", { name: "control report" }).click();
    await expect(page.getByRole("region", { name: "Strong authentication" })).toBeFocused();
    await page.goBack();
  });

  await test.step("Connect opens the provider's own dialog, and the way back leads to the control", async () => {
    await page
      .getByRole("link", { name: /^Connect GitHub/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Connect GitHub" });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/integrations\?connect=github$/);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(heading("Strong authentication")).toBeVisible();
  });
});

test("Rosa unfolds what decides each control on the page of promises", async ({ page }) => {
  await page.goto(`${server.url}/promises`);
  const table = page.getByRole("table", { name: "What decides each control" });
  await expect(table).toBeHidden();
  await page.getByText("All 22 controls").click();
  const row = table.getByRole("row").filter({ hasText: "Strong authentication" });
  await expect(row.getByRole("cell")).toHaveText(["6", "6", "0", "0", "0", "2"]);
  const byRegister = checksOfRegisters.length;
  const counts = [98, 22, 9, byRegister, 98 - 22 - 9 - byRegister, 66];
  await expect(table.getByRole("row").last().getByRole("cell")).toHaveText(counts.map(String));
  await look(page, "promises-unfolded");
});
