import { execFileSync } from "node:child_process";
import path from "node:path";
import type { Page } from "@playwright/test";
import { sayMinutes } from "#domain/setup-clock.ts";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { smallPdf } from "../support/reports.ts";
import type { ServerProcess } from "../support/server-process.ts";

const firm = "Marlow & Reyes LLP";
const root = path.resolve(import.meta.dirname, "../..");
let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

const step = (page: Page, number: number) =>
  expect(page.getByText(`Step ${number} of 5`, { exact: true })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** What was answered last is kept: earlier answers are on their way for a moment longer. */
const kept = (page: Page, answered: string) =>
  page.waitForResponse(
    (answer) =>
      answer.request().method() === "PATCH" &&
      answer.url().endsWith("/onboarding") &&
      (answer.request().postData() ?? "").replaceAll(" ", "").includes(answered),
  );

async function person(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@marlow.example`;
  return await Person.signUp(server.url, name, email, () => server.tokenFor(email));
}

test("Lena sets up a firm of twelve, from signing up to a control report that verifies", async ({
  browser,
  page: first,
}, testInfo) => {
  const began = Date.now();
  const complaints: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted ?(Type|HTML)/i.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  };
  listen(first);

  await test.step("she signs up, confirms, and names her firm", async () => {
    await first.goto(`${server.url}/login`);
    await first.getByRole("tab", { name: "Sign Up" }).click();
    await first.getByLabel("First name").fill("Lena");
    await first.getByLabel("Last name").fill("Marlow");
    await first.getByLabel("Email").fill("lena@marlow.example");
    await first.getByLabel("Password", { exact: true }).fill("Correct-horse-7");
    await first.getByLabel("Confirm password").fill("Correct-horse-7");
    await first.getByRole("checkbox", { name: "I'm not a robot" }).check();
    await press(first, "Create Account");
    await expect(first.getByRole("heading", { name: "Registration successful" })).toBeVisible();
    await first.goto(`${server.url}/login#access_token=${await server.tokenFor("lena@marlow.example")}&type=signup`);
    const welcome = first.getByRole("dialog", { name: "Welcome to Exhibit" });
    await welcome.getByLabel("Company name").fill(firm);
    await welcome.getByRole("button", { name: "Create Company" }).click();
  });

  await test.step("home begins with the steps to the first report, and the stopwatch runs", async () => {
    const steps = first.getByRole("region", { name: "First Steps" });
    await expect(steps.getByText("since you signed up")).toBeVisible();
    await expect(steps.getByRole("listitem").filter({ hasText: "Create your company" })).toContainText(/\d\d:\d\d/);
    await look(first, "home-first-run");
    await steps.getByRole("link", { name: "Start Onboarding" }).click();
  });

  await test.step("she answers two steps and closes the browser", async () => {
    await step(first, 1);
    await press(first, "Next");
    await expect(first.getByLabel("Industry")).toHaveAccessibleDescription("Please select an industry");
    await expect(first.getByLabel("Industry")).toBeFocused();
    await expect(first.getByLabel("Number of employees")).toHaveAccessibleDescription("Must be a positive number");
    await look(first, "onboarding-wrong");
    await first.getByLabel("Industry").selectOption({ label: "Other" });
    await first.getByLabel("Number of employees").fill("120");
    await press(first, "Next");
    const question = first.getByRole("alert").filter({ hasText: "Which is right?" });
    await expect(question).toContainText("You chose Small (1-50 employees) and entered 120 employees.");
    await look(first, "onboarding-contradiction");
    await question.getByRole("button", { name: "Change to Medium (51-500 employees)" }).click();
    await expect(first.getByRole("radio", { name: /Medium/ })).toBeChecked();
    await expect(question).toHaveCount(0);
    await first.getByLabel("Number of employees").fill("12");
    await press(first, "Next");
    await question.getByRole("button", { name: "Change to Small (1-50 employees)" }).click();
    await expect(
      first.getByRole("radiogroup", { name: "Company size" }).getByRole("radio", { name: /Small/ }),
    ).toBeChecked();
    await press(first, "Next");
    await step(first, 2);
    await first.getByLabel("Annual revenue (USD)").fill("2400000");
    await look(first, "onboarding-finances");
    await press(first, "Next");
    await expect(first.getByRole("heading", { name: "Data Handling" })).toBeFocused();
    const saved = kept(first, '"storesPii":true');
    await first.getByRole("switch", { name: "Personal Information" }).check();
    expect((await saved).ok()).toBe(true);
  });
  const storageState = await first.context().storageState();
  await first.context().close();
  const context = await browser.newContext({ storageState, acceptDownloads: true });
  const page = await context.newPage();
  listen(page);

  await test.step("another day she goes on where she was, and sees what her answers point to", async () => {
    await page.goto(`${server.url}/dashboard/onboarding`);
    await step(page, 3);
    await expect(page.getByRole("switch", { name: "Personal Information" })).toBeChecked();
    await press(page, "Back");
    await expect(page.getByLabel("Annual revenue (USD)")).toHaveValue("2400000");
    await press(page, "Next");
    await press(page, "Next");
    await step(page, 4);
    await press(page, "Submit");
    await expect(page.getByText("Select at least one region")).toBeVisible();
    await page.getByRole("checkbox", { name: "North America" }).check();
    await page.getByRole("checkbox", { name: "Europe" }).check();
    await look(page, "onboarding-regions");
    await press(page, "Submit");
    await expect(page.getByText("Organization profile saved successfully!")).toBeVisible();
    await step(page, 5);
    await expect(page.getByRole("button", { name: /^Create .+ Project$/ })).toHaveText([
      "Create SOC 2 Project",
      "Create HIPAA Project",
    ]);
    // Recommended, and said to come: without a button that leads nowhere.
    await expect(page.getByRole("listitem").filter({ hasText: "GDPR" })).toContainText("Coming Soon");
    await expect(
      page.getByText("Because you store personal information and have customers in North America."),
    ).toBeVisible();
    await look(page, "onboarding-recommended");
  });

  const companyId = ((await (await page.request.get(`${server.url}/api/v1/companies`)).json()) as { id: string }[])[0]!
    .id;
  const api = (at: string) => `${server.url}/api/v1/companies/${companyId}${at}`;

  await test.step("she creates the recommended project, and two more", async () => {
    await press(page, "Create HIPAA Project");
    const dialog = page.getByRole("dialog", { name: "Create New Project" });
    await expect(dialog.getByRole("radio", { name: /HIPAA/ })).toBeChecked();
    await dialog.getByLabel("Project name").fill("Client health files");
    await dialog.getByRole("button", { name: "Create Project" }).click();
    // On to the project itself, which says what to do first.
    await expect(page.getByRole("heading", { name: "Client health files", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/projects\/[\w-]{36}$/);
    await look(page, "onboarding-first-project");
    for (const framework of ["soc2", "iso27001"]) {
      const made = await page.request.post(api("/projects"), {
        data: { name: `Ours in ${framework}`, framework },
        headers: { origin: server.url },
      });
      expect(made.status()).toBe(200);
    }
  });

  await test.step("home says what is next and leads there; a file alone makes nothing pass", async () => {
    await page.goto(`${server.url}/dashboard`);
    const next = page.getByRole("region", { name: "Next Best Step" });
    await expect(
      next.getByText(/^Complete these 3 controls to reach 3 of 22\. .+ gains \d+ points, .+ \d+, .+ \d+\.$/),
    ).toBeVisible();
    await expect(next.getByText(/HIPAA \+\d+/).first()).toBeVisible();
    await look(page, "home-next-step");
    const step = next.getByRole("listitem").first();
    await expect(step).toContainText(/, and \d+ more to do\./);
    const action = step.getByRole("link").last();
    const to = (await action.getAttribute("href"))!;
    await action.press("Enter");
    await expect(page).toHaveURL(`${server.url}${to}`);
    await page.goBack();
    await expect(next).toBeVisible();
    await page.goto(`${server.url}/dashboard/evidence?add=1&control=XC-01`);
    const dialog = page.getByRole("dialog", { name: "Add Evidence" });
    await expect(dialog.getByRole("checkbox", { name: "Security policies", exact: true })).toBeChecked();
    await dialog
      .getByLabel("Files")
      .setInputFiles({ name: "first-policy.pdf", mimeType: "application/pdf", buffer: smallPdf() });
    await dialog.getByRole("button", { name: "Add Evidence" }).click();
    await expect(page.getByText("Added as EX-", { exact: false })).toBeVisible();
    const projects = (await (await page.request.get(api("/projects"))).json()) as { controlsPassed: number }[];
    expect(projects.map(({ controlsPassed }) => controlsPassed)).toEqual([0, 0, 0]);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("region", { name: "Since Yesterday" })).toContainText("1 evidence item was added.");
    const status = page.getByRole("region", { name: "Framework Status" });
    await expect(status.getByText("0% complete, 0 of 22 controls. In Progress.")).toHaveCount(3);
  });

  await test.step("she takes the control report, and it verifies without us", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export Report" }).click();
    const dialog = page.getByRole("dialog", { name: "Export Report" });
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const bundle = testInfo.outputPath("bundle.zip");
    await (await download).saveAs(bundle);
    await expect(page.getByText("Evidence exported successfully")).toBeVisible();
    const { key } = (await (await page.request.get(api("/ledger"))).json()) as { key: string };
    const verifier = path.join(root, "build/verify.mjs");
    expect(execFileSync(process.execPath, [verifier, bundle, "--key", key], { encoding: "utf8" })).toMatch(/verif/i);
  });

  await test.step("the stopwatch stands, on home and in the settings", async () => {
    const { clock } = (await (await page.request.get(api("/onboarding/setup"))).json()) as {
      clock: { minutes: number; running: boolean };
    };
    expect(clock.running).toBe(false);
    expect(clock.minutes).toBeLessThanOrEqual((Date.now() - began) / 60_000);
    const steps = page.getByRole("region", { name: "First Steps" });
    const figure = new RegExp(`^${sayMinutes(clock.minutes)}$`, "i");
    await expect(steps.getByText(figure)).toBeVisible();
    await expect(steps).toContainText("from when you signed up to the first control report");
    await look(page, "home-first-report");
    await page.goto(`${server.url}/dashboard/settings`);
    await expect(page.getByRole("definition").getByText(figure)).toBeVisible();
  });

  await test.step("another company sees nothing of hers", async () => {
    const otto = await person("Otto");
    const other = await otto.found("Elsewhere & Sons");
    for (const at of ["", "/onboarding", "/onboarding/setup", "/overview", "/projects", "/evidence"])
      expect((await otto.get(`/companies/${companyId}${at}`)).status).toBe(404);
    expect((await otto.get(`/companies/${other}/evidence`)).body.items).toEqual([]);
    expect((await otto.get(`/companies/${other}/onboarding`)).body.profile).toBeNull();
  });
  await context.close();
  expect(complaints, "nothing offended the content security policy, nothing was thrown").toEqual([]);
});
