import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";

// With Cloudflare's keys. Neither its script nor its server can be reached from a test: both halves are fakes, the one in
// the page below, the other in tests/support/fake-cloudflare.mjs. Ours are real.
let folder: string;
let server: ServerProcess;

// One server for all of them: each worker would start its own.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-turnstile-"));
  server = await ServerProcess.on(path.join(folder, "data"), {
    TURNSTILE_SITE_KEY: "the site key",
    TURNSTILE_SECRET_KEY: "the secret",
    NODE_OPTIONS: `--import ${path.resolve("tests/support/fake-cloudflare.mjs")}`,
  });
  await server.start();
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A widget with a button for everything that Cloudflare's may do. */
const fakeApi = `
  let tokens = 0;
  globalThis.turnstile = {
    render(place, options) {
      const root = typeof place === "string" ? document.querySelector(place) : place;
      root.dataset.key = options.sitekey;
      const offer = (name, press) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = name;
        button.addEventListener("click", press);
        root.append(button);
      };
      offer("Pass", () => options.callback("good " + location.pathname + " " + tokens++ + " " + Math.random()));
      offer("Pass with an old token", () => options.callback("old " + tokens++));
      offer("Fail", () => options["error-callback"]("300010"));
      offer("Expire", () => options["expired-callback"]());
      return "widget";
    },
    reset() {},
    remove() {},
    getResponse() {},
  };
`;

async function open(page: Page, address: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML)/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: fakeApi }),
  );
  await page.goto(server.url + address);
  return complaints;
}

const human = (page: Page) => page.getByRole("group", { name: "Human verification" });
const press = (page: Page, name: string) => human(page).getByRole("button", { name, exact: true }).click();

test("signing in waits for the widget, says when it fails or expires, and uses each token once", async ({ page }) => {
  const complaints = await open(page, "/login");
  await page.getByLabel("Email").fill("hal@example.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(human(page).getByRole("button", { name: "Pass", exact: true })).toBeVisible();
  const signIn = page.getByRole("button", { name: "Sign In" });
  await signIn.click();
  await expect(page.getByText("Please complete the verification challenge")).toBeVisible();
  await press(page, "Fail");
  await expect(page.getByText("Verification failed. Please try again.").first()).toBeVisible();
  await press(page, "Pass");
  await press(page, "Expire");
  await expect(page.getByText("Verification expired. Please verify again.").first()).toBeVisible();
  // The server asks for itself: a token that the page takes for good may still be an old one.
  await press(page, "Pass with an old token");
  // The sentence still stands from before: what counts is the answer.
  const refused = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.status() >= 400,
  );
  await signIn.click();
  await refused;
  await expect(page.getByText("Verification expired. Please verify again.").first()).toBeVisible();
  await press(page, "Pass");
  await signIn.click();
  await expect(page.getByText("Invalid credentials")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the public forms ask it too, also when they are reached without a reload", async ({ page }) => {
  const complaints = await open(page, "/");
  await page.getByRole("link", { name: "Join the Waitlist" }).first().click();
  await page.getByLabel("First name").fill("Hal");
  await page.getByLabel("Last name").fill("Ortiz");
  await page.getByLabel("Email").fill("hal@example.test");
  await page.getByLabel("Company").fill("Ortiz Law");
  await page.getByLabel("Role").fill("Partner");
  await press(page, "Pass");
  await page.getByRole("button", { name: "Join the Waitlist" }).click();
  await expect(page.getByText("You've been added to the waitlist!")).toBeVisible();
  expect(complaints).toEqual([]);
});
