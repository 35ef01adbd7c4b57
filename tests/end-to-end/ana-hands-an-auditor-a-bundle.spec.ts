import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { look } from "../support/look.ts";
import { expect, test } from "../support/end-to-end.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { smallPdf, prowlerReport } from "../support/reports.ts";
import { readTestText } from "../support/test-data.ts";

let server: ServerProcess;

/** A file of a bundle, whose files lie in it as they are. */
function inBundle(bundle: string, path: string): Buffer {
  return execFileSync("python3", [
    "-c",
    "import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
    bundle,
    path,
  ]);
}

test.beforeAll(({ server: shared }) => {
  server = shared;
});

test("Ana signs up, brings evidence in, and hands an auditor a bundle that verifies offline", async ({
  page,
  browser,
}, testInfo) => {
  test.setTimeout(300_000);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedHTML|Trusted Type/i.test(message.text())) violations.push(message.text());
  });
  page.on("pageerror", (error) => violations.push(error.message));

  await test.step("sign up and confirm by mail", async () => {
    await page.goto(`${server.url}/login`);
    await look(page, "login", { themes: ["light"] });
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Calder");
    await page.getByLabel("Email").fill("ana@calderfinch.example");
    await page.getByLabel("Password", { exact: true }).fill("Correct-horse-7");
    await page.getByLabel("Confirm password").fill("Correct-horse-7");
    await look(page, "sign-up", { themes: ["light"] });
    await page.getByRole("checkbox", { name: "I'm not a robot" }).check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("heading", { name: "Registration successful" })).toBeVisible();
    await look(page, "registered", { themes: ["light"] });
    const token = await server.tokenFor("ana@calderfinch.example");
    await page.goto(`${server.url}/login#access_token=${token}&type=signup`);
    await expect(page.getByText("Your email has been confirmed!")).toBeVisible();
    expect(page.url()).not.toContain("access_token");
  });

  await test.step("found a company and create a project with 22 controls", async () => {
    const welcome = page.getByRole("dialog", { name: "Welcome to Exhibit" });
    await expect(welcome).toBeVisible();
    await look(page, "welcome", { themes: ["light"] });
    await welcome.getByLabel("Company name").fill("Calder & Finch LLP");
    await welcome.getByRole("button", { name: "Create Company" }).click();
    await expect(page.getByText('Company "Calder & Finch LLP" created successfully')).toBeVisible();
    await look(page, "home-empty", { themes: ["light"] });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }).click();
    await page.getByRole("button", { name: "Create New Project" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create New Project" });
    await expect(dialog.getByRole("button", { name: "Create Project" })).toBeDisabled();
    await expect(dialog.getByRole("radio", { name: /GDPR/ })).toBeDisabled();
    await dialog.getByLabel("Project name").fill("SOC 2 readiness");
    await dialog.getByRole("radio", { name: /SOC 2/ }).check();
    await look(page, "create-project", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Create Project" }).click();
    await page.getByRole("link", { name: "SOC 2 readiness" }).first().click();
    await expect(page.getByRole("heading", { name: "SOC 2 readiness" })).toBeVisible();
    await expect(
      page
        .getByRole("table", { name: "Controls" })
        .getByRole("row")
        .filter({ hasText: /CC\d|A1|C1|P\d/ }),
    ).toHaveCount(22);
  });

  await test.step("upload a policy", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Evidence" }).click();
    await look(page, "evidence-empty", { themes: ["light"] });
    await page.getByRole("button", { name: "Add Evidence" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add Evidence" });
    await dialog
      .getByLabel("Files")
      .setInputFiles({ name: "security-policy.pdf", mimeType: "application/pdf", buffer: smallPdf() });
    await dialog.getByLabel("Name").fill("Information security policy");
    await dialog.getByLabel("Type").selectOption("Policy");
    await dialog.getByRole("checkbox", { name: /Security policies/ }).check();
    await look(page, "add-evidence", { themes: ["light"] });
    await dialog.getByRole("button", { name: "Add Evidence" }).click();
    await expect(page.getByRole("table", { name: "Evidence" }).getByText("Information security policy")).toBeVisible();
    await look(page, "evidence", { themes: ["light"] });
    await page.getByRole("table", { name: "Evidence" }).getByText("Information security policy").click();
    const details = page
      .getByRole("complementary", { name: "Evidence details" })
      .or(page.getByRole("dialog", { name: "Evidence details" }));
    await expect(details.getByText("Chain of custody")).toBeVisible();
    await details.getByRole("button", { name: "Verify again" }).click();
    await expect(details.getByText("Seal intact")).toBeVisible();
    await look(page, "evidence-details", { themes: ["light"] });
  });

  const reports = [
    { name: "prowler.ocsf.json", text: readTestText("reports/prowler-aws.ocsf.json") },
    { name: "eslint.sarif", text: readTestText("reports/eslint.sarif") },
    // The recorded report is old, and old is not failing: a fresh one shows the failure.
    { name: "prowler-today.ocsf.json", text: prowlerReport(new Date()) },
  ];
  for (const report of reports) {
    await test.step(`import ${report.name}`, async () => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Integrations" }).click();
      await page.getByRole("button", { name: "Import a Report" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog
        .locator('input[type="file"]')
        .setInputFiles({ name: report.name, mimeType: "application/json", buffer: Buffer.from(report.text) });
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await expect(
        page.getByRole("dialog", { name: "Report imported" }).getByText(/reported \d+ finding/),
      ).toBeVisible();
      await look(page, `import-${report.name.split(".")[0]}`);
      await page.keyboard.press("Escape");
    });
  }

  await test.step("controls pass, fail and need evidence, each with its reason", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }).click();
    await look(page, "projects", { themes: ["light"] });
    await page.getByRole("link", { name: "SOC 2 readiness" }).first().click();
    const table = page.getByRole("table", { name: "Controls" });
    const row = (title: string) => table.getByRole("row").filter({ hasText: title });
    // A file alone decides nothing.
    await expect(row("Security policies")).toContainText("Needs evidence");
    await expect(row("Change control and secure development")).toContainText("Fail");
    await expect(row("Change control and secure development")).toContainText("Static analysis reports nothing open");
    await expect(row("Risk assessment and treatment")).toContainText("Needs evidence");
    await expect(row("Risk assessment and treatment").getByRole("cell", { name: /^0 of \d+/ })).toBeVisible();
    await expect(row("Risk assessment and treatment").getByRole("link").last()).toHaveAccessibleName(
      /.+ for Risk assessment and treatment$/,
    );
    await expect(page.getByText("In Progress").first()).toBeVisible();
    await look(page, "project", { themes: ["light"] });
    await row("Change control and secure development")
      .getByRole("link")
      .or(row("Change control and secure development").getByRole("button"))
      .first()
      .click();
    await expect(
      page
        .getByText("The newest static analysis report")
        .or(page.getByText("Static analysis reports nothing open"))
        .first(),
    ).toBeVisible();
    await look(page, "control", { themes: ["light"] });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByText("Controls Passed")).toBeVisible();
    await look(page, "home", { themes: ["light"] });
  });

  const bundle = testInfo.outputPath("bundle.zip");
  await test.step("export the report", async () => {
    await page.getByRole("button", { name: "Export Report" }).click();
    const dialog = page.getByRole("dialog", { name: "Export Report" });
    await dialog.getByLabel("Project").selectOption("SOC 2 readiness");
    await look(page, "export-report");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await (await download).saveAs(bundle);
    await expect(page.getByText("Evidence exported successfully")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step("find it among the exports, with its hash, and export it again", async () => {
    await page.getByRole("button", { name: "Export Report" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "View earlier exports" }).click();
    const row = page.getByRole("table", { name: "Exports" }).getByRole("row").nth(1);
    await expect(row).toContainText("SOC 2 readiness");
    await expect(row).toContainText("Ana Calder");
    await expect(row).toContainText("Downloaded");
    const sha256 = createHash("sha256").update(readFileSync(bundle)).digest("hex");
    await expect(row.getByTitle(sha256)).toBeVisible();
    await look(page, "exports");
    const download = page.waitForEvent("download");
    await row.getByRole("button", { name: "Export again" }).click();
    await (await download).delete();
    await expect(page.getByRole("row").filter({ hasText: "Downloaded" })).toHaveCount(2);
  });

  await test.step("an auditor verifies it offline, and sees a single changed byte", async () => {
    const listed = JSON.parse(await (await page.request.get(`${server.url}/api/v1/companies`)).text()) as {
      id: string;
    }[];
    const { key } = (await (
      await page.request.get(`${server.url}/api/v1/companies/${listed[0]!.id}/ledger`)
    ).json()) as { key: string };
    const verifier = path.resolve(import.meta.dirname, "../../build/verify.mjs");
    const good = execFileSync(process.execPath, [verifier, bundle, "--key", key], { encoding: "utf8" });
    expect(good).toMatch(/^VERIFIED$/m);
    const bytes = readFileSync(bundle);
    // A byte of the ESLint report itself, well behind its header in the archive; lists name its path, too.
    const at = bytes.indexOf("\x14\0artifacts/EX-000003") + 200;
    bytes[at] = bytes[at]! ^ 1;
    writeFileSync(testInfo.outputPath("altered.zip"), bytes);
    const bad = spawnSync(process.execPath, [verifier, testInfo.outputPath("altered.zip"), "--key", key], {
      encoding: "utf8",
    });
    expect(bad.status).toBe(1);
    expect(bad.stdout + bad.stderr).toContain("EX-000003");
    expect(bad.stdout).toMatch(/^REFUSED$/m);

    // The page that every Exhibit serves, kept on disk and opened by a browser that is offline.
    const verifyPage = testInfo.outputPath("verify.html");
    writeFileSync(verifyPage, await (await page.request.get(`${server.url}/verify.html`)).body());
    const offline = await browser.newContext({ offline: true });
    const visited = await offline.newPage();
    const asked: string[] = [];
    visited.on("request", (request) => asked.push(new URL(request.url()).protocol));
    await visited.goto(`file://${verifyPage}`);
    const message = (verdict: string) => expect(visited.getByRole("status")).toContainText(verdict);
    await visited.getByLabel("Choose the ZIP").setInputFiles(bundle);
    await message("CONSISTENT. The issuer was not checked: give --key");
    await visited.getByLabel("Ledger key").fill(key);
    await visited.getByLabel("Choose the ZIP").setInputFiles(bundle);
    await message("VERIFIED");
    await visited.getByLabel("Earlier checkpoint as text").fill(inBundle(bundle, "ledger/checkpoint").toString());
    await visited.getByLabel("Choose the ZIP").setInputFiles(bundle);
    await message("The ledger is the one of the earlier checkpoint.");
    await visited.getByLabel("Earlier checkpoint as text").fill("");
    await visited.getByLabel("Choose the ZIP").setInputFiles(testInfo.outputPath("altered.zip"));
    await message("REFUSED");
    await expect(visited.getByRole("listitem").filter({ hasText: /^EX-000003 / })).toBeVisible();
    await visited.getByLabel("Choose the ZIP").setInputFiles(verifyPage);
    await message("This is not an Exhibit bundle");
    expect(new Set(asked)).toEqual(new Set(["file:"]));
    await offline.close();
  });

  await test.step("signing out ends the session", async () => {
    await page
      .getByRole("navigation", { name: "System" })
      .getByRole("link", { name: "Logout" })
      .or(page.getByRole("link", { name: "Logout" }))
      .first()
      .click();
    await expect(page).toHaveURL(/\/login/);
    await page.goto(`${server.url}/dashboard`);
    await expect(page).toHaveURL(/\/login/);
  });
  expect(violations, "nothing offended the content security policy, nothing was thrown").toEqual([]);
});
