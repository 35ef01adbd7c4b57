import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let developing: RunningApp;
let production: RunningApp;
beforeAll(async () => {
  developing = await runApp();
  production = await runApp({ production: true });
});
afterAll(() => Promise.all([developing.close(), production.close()]));

test("/dev/design is a page under the policy of all pages, with its own files and none from elsewhere", async () => {
  const answer = await fetch(`${developing.url}/dev/design`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle="/);
  const files = [...html.matchAll(/(?:src|href)="(\/dev\/design\/[^"]+)"/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await fetch(developing.url + file)).status, file).toBe(200);
});

test("in production neither the page nor one of its files exists", async () => {
  const html = await (await fetch(`${developing.url}/dev/design`)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/dev\/design\/[^"]+)"/g)].map((match) => match[1]!);
  for (const address of ["/dev/design", "/dev/design/", ...files])
    expect((await fetch(production.url + address)).status, address).toBe(404);
});
