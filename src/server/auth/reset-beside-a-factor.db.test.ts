import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
beforeAll(async () => void (running = await runApp()));
afterAll(() => running.close());

test("neither a reset nor a mailed sign-in link gets past a second factor", async () => {
  const ana = await running.person("Ana");
  await AuthenticatorApp.addTo(ana, new Date());
  const tokenOf = async (path: string) => {
    await ana.post(path, { email: ana.email });
    await running.app.runTasks();
    return /access_token=([\w-]+)/.exec(running.mails.findLast(({ to }) => to === ana.email)!.text)![1];
  };
  const thief = new Person(running.url, "x", ana.email);
  const password = "Newest-horse-9";
  const reset = { token: await tokenOf("/session/send-reset"), password };
  expect((await thief.post("/session/reset-password", reset)).status).toBe(200);
  expect((await thief.get("/session")).body.user).toBeNull();
  const waiting = { user: null, secondFactor: ["code", "recovery-code"] };
  expect((await thief.signIn(password)).body).toEqual(waiting);
  const link = { token: await tokenOf("/session/send-magic-link") };
  expect((await new Person(running.url, "x", ana.email).post("/session/use-magic-link", link)).body).toEqual(waiting);
});

test("a password is good after five years: nobody has to change it by the calendar", async () => {
  const ben = await running.person("Ben");
  running.setNow(new Date(Date.now() + 5 * 365 * 24 * 60 * 60_000));
  const { status, body } = await ben.signIn();
  running.setNow(undefined);
  expect([status, body.user.id]).toEqual([200, ben.id]);
});
