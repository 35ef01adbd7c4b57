import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicPages, unlistedPages } from "#catalog/public-pages.ts";
import { ways } from "#catalog/ways.gen.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const get = (path: string, init?: RequestInit) => fetch(running.url + path, { redirect: "manual", ...init });

describe.each([
  ...[...publicPages, ...unlistedPages].map((page) => page.path),
  "/logout",
  "/dashboard",
  "/dashboard/projects/new",
  "/nowhere",
  "/../package.json",
  "/api/docs",
  "/dev/mailbox",
  "/dev/design",
])("%s", (path) => {
  test("is HTML under a policy that allows its own inline scripts and nothing else", async () => {
    const answer = await get(path);
    const html = await answer.text();
    expect(answer.headers.get("content-type")).toMatch(/^text\/html; charset=utf-8$/i);
    const policy = answer.headers.get("content-security-policy")!;
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split("; ")).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/);
    for (const [, script] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
      expect(policy).toContain(createHash("sha256").update(script!).digest("base64"));
    }
    expect(html, "a style attribute would be refused by the policy").not.toMatch(/<[^>]+\sstyle="/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    // A page with a form tells our own server where it comes from, and nobody else.
    expect(answer.headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin)$/);
    expect(answer.headers.get("x-request-id")).not.toBeNull();
  });

  test("loads nothing from anywhere else", async () => {
    const html = await (await get(path)).text();
    const loaded = [...html.matchAll(/\s(?:src|href)="(https?:)?\/\/[^"]*"/g)]
      .map((match) => match[0])
      .filter((item) => !item.includes(running.url));
    expect(loaded).toEqual([]);
  });
});

test("an address that leads nowhere is a 404 with the specified words, and an unknown API path is JSON", async () => {
  const page = await get("/nowhere");
  expect(page.status).toBe(404);
  const html = await page.text();
  for (const text of ["404", "Page Not Found", "Return to Home"]) expect(html).toContain(text);
  for (const path of ["/api/nowhere", "/api/v1/nowhere", "/api/v2/companies"]) {
    const answer = await get(path);
    expect([answer.status, (await answer.json()).code]).toEqual([404, "not-found"]);
  }
});

test("what is hashed by its name is kept for ever, and nothing outside the folder can be read", async () => {
  const [, asset] = /"(\/assets\/[^"]+\.js)"/.exec(await (await get("/")).text())!;
  expect((await get(asset!)).headers.get("cache-control")).toContain("immutable");
  for (const path of [
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/..%2fpackage.json",
    "/.git/config",
    "/assets/",
  ]) {
    expect(await (await get(path)).text()).not.toMatch(/"private": true|repositoryformatversion/);
  }
});

test("health answers without a session, and readiness says when the database is gone", async () => {
  expect(await (await get("/healthz")).json()).toMatchObject({ status: "ok" });
  expect((await get("/readyz")).status).toBe(200);
  // The limit binds everyone but the superuser: the server's own roles are locked out.
  const { admin } = running.database;
  const { rows } = await admin.query("SELECT quote_ident(current_database()) AS name");
  await admin.query(`ALTER DATABASE ${rows[0].name} CONNECTION LIMIT 0`);
  await admin.query(
    // Waits until each is gone: one that still answers, or ends a moment later, would speak for the database.
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'app_%'",
  );
  const unready = await get("/readyz");
  expect([unready.status, await unready.json()]).toEqual([
    503,
    { status: "unavailable", reason: "the database does not answer" },
  ]);
  const refused = await get("/api/v1/session", { headers: { cookie: "session=a.b" } });
  expect(refused.status, "a session that is not even signed needs no database").toBe(200);
  await admin.query(`ALTER DATABASE ${rows[0].name} CONNECTION LIMIT -1`);
  expect((await get("/readyz")).status, "it comes back by itself").toBe(200);
  expect((await get("/healthz")).status).toBe(200);
});

test("/promises shows of each control what the catalog says decides it", async () => {
  const html = await (await get("/promises")).text();
  const table = html.slice(html.indexOf('aria-label="What decides each control"'));
  const rows = [...table.slice(0, table.indexOf("</tbody>")).matchAll(/<tr[^>]*><th[^>]*>(.*?)<\/th>(.*?)<\/tr>/g)];
  const shown = rows.slice(1).map(([, title, cells]) => [title, ...cells!.match(/\d+(?=<)/g)!.map(Number)]);
  expect(shown).toEqual(
    ways.map((way) => [way.title, way.checks, way.machine, way.partly, way.register, way.person, way.documents]),
  );
});
