import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import type { Answer } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";

const DAY = 24 * 60 * 60_000;
const json = { "content-type": "application/json" };
let running: RunningApp;
let ana: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());
beforeEach(async () => {
  await running.forgetTries();
  company = await ana.found(`Firm ${randomUUID()}`);
});

const at = (path: string) => `/companies/${company}${path}`;
const visitor = (email: string) => new Person(running.url, "Nora", email);
const freshAddress = () => `nora-${randomUUID()}@example.test`;
const shownTo = (answer: Answer): string => new URL(answer.body.link).searchParams.get("token")!;
const invite = async (email: string, role = "member", person = ana) =>
  await person.post(at("/invitations"), { email, role });
const mailsTo = (email: string) => running.mails.filter((mail) => mail.to === email);
/** The token in the newest invitation to an address, which nobody but its mailbox has. */
async function mailedTo(email: string): Promise<string> {
  await running.app.runTasks();
  return /\/invite\?token=([\w-]+)/.exec(mailsTo(email).at(-1)!.text)![1]!;
}
async function mailedInvitation(email: string, role = "member", person = ana): Promise<string> {
  expect((await invite(email, role, person)).status).toBe(200);
  return await mailedTo(email);
}
const join = (person: Person, token: string, extra: object = {}) =>
  person.post("/invitations/join", { token, name: "Nora Newcomer", password: PASSWORD, ...extra });
const rolesIn = async () =>
  Object.fromEntries(
    (await ana.get(at("/members"))).body.map((item: { email: string; role: string }) => [item.email, item.role]),
  );
const accountsOf = async (email: string) =>
  (await running.database.admin.query("SELECT FROM auth.users WHERE email = $1", [email])).rows.length;
const signIn = async (email: string, password = PASSWORD) => (await visitor(email).signIn(password)).status;

function expectRefused(answer: Answer, name: FailureName): void {
  expect([answer.status, answer.body?.message]).toEqual([failures[name].status, failures[name].message]);
}

