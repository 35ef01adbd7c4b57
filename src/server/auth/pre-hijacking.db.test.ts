import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import { failures } from "#contract/failures.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

const THEIRS = "Attacker-pass-1";

describe("somebody signs up with an address that is another's", () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await runApp();
  });
  afterAll(() => running.close());
  beforeEach(() => running.forgetTries());

  const mailsTo = (email: string) => running.mails.filter((mail) => mail.to === email);
  const tokenIn = (email: string) => /access_token=([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? "")?.[1];
  const signUp = async (email: string, password: string, browser = new Person(running.url, "x", email)) => {
    await browser.post("/session/sign-up", {
      firstName: "Mallory",
      lastName: "Planted",
      email,
      password,
      verification: await solvedChallenge(running.url),
    });
    await running.app.runTasks();
    return browser;
  };
  const signIn = async (email: string, password: string) =>
    (await new Person(running.url, "x", email).signIn(password)).status;
  const chosen = { firstName: "Vic", lastName: "Owner", password: PASSWORD };

  test("S5: the only browser that signed up does not keep its password when the link is followed elsewhere", async () => {
    const email = "victim@example.test";
    const attacker = await signUp(email, THEIRS);
    const owner = new Person(running.url, "Vic", email);
    const asked = await owner.post("/session/confirm-email", { token: tokenIn(email) });
    expect([asked.status, asked.body.code]).toEqual([409, "password-needed"]);
    expect(asked.body.message).toBe(failures["password-needed"].message);
    expect(owner.cookie).toBe("");
    // Nothing was used up, and nothing opens yet.
    expect((await owner.post("/session/check-confirmation", { token: tokenIn(email) })).body).toEqual({ email });
    expect(await signIn(email, THEIRS)).toBe(403);
    const { rows: before } = await running.database.admin.query("SELECT FROM auth.users WHERE email = $1", [email]);
    expect(before).toHaveLength(0);

    const confirmed = await owner.post("/session/confirm-email", { token: tokenIn(email), chosen });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.user).toMatchObject({ email, firstName: "Vic", lastName: "Owner" });
    expect([await signIn(email, THEIRS), await signIn(email, PASSWORD)]).toEqual([401, 200]);
    // Nothing of the attacker's sign-up is left, in whichever table.
    expect((await attacker.get("/session")).body.user).toBeNull();
    const { rows } = await running.database.admin.query<{ kept: string }>(
      `SELECT u::text || coalesce(p::text, '') || coalesce((SELECT string_agg(l::text, '') FROM auth.one_time_links l
        WHERE l.email = u.email), '') AS kept FROM auth.users u LEFT JOIN app.profiles p ON p.id = u.id WHERE u.email = $1`,
      [email],
    );
    expect(rows[0]!.kept).not.toMatch(/Mallory|Planted/);
  });

  test("S5: the browser that signed up confirms its own password, and is asked for nothing", async () => {
    const email = "plain@example.test";
    const person = await signUp(email, PASSWORD);
    expect((await person.post("/session/confirm-email", { token: tokenIn(email) })).status).toBe(200);
    expect(await signIn(email, PASSWORD)).toBe(200);
  });

  test("S5: of several sign-ups for one address none counts in a third browser, whichever link is followed", async () => {
    for (const which of [0, 1]) {
      const email = `several-${which}@example.test`;
      await signUp(email, "Laptop-pass-7");
      await signUp(email, THEIRS);
      const tokens = mailsTo(email).map((mail) => /access_token=([\w-]+)/.exec(mail.text)![1]);
      const phone = new Person(running.url, "Vic", email);
      expect((await phone.post("/session/confirm-email", { token: tokens[which] })).status).toBe(409);
      expect((await phone.post("/session/confirm-email", { token: tokens[which], chosen })).status).toBe(200);
      for (const password of ["Laptop-pass-7", THEIRS]) expect(await signIn(email, password)).toBe(401);
      expect(await signIn(email, PASSWORD)).toBe(200);
      // The other links ended with it.
      const late = await phone.post("/session/confirm-email", { token: tokens[1 - which], chosen });
      expect([late.status, late.body.code]).toEqual([410, "link-invalid"]);
    }
  });

  test("S5: a link that was sent again is as little use to whoever signed up", async () => {
    const email = "again@example.test";
    await signUp(email, THEIRS);
    const owner = new Person(running.url, "Vic", email);
    await owner.post("/session/resend-confirmation", { email });
    await running.app.runTasks();
    expect((await owner.post("/session/confirm-email", { token: tokenIn(email) })).status).toBe(409);
    expect((await owner.post("/session/confirm-email", { token: tokenIn(email), chosen })).status).toBe(200);
    expect(await signIn(email, THEIRS)).toBe(401);
  });

  test("S5: a common password is refused at confirmation, and the link still works", async () => {
    const email = "common@example.test";
    await signUp(email, THEIRS);
    const owner = new Person(running.url, "Vic", email);
    const common = { ...chosen, password: "Password1" };
    const refused = await owner.post("/session/confirm-email", { token: tokenIn(email), chosen: common });
    expect([refused.status, refused.body.code]).toEqual([422, "password-common"]);
    expect((await owner.post("/session/confirm-email", { token: tokenIn(email), chosen })).status).toBe(200);
  });

  test("S5: before confirmation neither a magic link nor a reset reaches the address, and no endpoint opens", async () => {
    const email = "unconfirmed@example.test";
    const attacker = await signUp(email, THEIRS);
    const before = mailsTo(email).length;
    for (const path of ["send-magic-link", "send-reset"]) await attacker.post(`/session/${path}`, { email });
    await running.app.runTasks();
    expect(mailsTo(email)).toHaveLength(before);
    expect(attacker.cookie).toBe("");
    // Passkeys, second factors, tokens, invitations: all of them need a session, and a sign-up gives none.
    const personal = Object.values(contract).flatMap((noun) =>
      Object.values(noun).filter((endpoint) => endpoint.access === "signed-in" && !endpoint.path.includes("{")),
    );
    expect(personal.length).toBeGreaterThan(10);
    for (const { method, path } of personal) {
      const body = method === "GET" ? undefined : "{}";
      const answer = await attacker.send(method, path, body, body ? { "content-type": "application/json" } : {});
      expect([400, 401], `${method} ${path}`).toContain(answer.status);
    }
    const { rows } = await running.database.admin.query("SELECT FROM auth.users WHERE email = $1", [email]);
    expect(rows).toHaveLength(0);
  });
});
