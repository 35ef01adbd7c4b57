import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { look } from "../support/look.ts";
import { ServerProcess } from "../support/server-process.ts";

let server: ServerProcess;
let folder: string;

// One server for all of them: each worker would start its own.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-providers-"));
  const registered = (name: string) => ({
    [`SIGN_IN_${name}_CLIENT_ID`]: "exhibit",
    [`SIGN_IN_${name}_CLIENT_SECRET`]: "a secret of the tests",
  });
  server = await ServerProcess.on(path.join(folder, "data"), { ...registered("GOOGLE"), ...registered("GITHUB") });
  await server.start();
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the providers that the operator set up, and no others, lead on from signing in and from signing up", async ({
  page,
}) => {
  const offered = async () => await page.getByRole("link", { name: /^Continue with/ }).allTextContents();
  await page.goto(`${server.url}/login`);
  await expect.poll(offered).toEqual(["Continue with Google", "Continue with GitHub"]);
  await look(page, "login-providers");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page.getByLabel("First name")).toBeVisible();
  await expect.poll(offered).toEqual(["Continue with Google", "Continue with GitHub"]);
  await look(page, "sign-up-providers");
  const begun = await page.request.get(`${server.url}/auth/github/start`, { maxRedirects: 0 });
  const to = new URL(begun.headers()["location"]!);
  expect([to.origin, to.pathname]).toEqual(["https://github.com", "/login/oauth/authorize"]);
});

test("staff are offered the providers that prove whose an address is, and no others", async ({ page }) => {
  await page.goto(`${server.url}/me`);
  const offered = page.getByRole("link", { name: /^Continue with/ });
  await expect(offered).toHaveText(["Continue with Google"]);
  await look(page, "me-providers");
  const begun = await page.request.get(`${server.url}/auth/google/staff`, { maxRedirects: 0 });
  // Nobody reaches Google from here: either it is asked, or the page says that it cannot be.
  const to = new URL(begun.headers()["location"]!, server.url);
  expect(["accounts.google.com", new URL(server.url).hostname]).toContain(to.hostname);
  await page.goto(`${server.url}/me?problem=single-sign-on-unreachable`);
  await expect(page.getByRole("alert")).toHaveText(/cannot be reached right now/);
  await expect(page.getByLabel("Work email")).toBeVisible();
});
