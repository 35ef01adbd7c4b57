import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { admin, changeAdmin } from "./admin.ts";

let running: RunningApp;

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const change = async (verb: "grant" | "revoke", email: string) => {
  const lines: string[] = [];
  const code = await changeAdmin(running.database, verb, email, (line) => void lines.push(line));
  return { code, said: lines.join("\n") };
};

test("grants and revokes beside the running server, at once, and each time with a new token", async () => {
  const ana = await running.person("ana");
  await AuthenticatorApp.addTo(ana, new Date());
  expect((await ana.get("/session")).body.platformAdmin).toBe(false);
  const granted = await change("grant", ana.email.toUpperCase());
  expect(granted.code).toBe(0);
  expect(granted.said).toMatch(/is a platform admin now\. .*second factor.*Admin Panel/);
  const before = ana.cookie;
  expect((await ana.get("/session")).body.platformAdmin).toBe(true);
  expect(ana.cookie).not.toBe(before);
  expect((await ana.get("/account")).body.secondFactorRequired).toBe(true);
  expect(await change("grant", ana.email)).toMatchObject({ code: 0, said: expect.stringContaining("already") });
  expect(await change("revoke", ana.email)).toMatchObject({ code: 0, said: expect.stringContaining("no longer") });
  expect((await ana.get("/session")).body.platformAdmin).toBe(false);
  expect(await change("revoke", ana.email)).toMatchObject({ code: 0, said: expect.stringContaining("is not") });
});

test.each(["grant", "revoke"] as const)("%s says that an address has no account, and changes nothing", async (verb) => {
  const { code, said } = await change(verb, "nobody@example.test");
  expect([code, said]).toEqual([
    1,
    "No account has the address nobody@example.test. The person has to sign up and confirm it first.",
  ]);
  const { rows } = await running.database.admin.query("SELECT FROM app.platform_admins");
  expect(rows).toEqual([]);
});

test.each([[[]], [["grant"]], [["make", "ana@example.test"]], [["grant", "a@example.test", "b@example.test"]]])(
  "%j is answered with how to say it",
  async (args) => {
    const lines: string[] = [];
    expect(await admin.run(args, (line) => void lines.push(line))).toBe(2);
    expect(lines.join()).toContain("admin grant EMAIL");
  },
);

test("no role that serves can make a platform admin", async () => {
  const { user, auth, worker } = running.database.databases;
  const eve = await running.person("eve");
  for (const db of [user, auth, worker])
    await expect(db.insertInto("app.platform_admins").values({ id: eve.id }).execute()).rejects.toThrow(
      /permission denied/,
    );
});
