import { defineConfig } from "@playwright/test";
import { everyCase } from "./tests/support/every-case.ts";
import { findChrome } from "./scripts/chrome.ts";

const { executablePath, args, env } = await findChrome();

export default defineConfig({
  testDir: "tests",
  // Journeys over ground that others cover, at other widths, by other keys or on paper, take too long for every change.
  testMatch: ["end-to-end/**/*.spec.ts", ...(everyCase ? ["long/journeys/**/*.spec.ts"] : [])],
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  // An end-to-end test that passes the second time only is a failure to look into.
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  // What is slow has not failed: other stages compute beside the end-to-end tests.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args, env: env as Record<string, string> },
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: "reduce" },
    // Recording what nobody looks at takes a fifth of the time: TRACE=1 keeps it of what failed.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
});
