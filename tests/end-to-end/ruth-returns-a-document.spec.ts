import type { Browser, Page } from "@playwright/test";
import { earnControl } from "../support/earned.ts";
import { expect, test } from "../support/end-to-end.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

/** Staff screening and agreements: two checks that people test, four documents, and no system. */
const CONTROL = { id: "XC-05", title: "Staff screening and agreements" };
const DOCUMENT = "Background check completion records";

async function pageOf(browser: Browser, url: string, person: Person): Promise<Page> {
  const page = await browser.newPage();
  await signIn(page, url, person);
  return page;
}

test("Ruth returns a document that she accepted, and its control falls wherever it is shown", async ({
  browser,
  server,
}) => {
  const { url } = server;
  const token = (email: string) => server.tokenFor(email);
  const otto = await Person.signUp(url, "Otto", "otto-owns@example.test", token);
  const company = await otto.found("Otto and Sons");
  const of = (path: string) => `/companies/${company}${path}`;
  const { body: project } = await otto.post(of("/projects"), { name: "SOC 2 readiness", framework: "soc2" });
  const ruth = await Person.signUp(url, "Ruth", "ruth-reviews@example.test", token);
  await otto.post(of("/invitations"), { email: ruth.email, role: "admin" });
  const [invitation] = (await ruth.get("/invitations")).body;
  await ruth.post("/invitations/accept", { invitationId: invitation.id });
  await earnControl(otto, company, CONTROL.id, { reviewer: ruth });
  const { slug } = (await otto.get(of(""))).body;
  const settings = { isOn: true, title: "How we work", introduction: "", contact: null, listed: false };
  const shownThere = JSON.stringify({ ...settings, controls: [CONTROL.id], frameworks: ["soc2"] });
  const portal = await otto.send("PATCH", of("/portal"), shownThere, { "content-type": "application/json" });
  expect([portal.status, portal.body.message]).toEqual([200, undefined]);

  const hers = await pageOf(browser, url, ruth);
  const row = () => hers.getByRole("table", { name: "Controls" }).getByRole("row").filter({ hasText: CONTROL.title });
  const summary = (title: string) =>
    hers.getByRole("list", { name: "Summary" }).getByRole("listitem").filter({ hasText: title });
  const visitor = await browser.newPage();
  const shown = visitor.getByRole("listitem").filter({ hasText: CONTROL.title });

  await test.step("it passes everywhere", async () => {
    await expect(summary("Controls Passed")).toContainText("1 of 22");
    await hers.goto(`${url}/dashboard/projects/${project.id}`);
    await expect(row()).toContainText("Passing");
    await visitor.goto(`${url}/portal/${slug}`);
    await expect(shown).toContainText("as of");
  });

  await test.step("she takes her review back, and returns the document with a reason", async () => {
    await hers.goto(`${url}/dashboard/controls/${CONTROL.id}`);
    await hers.getByRole("button", { name: `Withdraw your review of ${DOCUMENT}` }).click();
    await expect(hers.getByText("Review withdrawn")).toBeVisible();
    await hers.getByRole("button", { name: new RegExp(`^Return .* as ${DOCUMENT}$`) }).click();
    const dialog = hers.getByRole("dialog", { name: "Return document" });
    await dialog.getByRole("button", { name: "Return document" }).click();
    await expect(dialog.getByText("Please give a reason")).toBeVisible();
    await dialog.getByLabel("Reason").fill("Two people are missing from it");
    await dialog.getByRole("button", { name: "Return document" }).click();
    await expect(hers.getByText(`${DOCUMENT}: returned`)).toBeVisible();
  });

  const reason = `${DOCUMENT} was returned: Two people are missing from it.`;
  await test.step("the control's page says what it needs and why", async () => {
    const entry = hers
      .getByRole("region", { name: "Expected documents" })
      .getByRole("listitem")
      .filter({ has: hers.getByRole("heading", { name: DOCUMENT }) });
    await expect(entry).toContainText("Returned");
    await expect(entry).toContainText("Two people are missing from it");
    await expect(hers.locator(".stamp")).toContainText("Needs evidence");
  });

  await test.step("so do the project's row, home and the portal", async () => {
    await hers.goto(`${url}/dashboard/projects/${project.id}`);
    await expect(row()).toContainText("Needs evidence");
    await expect(row()).toContainText(DOCUMENT);
    await hers.goto(`${url}/dashboard`);
    await expect(summary("Controls Passed")).toContainText("0 of 22");
    await expect(hers.getByRole("main")).toContainText(CONTROL.title);
    await visitor.reload();
    await expect(shown).toHaveCount(0);
    await expect(visitor.getByText("Nothing is shown to pass at this moment.")).toBeVisible();
  });

  await test.step("programs read the same sentence", async () => {
    const { control } = (await otto.get(of(`/controls/${CONTROL.id}`))).body;
    expect([control.status, control.reason]).toEqual(["needs evidence", `5 of 6 decided. ${reason}`]);
  });
  await visitor.close();
  await hers.close();
});