describe("joining by the link of the mail", () => {
  test("U14: a name and a password are all it takes: no puzzle, no second mail, signed in and in the company", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email, "viewer");
    const nora = visitor(email);
    const mailsBefore = mailsTo(email).length;
    expect((await nora.post("/invitations/look", { token })).body).toMatchObject({ email, state: "open", joins: true });
    const joined = await join(nora, token);
    expect(joined.body).toMatchObject({ companyId: company, user: { email, firstName: "Nora", lastName: "Newcomer" } });
    expect((await nora.get("/session")).body).toMatchObject({ user: { email }, hasSecondFactor: false });
    expect((await nora.get(at(""))).status).toBe(200);
    expect((await rolesIn())[email]).toBe("viewer");
    await running.app.runTasks();
    expect([mailsBefore, mailsTo(email).length]).toEqual([1, 1]);
    expect(await signIn(email)).toBe(200);
    const { rows } = await running.database.admin.query(
      "SELECT actor_id, subject, details::jsonb AS details FROM app.ledger_acts WHERE company_id = $1 AND event = 'invitation.accepted'",
      [company],
    );
    const { id } = joined.body.user;
    expect(rows).toMatchObject([{ actor_id: id, subject: id, details: { by: id, role: "viewer", outcome: "joined" } }]);
  });

  test("U14: the link that is shown to who invites proves no address, though the mail's does", async () => {
    const email = freshAddress();
    const invited = await invite(email);
    const renewed = await ana.post(at(`/invitations/${invited.body.invitation.id}/links`), { mail: true });
    const mailed = await mailedTo(email);
    for (const shown of [shownTo(invited), shownTo(renewed)]) {
      expect(shown).not.toBe(mailed);
      const mallory = visitor(email);
      expect((await mallory.post("/invitations/look", { token: shown })).body).toMatchObject({
        state: "open",
        joins: false,
      });
      expectRefused(await join(mallory, shown), "invitation-sign-in");
      expectRefused(
        await mallory.post("/invitations/join/passkey/begin", { token: shown, name: "M" }),
        "invitation-sign-in",
      );
      expect(mallory.cookie).toBe("");
    }
    expect(await accountsOf(email)).toBe(0);
    expect((await join(visitor(email), mailed)).status).toBe(200);
  });

  test("U14: a shown link does not tell whether the address has an account", async () => {
    const stranger = freshAddress();
    const known = (await running.person("Kim")).email;
    const answers = [];
    for (const email of [stranger, known]) {
      const token = shownTo(await invite(email));
      const looked = await visitor(email).post("/invitations/look", { token });
      const tried = await join(visitor(email), token);
      answers.push([{ ...looked.body, email: "" }, tried.status, tried.body.code]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test("U14: an address with an account signs in instead, and its password stays", async () => {
    const kim = await running.person("Kim");
    const token = await mailedInvitation(kim.email);
    expect((await visitor(kim.email).post("/invitations/look", { token })).body).toMatchObject({ joins: false });
    const tried = visitor(kim.email);
    expectRefused(await join(tried, token, { password: "Another-pass-9" }), "invitation-sign-in");
    expect(tried.cookie).toBe("");
    expect([await signIn(kim.email, "Another-pass-9"), await signIn(kim.email)]).toEqual([401, 200]);
    expect((await kim.post("/invitations/accept", { token })).body.outcome).toBe("joined");
  });

  test("U14: the address is the link's to say, and a link is good for nobody else", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email);
    for (const extra of [{ email: "other@example.test" }, { role: "admin" }, { companyId: randomUUID() }])
      expect((await join(visitor(email), token, extra)).body.code).toBe("invalid-input");
    const dan = await running.person("Dan");
    expectRefused(await dan.post("/invitations/accept", { token }), "invitation-other-address");
    expect((await join(dan, token)).body.user.email).toBe(email);
  });

  test("U14: whatever a scanner of mails opens uses nothing up", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email);
    for (const path of [`/invite?token=${token}`, "/invite", `/api/v1/invitations/join?token=${token}`])
      for (const method of ["GET", "HEAD"]) await fetch(running.url + path, { method });
    for (let times = 0; times < 3; times += 1) await visitor(email).post("/invitations/look", { token });
    expect(await accountsOf(email)).toBe(0);
    expect((await join(visitor(email), token)).status).toBe(200);
  });

  test("U14: all links of an invitation end with the first that joins, whichever it is", async () => {
    const email = freshAddress();
    const invited = await invite(email);
    const first = await mailedTo(email);
    await ana.post(at(`/invitations/${invited.body.invitation.id}/links`), { mail: true });
    const second = await mailedTo(email);
    expect(second).not.toBe(first);
    const answers = await Promise.all([join(visitor(email), first), join(visitor(email), second)]);
    // The other one is told that the account was made, or, where it came a moment later, that the invitation has ended.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([409, 410]).toContain(answers.find(({ status }) => status !== 200)!.status);
    expect(await accountsOf(email)).toBe(1);
    for (const token of [first, second, shownTo(invited)])
      expectRefused(await join(visitor(email), token), "invitation-ended");
  });

  test("U14: a link ends with its days, its cancelling, its declining, and the rights of who invited", async () => {
    const expired = await mailedInvitation("expired@example.test");
    await running.database.admin.query(
      "UPDATE app.company_invitations SET expires_at = now() - interval '1 minute' WHERE email = 'expired@example.test'",
    );
    expectRefused(await join(visitor("expired@example.test"), expired), "invitation-ended");

    const declined = await mailedInvitation("declined@example.test");
    await visitor("").post("/invitations/decline", { token: declined });
    expectRefused(await join(visitor("declined@example.test"), declined), "invitation-ended");

    const cancelled = await invite("cancelled@example.test");
    const mailed = await mailedTo("cancelled@example.test");
    await ana.send("DELETE", at(`/invitations/${cancelled.body.invitation.id}`), "{}", json);
    expectRefused(await join(visitor("cancelled@example.test"), mailed), "invitation-invalid");

    const bea = await running.person("Bea");
    await bea.post("/invitations/accept", { token: await mailedInvitation(bea.email, "admin") });
    const hers = await mailedInvitation("friend@example.test", "admin", bea);
    const members = (await ana.get(at("/members"))).body as { id: string; userId: string }[];
    const { id } = members.find((member) => member.userId === bea.id)!;
    expect((await ana.send("DELETE", at(`/members/${id}`), "{}", json)).status).toBe(200);
    expectRefused(await join(visitor("friend@example.test"), hers), "invitation-invalid");

    for (const email of ["expired", "declined", "cancelled", "friend"])
      expect(await accountsOf(`${email}@example.test`)).toBe(0);
  });

  test("S5: what a stranger chose who signed up with the address ends when its owner joins", async () => {
    const email = freshAddress();
    const mallory = visitor(email);
    await mallory.post("/session/sign-up", {
      firstName: "Mallory",
      lastName: "Planted",
      email,
      password: "Attacker-pass-1",
      verification: await solvedChallenge(running.url),
    });
    await running.app.runTasks();
    const confirmation = /access_token=([\w-]+)/.exec(mailsTo(email)[0]!.text)![1];
    const token = await mailedInvitation(email);
    expect((await join(visitor(email), token)).status).toBe(200);
    expect([await signIn(email, "Attacker-pass-1"), await signIn(email)]).toEqual([401, 200]);
    expectRefused(await mallory.post("/session/confirm-email", { token: confirmation }), "link-invalid");
    const { rows } = await running.database.admin.query(
      "SELECT u::text || p::text AS kept FROM auth.users u JOIN app.profiles p ON p.id = u.id WHERE u.email = $1",
      [email],
    );
    expect(rows[0].kept).not.toMatch(/Mallory|Planted/);
  });

  test("U14: a common password is refused, and a full company makes no account; the link still works after both", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email);
    const common = await join(visitor(email), token, { password: "Password1" });
    expect([common.status, common.body.code]).toEqual([422, "password-common"]);
    const nameless = await join(visitor(email), token, { name: "  " });
    expect([nameless.status, nameless.body.message]).toEqual([400, "Please enter your name"]);
    const { admin } = running.database;
    await admin.query("INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, 'users', 1)", [company]);
    expectRefused(await join(visitor(email), token), "users-limit");
    expect(await accountsOf(email)).toBe(0);
    await admin.query("DELETE FROM app.limit_overrides WHERE company_id = $1", [company]);
    expect((await join(visitor(email), token)).status).toBe(200);
  });

  test("U14: of eight tries at the same moment one makes the account, and one entry is in the ledger", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(visitor(email), token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
    const { rows } = await running.database.admin.query(
      "SELECT FROM app.ledger_acts WHERE company_id = $1 AND event = 'invitation.accepted'",
      [company],
    );
    expect(rows).toHaveLength(1);
  });

  test("U14: who guesses links is slowed", async () => {
    const answers = [];
    for (let times = 0; times < 31; times += 1) answers.push((await join(visitor(""), "guessed")).status);
    expect(new Set(answers.slice(0, 30))).toEqual(new Set([404]));
    expect(answers[30]).toBe(429);
  });

  test("U14: an auditor joins the same way, and sees their projects alone", async () => {
    const email = freshAddress();
    const project = (await ana.post(at("/projects"), { name: "SOC 2 2026", framework: "soc2" })).body.id;
    const endsOn = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10);
    expect((await ana.post(at("/auditors/invitations"), { email, projects: [project], endsOn })).status).toBe(200);
    const vera = visitor(email);
    const joined = await join(vera, await mailedTo(email));
    expect(joined.body).toMatchObject({ companyId: company });
    expect((await vera.get(at(`/projects/${project}`))).status).toBe(200);
    expect((await vera.get(at("/members"))).status).toBe(403);
  });
});

