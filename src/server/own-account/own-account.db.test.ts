import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

const json = { "content-type": "application/json" };

describe("one's own account", () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await runApp();
  });
  afterAll(() => running.close());
  beforeEach(() => running.forgetTries());

  const remove = (person: Person, email = person.email) =>
    person.send("DELETE", "/account", JSON.stringify({ email }), json);

  test("a name is changed for the person and for everybody who sees it", async () => {
    const ana = await running.person("Ana");
    const names = { firstName: "Anastasia", lastName: "O'Brien" };
    expect((await ana.send("PATCH", "/account", JSON.stringify(names), json)).status).toBe(200);
    expect((await ana.get("/session")).body.user).toMatchObject(names);
    const { rows } = await running.database.admin.query("SELECT first_name FROM app.profiles WHERE id = $1", [ana.id]);
    expect(rows).toEqual([{ first_name: "Anastasia" }]);
  });

  test("the download holds what is kept about the person, and no secret", async () => {
    const ana = await running.person("Ana");
    await ana.found("Calder and Partners");
    await ana.signIn();
    const { body } = await ana.get("/account/export");
    expect(body.user).toMatchObject({ id: ana.id, email: ana.email, first_name: "Ana" });
    expect(body.memberships).toEqual([expect.objectContaining({ name: "Calder and Partners", role: "owner" })]);
    expect(body.signIns.map((signIn: { method: string }) => signIn.method)).toEqual(["confirmation", "password"]);
    expect(body.sessions).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/argon2|sha256|token|sealed|public_key/);
  });

  test("deleting asks for the address, ends everything, and the address may sign up again as somebody new", async () => {
    const ben = await running.person("Ben");
    const phone = new Person(running.url, "Ben", ben.email);
    await phone.signIn();
    expect((await remove(ben, "someone@else.example")).body.code).toBe("wrong-email");
    expect((await remove(ben, ben.email.toUpperCase())).status).toBe(200);
    expect([ben.cookie, (await phone.get("/session")).body.user]).toEqual(["", null]);
    expect((await phone.signIn()).status).toBe(401);
    for (const [table, column] of [
      ["auth.users", "id"],
      ["auth.sessions", "user_id"],
      ["auth.passwords", "user_id"],
      ["auth.devices", "user_id"],
      ["auth.sign_ins", "user_id"],
      ["app.profiles", "id"],
    ] as const) {
      const { rows } = await running.database.admin.query(`SELECT FROM ${table} WHERE ${column} = $1`, [ben.id]);
      expect(rows, table).toHaveLength(0);
    }
    await running.app.runTasks();
    expect(running.mails.findLast((mail) => mail.to === ben.email)?.subject).toBe("Your Exhibit account was deleted");
    const again = await Person.signUp(running.url, "Ben", ben.email, async (email) => {
      await running.app.runTasks();
      return /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === email)?.text ?? "")?.[1] ?? "";
    });
    expect(again.id).not.toBe(ben.id);
  });

  test("a member who deletes their account leaves the company, its ledger says so, and what they filed stays", async () => {
    const ana = await running.person("Ana");
    const company = await ana.found("Left Behind LLP");
    const cleo = await running.person("Cleo");
    await addMember(running, company, cleo.id, "member");
    const filed = await cleo.upload(
      `/companies/${company}/evidence?${new URLSearchParams({ name: "Policy", fileName: "p.txt", type: "Policy", controls: "XC-01" })}`,
      "policy",
    );
    expect(filed.status).toBe(201);
    expect((await remove(cleo)).status).toBe(200);
    const { rows: members } = await running.database.admin.query("SELECT FROM app.company_members WHERE user_id = $1", [
      cleo.id,
    ]);
    expect(members).toHaveLength(0);
    const { rows: acts } = await running.database.admin.query<{ details: string }>(
      "SELECT a::text AS details FROM app.ledger_acts a WHERE company_id = $1",
      [company],
    );
    expect(acts.some(({ details }) => details.includes("member.left"))).toBe(true);
    const item = await ana.get(`/companies/${company}/evidence/${filed.body.id}`);
    expect([item.status, JSON.stringify(item.body)]).toEqual([200, expect.stringContaining('"name":"Policy"')]);
  });

  test("who owns a company cannot leave it without an owner", async () => {
    const ana = await running.person("Ana");
    await ana.found("Owned Ltd");
    const refused = await remove(ana);
    expect([refused.status, refused.body.code]).toEqual([409, "account-owns-company"]);
    expect((await ana.get("/session")).body.user.email).toBe(ana.email);
  });

  test("an account without a password may set its first one soon after signing in, and not later", async () => {
    const dana = await running.person("Dana");
    await running.database.admin.query("DELETE FROM auth.passwords WHERE user_id = $1", [dana.id]);
    running.setNow(new Date(Date.now() + 16 * 60_000));
    const late = await dana.post("/account/password", { password: "First-horse-7" });
    expect([late.status, late.body.code]).toEqual([403, "confirm-identity"]);
    running.setNow(undefined);
    expect((await dana.post("/account/password", { password: "First-horse-7" })).status).toBe(200);
    expect((await dana.signIn("First-horse-7")).status).toBe(200);
  });

  test("common and breached passwords are refused wherever one is set, and nothing is used up", async () => {
    const ana = await running.person("Ana");
    const common = await ana.post("/account/password", { currentPassword: PASSWORD, password: "Password1" });
    expect([common.status, common.body.code]).toEqual([422, "password-common"]);
    await ana.post("/session/send-reset", { email: ana.email });
    await running.app.runTasks();
    const token = /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === ana.email)!.text)![1];
    const reset = (password: string) => ana.post("/session/reset-password", { token, password });
    expect((await reset("Password1")).body.code).toBe("password-common");
    expect((await reset("Newest-horse-9")).status).toBe(200);
  });
});

