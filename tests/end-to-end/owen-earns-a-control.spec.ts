import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

/** Two checks that people test, and four documents. */
const CONTROL = { id: "XC-05", title: "Staff screening and agreements" };
const DOCUMENTS = [
  "Background check completion records",
  "Signed confidentiality agreements and code of conduct",
  "Job descriptions with security duties",
  "Sanction policy",
];
/** How many presses and fields it takes from an empty company. One more is a step that somebody has to justify here. */
const ACTIONS = 43;

/** What a person does: presses and fields, counted. */
function hand() {
  let actions = 0;
  return {
    actions: () => actions,
    /** A file is chosen by one press, as the test cannot in the system's own dialog. */
    choose: async (field: Locator, name: string, text: string) => {
      actions += 1;
      await field.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    },
    press: async (what: Locator) => {
      actions += 1;
      await what.click();
    },
    fill: async (field: Locator, text: string) => {
      actions += 1;
      await field.fill(text);
    },
  };
}

test("Owen earns a control in an empty company, and an auditor repeats it offline", async ({
  page,
  browser,
  server,
}, testInfo) => {
  test.setTimeout(300_000);
  const { url } = server;
  const owen = await Person.signUp(url, "Owen", "owen-earns@example.test", (email) => server.tokenFor(email));
  await signIn(page, url, owen);
  const { press, fill, choose, actions } = hand();
  const began = Date.now();
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  await test.step("he names the company and begins a project", async () => {
    const welcome = dialog("Welcome to Exhibit");
    await fill(welcome.getByLabel("Company name"), "Owen & Daughters");
    await press(welcome.getByRole("button", { name: "Create Company" }));
    await expect(page.getByText('Company "Owen & Daughters" created successfully')).toBeVisible();
    await press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }));
    await press(button("Create New Project").first());
    const form = dialog("Create New Project");
    await fill(form.getByLabel("Project name"), "SOC 2 readiness");
    await press(form.getByRole("radio", { name: /SOC 2/ }));
    await press(form.getByRole("button", { name: "Create Project" }));
    await press(page.getByRole("link", { name: "SOC 2 readiness" }).first());
    await expect(page.getByRole("heading", { name: "What to do first" })).toBeVisible();
    await expect(row(page)).toContainText("Needs evidence");
  });

  await test.step("he opens the control and adds what he has, once", async () => {
    await press(row(page).getByRole("link", { name: CONTROL.title, exact: true }).first());
    await press(page.getByRole("link", { name: "Open control page" }));
    await press(button("Add Evidence").first());
    const form = dialog("Add Evidence");
    await choose(form.getByLabel("Files"), "people.txt", "Who was screened, what was signed, and who does what.");
    await press(form.getByRole("button", { name: "Add Evidence" }));
    await expect(form).toBeHidden();
    await expect(page.getByRole("button", { name: `File document as ${DOCUMENTS[0]}` })).toBeVisible();
  });

  await test.step("he files it as each document and, alone in the company, reviews it himself", async () => {
    for (const title of DOCUMENTS) {
      await press(button(`File document as ${title}`));
      await press(dialog("File as document").getByRole("button", { name: "File", exact: true }));
      await press(button(new RegExp(`^Accept EX-001 as ${title}$`)));
      await expect(entry(page, title)).toContainText("On file");
    }
  });

  await test.step("he tests the two checks, each with a drawn sample", async () => {
    for (let check = 0; check < 2; check += 1) {
      await press(button(/^Record test of /).first());
      const form = dialog(/^Test: /);
      await fill(form.getByLabel("Source"), "Everybody who works here");
      await fill(form.getByLabel("Number of items"), "1");
      await fill(form.getByLabel("Sample size"), "1");
      await press(form.getByRole("button", { name: "Draw sample" }));
      await press(form.getByRole("radiogroup", { name: "Item 1" }).getByRole("radio", { name: "Passes" }));
      await press(form.getByRole("checkbox", { name: /^EX-001/ }));
      await press(form.getByRole("radiogroup", { name: "The check" }).getByRole("radio", { name: /^Passes/ }));
      await press(form.getByRole("button", { name: "Sign test" }));
      await expect(form).toBeHidden();
    }
    await expect(page.locator(".stamp")).toContainText("Passing");
  });
  const seconds = (Date.now() - began) / 1000;
  process.stdout.write(`One green control from an empty company: ${actions()} actions, ${seconds.toFixed(0)} s.\n`);
  expect(actions()).toBeLessThanOrEqual(ACTIONS);

  const bundle = testInfo.outputPath("bundle.zip");
  await test.step("his project says so, and he exports its report", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }).click();
    await page.getByRole("link", { name: "SOC 2 readiness" }).first().click();
    await expect(row(page)).toContainText("Passing");
    await button("Export Report").click();
    const form = dialog("Export Report");
    const download = page.waitForEvent("download");
    await form.getByRole("button", { name: "Export", exact: true }).click();
    await (await download).saveAs(bundle);
  });

  await test.step("an auditor repeats it offline: by the program, and by the page in a browser without a network", async () => {
    const [company] = (await owen.get("/companies")).body;
    const { key } = (await owen.get(`/companies/${company.id}/ledger`)).body;
    const verifier = path.resolve(import.meta.dirname, "../../build/verify.mjs");
    const said = execFileSync(process.execPath, [verifier, bundle, "--key", key], { encoding: "utf8" });
    expect(said).toMatch(/^VERIFIED$/m);
    expect(said).toMatch(/judged again: [1-9]\d* agreed, 0 differ/);
    const verifyPage = testInfo.outputPath("verify.html");
    writeFileSync(verifyPage, await (await page.request.get(`${url}/verify.html`)).body());
    const offline = await browser.newContext({ offline: true });
    const theirs = await offline.newPage();
    await theirs.goto(`file://${verifyPage}`);
    await theirs.getByLabel("Ledger key").fill(key);
    await theirs.getByLabel("Choose the ZIP").setInputFiles(bundle);
    await expect(theirs.getByRole("status")).toContainText("VERIFIED");
    const listed = execFileSync("unzip", ["-p", bundle, "controls.csv"], { encoding: "utf8" });
    expect(listed.split("\n").find((line) => line.startsWith(CONTROL.id))).toContain("passing");
    await offline.close();
  });
});

const row = (page: Page) =>
  page.getByRole("table", { name: "Controls" }).getByRole("row").filter({ hasText: CONTROL.title });

const entry = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Expected documents" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });
