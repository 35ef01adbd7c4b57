import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { contentOf } from "#catalog/training/content/index.ts";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { addToStaff } from "../support/staff.ts";

const rights = new Map(contentOf("security").questions.map(({ text, answers }) => [text, answers[0]]));

/** A company with a policy that everybody reads, and somebody who has not yet; answers with their mailed link. */
async function asked(server: ServerProcess, name: string): Promise<string> {
  const owner = await Person.signUp(server.url, "Hannah", `hannah-${name}@staff.test`, (email) =>
    server.tokenFor(email),
  );
  const company = await owner.found("Calder & Finch LLP");
  const at = (path: string) => `/companies/${company}${path}`;
  const { body } = await owner.post(at("/policies"), {
    title: "Access policy",
    text: "# Signing in\n\nEvery person signs in with their own account.\n\n- Shared accounts are not allowed.\n- Every sign-in needs MFA.\n\n| System | Owner |\n| --- | --- |\n| Documents | Hannah |\n",
  });
  await owner.post(at(`/policy-versions/${body.open.id}/review`), { revision: 1, quorum: 1 });
  await owner.post(at(`/policy-versions/${body.open.id}/approvals`), { revision: 1 });
  await owner.post(at(`/policy-versions/${body.open.id}/assignments`), { audience: "everyone" });
  const email = `ben-${name}@staff.test`;
  const startsAt = new Date(Date.now() - 86_400_000).toISOString();
  const person = await addToStaff(owner, company, { name: "Ben Adeyemi", email, startsAt });
  const laptop = { name: "Ben's laptop", kind: "laptop", serial: "C02XK1", holderId: person };
  await owner.post(at("/registers/devices/records"), { fields: laptop });
  await owner.post(at("/staff/links"), { personIds: [person] });
  return await server.mailedTo(email, /(\/me\/link\?token=[\w-]+)/);
}

async function answerQuestion(page: Page, right: boolean): Promise<void> {
  const question = await page.getByRole("heading", { level: 1 }).innerText();
  const options = page.getByRole("radio");
  const texts = await page.locator(".me-options label").allInnerTexts();
  const isRight = texts.map((text) => text.trim() === rights.get(question));
  const option = options.nth(isRight.indexOf(right));
  // With the keyboard alone: to the first option, down to this one, and on by Enter.
  await options.first().focus();
  for (let step = isRight.indexOf(right); step > 0; step -= 1) await page.keyboard.press("ArrowDown");
  if (!(await option.isChecked())) await page.keyboard.press("Space");
  await expect(option).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(question);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("Ben opens his link, reads a policy, passes a course by keyboard, and gets a certificate", async ({
      page,
      server,
    }) => {
      const see = async (name: string) => {
        if (javaScriptEnabled) await look(page, `me-${name}`);
        await page.setViewportSize({ width: 390, height: 844 });
      };
      await page.goto(server.url + (await asked(server, javaScriptEnabled ? "on" : "off")));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ben");
      await see("link");
      await page.getByRole("button", { name: "Open my page" }).click();
      await expect(page.getByText("5 things to do.")).toBeVisible();
      await see("home");

      await page.getByRole("link", { name: "Read: Access policy" }).click();
      await expect(page.getByRole("cell", { name: "Documents" })).toBeVisible();
      await see("policy");
      await page.getByRole("button", { name: "Acknowledge" }).click();
      await expect(page.getByText("Your acknowledgment is recorded.")).toBeVisible();
      await see("acknowledged");
      await page.getByRole("link", { name: "Back to my page" }).click();

      await page.getByRole("link", { name: "Start: Security basics" }).click();
      await expect(page.getByRole("heading", { name: "Sign-in alerts" })).toBeVisible();
      await see("course");
      await page.getByRole("button", { name: "Start the quiz" }).click();
      await expect(page.getByText("Question 1 of 8")).toBeVisible();
      await see("quiz");
      for (let at = 0; at < 8; at += 1) await answerQuestion(page, at !== 3);
      await expect(page.getByText("Passed, 7 of 8")).toBeVisible();
      await see("passed");
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download certificate" }).click();
      expect((await download).suggestedFilename()).toBe("certificate-security.pdf");

      await page.getByRole("link", { name: "Back to my page" }).click();
      await expect(page.getByText("3 things to do.")).toBeVisible();
      await page.getByRole("link", { name: "Answer: Your laptop, Ben's laptop" }).click();
      await expect(page.getByText("C02XK1")).toBeVisible();
      await see("device");
      await page.getByRole("button", { name: "Yes, I have it" }).click();
      await expect(page.getByText("Your answer is recorded.")).toBeVisible();
      await see("device-confirmed");
      await page.getByRole("link", { name: "Back to my page" }).click();
      await expect(page.getByText("2 things to do.")).toBeVisible();
      await page.getByRole("link", { name: "Add a device that is missing" }).click();
      await page.getByRole("radio", { name: "Phone" }).check();
      await page.getByLabel("Name it").fill("Pixel 9");
      await see("missing-device");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("is asked to add it to its list")).toBeVisible();
      await see("missing-device-named");
      await page.getByRole("link", { name: "Back to my page" }).click();
      await expect(page.getByText("Your company has not added it yet.")).toBeVisible();
      await see("home-later");
      // What was lost leads to a report that begins with which device it is.
      await page.getByRole("link", { name: "Change what you said about Ben's laptop" }).click();
      await page.getByRole("button", { name: "It was lost or stolen" }).click();
      await expect(page.getByLabel("Describe it")).toHaveValue(/Ben's laptop, serial number C02XK1/);
      await see("device-lost");
      await page.getByRole("link", { name: "To do" }).click();

      await page.getByRole("link", { name: "Report an incident" }).click();
      await page.getByRole("radio", { name: "Lost or stolen device" }).check();
      await page.getByLabel("Describe it").fill("My phone is gone. I saw it last on the train.");
      await see("report");
      await page.getByRole("button", { name: "Send Report" }).click();
      await expect(page.getByText("Your report is recorded")).toBeVisible();
      await see("reported");
      await page.getByRole("link", { name: "Back to my page" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByLabel("Work email")).toBeVisible();
      await see("signed-out");
    });
  });
}

test("a page of the staff portal is at most 80 KB, gzipped, with all that it loads but fonts", async ({
  page,
  server,
}) => {
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    // A page that only leads on has no body.
    if (response.ok() && response.url().startsWith(server.url) && response.request().resourceType() !== "font")
      sizes.set(response.url(), gzipSync(await response.body()).length);
  });
  // What a page loads is read before it is left.
  await page.goto(server.url + (await asked(server, "size")), { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Open my page" }).click();
  await expect(page.getByRole("link", { name: "Start: Security basics" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Start: Security basics" }).click();
  await expect(page.getByRole("heading", { name: "Security basics", level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(5_000);
  expect(total).toBeLessThan(80 * 1024);
});