describe("mailed links", () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await runApp();
  });
  afterAll(() => running.close());
  beforeEach(() => running.forgetTries());

  const linkFor = async (person: Person, path: string) => {
    await person.post(path, { email: person.email });
    await running.app.runTasks();
    const text = running.mails.findLast((mail) => mail.to === person.email)!.text;
    return {
      token: /access_token=([\w-]+)/.exec(text)![1]!,
      link: text.split("\n").find((line) => line.startsWith("http"))!,
    };
  };
  const stranger = () => new Person(running.url, "x", "");

  test("a sign-in link works once, for ten minutes, and ends the one before it", async () => {
    const ana = await running.person("Ana");
    const first = await linkFor(ana, "/session/send-magic-link");
    const second = await linkFor(ana, "/session/send-magic-link");
    expect(second.link).toBe(`${running.url}/login#access_token=${second.token}&type=magiclink`);
    const use = (token: string) => stranger().post("/session/use-magic-link", { token });
    expect((await use(first.token)).status).toBe(410);
    const used = await use(second.token);
    expect([used.status, used.body.user.email]).toEqual([200, ana.email]);
    expect((await use(second.token)).status).toBe(410);
    const third = await linkFor(ana, "/session/send-magic-link");
    running.setNow(new Date(Date.now() + 11 * 60_000));
    expect((await use(third.token)).body.code).toBe("link-invalid");
    running.setNow(undefined);
  });

  test("a reset link sets the password once, signs out everywhere, and its owner is told", async () => {
    const ana = await running.person("Ana");
    const { token, link } = await linkFor(ana, "/session/send-reset");
    expect(link).toBe(`${running.url}/reset-password#access_token=${token}&type=recovery`);
    expect((await stranger().post("/session/check-reset", { token })).body).toEqual({ email: ana.email });
    const reset = () => stranger().post("/session/reset-password", { token, password: "Newest-horse-9" });
    const [first, two] = await Promise.all([reset(), reset()]);
    expect([first.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect((await ana.get("/session")).body.user).toBeNull();
    expect([(await ana.signIn()).status, (await ana.signIn("Newest-horse-9")).status]).toEqual([401, 200]);
    await running.app.runTasks();
    expect(running.mails.findLast((mail) => mail.to === ana.email)?.subject).toMatch(
      /password was changed|New sign-in/,
    );
  });

  test("a link is good for its own purpose only", async () => {
    const ana = await running.person("Ana");
    const magic = await linkFor(ana, "/session/send-magic-link");
    const reset = await linkFor(ana, "/session/send-reset");
    const wrong: [string, Record<string, unknown>][] = [
      ["/session/use-magic-link", { token: reset.token }],
      ["/session/confirm-email", { token: magic.token }],
      ["/session/check-reset", { token: magic.token }],
      ["/session/reset-password", { token: magic.token, password: "Newest-horse-9" }],
    ];
    for (const [path, body] of wrong) expect((await stranger().post(path, body)).body.code, path).toBe("link-invalid");
    expect((await stranger().post("/session/use-magic-link", { token: magic.token })).status).toBe(200);
  });

  test("an unknown address is sent nothing", async () => {
    await running.app.runTasks();
    const before = running.mails.length;
    for (const path of ["/session/send-magic-link", "/session/send-reset", "/session/resend-confirmation"])
      await stranger().post(path, { email: "nobody@example.test" });
    await running.app.runTasks();
    expect(running.mails).toHaveLength(before);
  });

  test("a password that changes ends the links that were mailed before", async () => {
    const ana = await running.person("Ana");
    const magic = await linkFor(ana, "/session/send-magic-link");
    await ana.post("/account/password", { currentPassword: PASSWORD, password: "Other-horse-8" });
    expect((await stranger().post("/session/use-magic-link", { token: magic.token })).status).toBe(410);
  });
});
