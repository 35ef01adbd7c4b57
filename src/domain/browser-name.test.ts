import { expect, test } from "vitest";
import { browserName, deviceName } from "./browser-name.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36",
    "Chrome 153 on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.1.2",
    "Edge 150 on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15",
    "Safari 19 on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari 19 on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
    "Chrome 153 on Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 on Linux"],
  ["curl/8.5.0", "curl/8.5.0"],
  [" ", "not stated"],
  ["x".repeat(300), `${"x".repeat(80)}…`],
])("%s is said in plain words", (userAgent, words) => {
  expect(browserName(userAgent)).toBe(words);
});

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/153.0.0.0 Safari/537.36`, "Chrome on macOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/153.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/153.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S936) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "not stated"],
])("a device is named without a version: %s", (userAgent, words) => {
  expect(deviceName(userAgent)).toBe(words);
});
