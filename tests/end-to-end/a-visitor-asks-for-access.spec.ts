import type { Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import type { ServerProcess } from "../support/server-process.ts";

let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

const human = (page: Page) => page.getByRole("group", { name: "Human verification" });
const robot = (page: Page) => human(page).getByRole("checkbox", { name: "I'm not a robot" });

async function typeRequest(page: Page, email: string): Promise<void> {
  for (const [label, text] of [
    ["First name", "Ana"],
    ["Last name", "Ferreira"],
    ["Email", email],
    ["Company", "Calder & Finch LLP"],
    ["Role", "Managing partner"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

test("a request for access goes its way by keyboard alone, and the page keeps a receipt", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${server.url}/request-access`);
  await page.getByLabel("First name").focus();
  for (const text of ["Ana", "Ferreira", "ana@example.com", "Calder & Finch LLP", "Managing partner"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(robot(page)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(human(page).getByText("Verified", { exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Request Early Access" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").getByText("Request submitted! We'll be in touch soon.")).toBeVisible();
  await expect(page.getByText("We received your request. We'll reply to ana@example.com.")).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveValue("");
  await expect(robot(page)).not.toBeChecked();
  await page.reload();
  await expect(page.getByLabel("Company")).toHaveValue("");
  expect(violations).toEqual([]);
});

test("what is missing is said under its field, and the first one takes the focus", async ({ page }) => {
  await page.goto(`${server.url}/waitlist`);
  const send = page.getByRole("button", { name: "Join the Waitlist" });
  // Before the scripts run the browser itself says what is missing.
  await expect(async () => {
    await send.click();
    const role = page.getByLabel("Role");
    await expect(role).toHaveAccessibleDescription("Please enter your role", { timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByText("Please complete the verification challenge")).toBeVisible();
  await typeRequest(page, "ana@example.com");
  await expect(page.getByLabel("Role")).not.toHaveAttribute("aria-invalid", "true");
  await send.click();
  await expect(robot(page)).toBeFocused();
  await expect(robot(page)).toHaveAccessibleDescription("Please complete the verification challenge");
});

test("nothing that was typed is lost: not on a failure, not on a reload", async ({ page, context }) => {
  await page.goto(`${server.url}/contact?subject=The+Enterprise+plan`);
  await expect(page.getByLabel("Subject")).toHaveValue("The Enterprise plan");
  await page.getByLabel("Name").fill("Ben");
  await page.getByLabel("Email").fill("ben@example.com");
  await page.getByLabel("Message").fill("How many people?\nTwo hundred.");
  await page.reload();
  await expect(page.getByLabel("Message")).toHaveValue("How many people?\nTwo hundred.");
  await robot(page).check();
  await expect(human(page).getByText("Verified", { exact: true })).toBeVisible();
  await context.setOffline(true);
  const send = page.getByRole("button", { name: "Send Message" });
  await send.click();
  await expect(page.getByRole("alert")).toContainText("Failed to send message. Please try again later.");
  await expect(page.getByRole("alert")).toContainText("Check your connection");
  await expect(page.getByLabel("Message")).toHaveValue("How many people?\nTwo hundred.");
  await context.setOffline(false);
  await send.click();
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible();
});

test("a browser that cannot do the work of the human check is asked a question instead", async ({ page }) => {
  await page.route("**/solver.worker*", (route) => route.abort());
  await page.goto(`${server.url}/waitlist`);
  await typeRequest(page, "cleo@example.com");
  await robot(page).press("Space");
  await expect(page.getByRole("alert")).toContainText("Verification failed. Please try again.");
  await page.getByRole("button", { name: "Answer a question instead" }).click();
  await expect(page.getByRole("heading", { name: "One question before we send it" })).toBeVisible();
});

test("a verification that has expired says so, and can be repeated", async ({ page }) => {
  await page.route("**/api/v1/human-check", async (route) => {
    const answer = await route.fetch();
    const challenge = (await answer.json()) as { parameters: { expiresAt: number } };
    // The answer says that little of its ten minutes is left.
    const date = new Date((challenge.parameters.expiresAt - 6) * 1000).toUTCString();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date } });
  });
  await page.goto(`${server.url}/waitlist`);
  await robot(page).press("Space");
  await expect(human(page).getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Verification expired. Please verify again.");
  await expect(robot(page)).not.toBeChecked();
  await robot(page).press("Space");
  await expect(human(page).getByText("Verified", { exact: true })).toBeVisible();
});

test("the billing period is kept in the address, and both prices are always there", async ({ page }) => {
  await page.goto(`${server.url}/pricing?billing=yearly`);
  const period = page.getByRole("radiogroup", { name: "Billing period" });
  await expect(period.getByRole("radio", { name: "Yearly", exact: true })).toBeChecked();
  await expect(period.getByRole("radio", { name: "Yearly", exact: true })).toHaveAccessibleDescription("save 15%");
  const growth = page.getByRole("row", { name: /^Growth/ });
  for (const text of ["$249", "$2,499", "Up to 20 users", "5 frameworks", "API access"]) {
    await expect(growth.getByText(text, { exact: true })).toBeVisible();
  }
  await period.getByRole("radio", { name: "Monthly", exact: true }).check();
  await expect(page).toHaveURL(`${server.url}/pricing`);
  await page.getByRole("button", { name: "Contact Sales" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("The Enterprise plan");
});

test("a clause of a legal text has an address that can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.url}/terms`);
  // Before the scripts run the press only leads there.
  await expect(async () => {
    await page.getByRole("link", { name: "Link to clause 6.4, Non-refundable" }).click();
    await expect(page.getByText("Link to clause 6.4 copied").first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page).toHaveURL(`${server.url}/terms#payment-non-refundable`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.goto(`${server.url}/privacy`);
  await page.goto(`${server.url}/terms#payment-non-refundable`);
  await expect(page.getByRole("heading", { name: "Non-refundable" })).toBeInViewport();
});