describe("joining with a passkey", () => {
  const begin = (person: Person, token: string) =>
    person.post("/invitations/join/passkey/begin", { token, name: "Nora Newcomer" });
  const finish = (person: Person, token: string, credential: unknown) =>
    person.post("/invitations/join/passkey", { token, credential });

  test("U14: it makes an account without a password, in with both factors, and answers with recovery codes", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email);
    await running.database.admin.query("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [
      company,
    ]);
    const nora = visitor(email);
    const key = new Authenticator(running.url);
    const joined = await finish(nora, token, key.create((await begin(nora, token)).body));
    expect(joined.body).toMatchObject({ companyId: company, user: { email, firstName: "Nora" } });
    expect(joined.body.recoveryCodes).toHaveLength(10);
    expect((await nora.get(at(""))).status).toBe(200);
    const later = visitor(email);
    const { body: options } = await later.post("/passkeys/sign-in/begin", {});
    expect((await later.post("/passkeys/sign-in", { credential: key.get(options) })).body.user.email).toBe(email);
    const { rows } = await running.database.admin.query(
      "SELECT FROM auth.passwords p JOIN auth.users u ON u.id = p.user_id WHERE u.email = $1",
      [email],
    );
    expect(rows).toHaveLength(0);
  });

  test("U14: a company that wants a second factor shows nothing to who joins with a password alone", async () => {
    const email = freshAddress();
    const token = await mailedInvitation(email);
    await running.database.admin.query("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [
      company,
    ]);
    const nora = visitor(email);
    expect((await join(nora, token)).status).toBe(200);
    expectRefused(await nora.get(at("")), "second-factor-required");
    const { rows } = await running.database.admin.query(
      "SELECT details FROM app.ledger_acts WHERE company_id = $1 AND event = 'invitation.accepted'",
      [company],
    );
    expect(rows).toHaveLength(1);
  });

  test("U14: a passkey begun with one invitation, in another browser, twice or with a lie joins nothing", async () => {
    const [email, other] = [freshAddress(), freshAddress()];
    const token = await mailedInvitation(email);
    const others = await mailedInvitation(other);
    const nora = visitor(email);
    const key = new Authenticator(running.url);
    const credential = key.create((await begin(nora, token)).body);
    expectRefused(await finish(visitor(email), token, credential), "passkey-failed");
    expectRefused(await finish(nora, others, credential), "passkey-failed");
    // The ceremony is used up whatever comes of it.
    expectRefused(await finish(nora, token, credential), "passkey-failed");
    const foreign = new Authenticator("https://evil.example");
    expectRefused(await finish(nora, token, foreign.create((await begin(nora, token)).body)), "passkey-failed");
    const unverified = key.create((await begin(nora, token)).body, { unverified: true });
    expectRefused(await finish(nora, token, unverified), "passkey-failed");
    expect([await accountsOf(email), await accountsOf(other)]).toEqual([0, 0]);
    expect((await finish(nora, token, key.create((await begin(nora, token)).body))).status).toBe(200);
  });
});
