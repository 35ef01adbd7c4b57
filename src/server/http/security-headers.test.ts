import { expect, test } from "vitest";
import { partHeaders, securityHeaders } from "./security-headers.ts";

test("a browser is told to keep to https for two years, subdomains included, exactly where we are served by it", () => {
  expect(securityHeaders("https://exhibit.example")["strict-transport-security"]).toBe(
    "max-age=63072000; includeSubDomains",
  );
  expect(securityHeaders("http://localhost:3000")).not.toHaveProperty("strict-transport-security");
});

test("no address travels on, no other site holds our window or our files, and no page asks for a device", () => {
  expect(securityHeaders("https://exhibit.example")).toMatchObject({
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/) as string,
  });
});

test("with Turnstile the policy admits Cloudflare's host and nothing more", () => {
  const policy = (turnstile: boolean) =>
    securityHeaders("https://exhibit.example", { turnstile })["content-security-policy"]!;
  const hosts = (text: string) => [...new Set(text.match(/https?:\/\/[^\s;]+/g) ?? [])];
  expect([hosts(policy(false)), hosts(policy(true))]).toEqual([[], ["https://challenges.cloudflare.com"]]);
});

test("a part of a page is read as what it is, by our own pages alone, and shows nothing where it is opened by itself", () => {
  for (const part of ["file", "data"] as const) {
    const { "content-security-policy": policy, ...headers } = partHeaders("https://exhibit.example", part);
    expect(policy).toContain("default-src 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "strict-transport-security": expect.any(String) as string,
    });
  }
  // A worker obeys the policy of its own file.
  expect(partHeaders("https://exhibit.example", "file")["content-security-policy"]).toContain(
    "require-trusted-types-for",
  );
});
