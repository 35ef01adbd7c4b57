import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { Person } from "#tests/support/person.ts";
import type { Answer } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

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
const patch = (person: Person, path: string, body: unknown) => person.send("PATCH", path, JSON.stringify(body), json);
const invite = (email: string, role = "member", person = ana) => person.post(at("/invitations"), { email, role });
const accept = (person: Person, token: string) => person.post("/invitations/accept", { token });
const tokenOf = (answer: Answer): string => new URL(answer.body.link).searchParams.get("token")!;
const roleOf = async (person: Person): Promise<string | undefined> =>
  (await ana.get(at("/members"))).body.find((item: { userId: string }) => item.userId === person.id)?.role;

function expectRefused(answer: Answer, name: FailureName): void {
  expect([answer.status, answer.body?.message]).toEqual([failures[name].status, failures[name].message]);
}

async function join(person: Person, role = "member"): Promise<string> {
  await accept(person, tokenOf(await invite(person.email, role)));
  const { body } = await ana.get(at("/members"));
  return body.find((item: { userId: string }) => item.userId === person.id).id;
}

/** Somebody with an account and a session, made without the work that a password is. */
async function quickPerson(email: string): Promise<Person> {
  const token = randomBytes(32).toString("base64url");
  const { rows } = await running.database.admin.query(
    "INSERT INTO auth.users (email, first_name, last_name) VALUES ($1, 'Quick', 'Example') RETURNING id",
    [email],
  );
  const { id } = rows[0];
  await running.database.admin.query(
    "INSERT INTO app.profiles (id, first_name, last_name) VALUES ($1, 'Quick', 'Example')",
    [id],
  );
  await running.database.admin.query(
    `INSERT INTO auth.sessions (user_id, token_sha256, method, created_at, authenticated_at, last_used_at, expires_at, address, user_agent)
      VALUES ($1, $2, 'magic-link', now(), now(), now(), now() + interval '1 day', '', '')`,
    [id, createHash("sha256").update(token).digest()],
  );
  const person = new Person(running.url, "Quick", email, `session=${token}`);
  person.id = id;
  return person;
}

describe("an invitation", () => {
  test("is mailed and shown once, makes exactly its address a member with its role, and is used up", async () => {
    const ben = await running.person("Ben");
    const invited = await invite(ben.email.toUpperCase(), "viewer");
    const token = tokenOf(invited);
    await running.app.runTasks();
    const mail = running.mails.findLast((mail) => mail.to === ben.email)!;
    expect(mail.subject).toMatch(/^Ana Example invited you to join Firm .* on Exhibit$/);
    // The mail has a link of its own: what who invites is shown must not prove the address.
    const mailed = /^http\S+\/invite\?token=([\w-]+)$/m.exec(mail.text)![1]!;
    expect(mailed).not.toBe(token);
    for (const item of [token, mailed])
      expect((await ben.post("/invitations/look", { token: item })).body).toMatchObject({
        email: ben.email,
        state: "open",
      });
    expect((await new Person(running.url, "Nobody", "").post("/invitations/look", { token })).body).toMatchObject({
      inviter: "Ana Example",
      role: "viewer",
      email: ben.email,
      state: "open",
    });
    expect((await ben.get("/invitations")).body).toEqual([expect.objectContaining({ role: "viewer" })]);
    expectRefused(await accept(await running.person("Otto"), token), "invitation-other-address");
    expect((await accept(ben, token)).body).toMatchObject({ outcome: "joined", companyId: company });
    expect(await roleOf(ben)).toBe("viewer");
    expect((await ben.get(at("/ledger"))).status).toBe(200);
    expect((await accept(ben, token)).body.outcome).toBe("already-member");
    expect((await ben.post("/invitations/look", { token })).body.state).toBe("ended");
    for (const item of [token, mailed])
      expectRefused(await ben.post("/invitations/decline", { token: item }), "invitation-ended");
    expect((await ben.get("/invitations")).body).toEqual([]);
  });

  test("keeps only a hash of its token, nowhere the token", async () => {
    const token = tokenOf(await invite("hash@example.test"));
    const { rows } = await running.database.admin.query(
      "SELECT row_to_json(l)::text AS row FROM app.invitation_links l",
    );
    expect(rows.some(({ row }) => row.includes(createHash("sha256").update(token).digest("hex")))).toBe(true);
    const { rows: acts } = await running.database.admin.query(
      "SELECT string_agg(details, '') AS text FROM app.ledger_acts",
    );
    expect(acts[0].text + rows.map(({ row }) => row).join("")).not.toContain(token);
    expect(running.log.join("\n")).not.toContain(token);
  });

  test("opens by each of its links until it ends; renewed it runs seven days more, cancelled none of them opens", async () => {
    const first = await invite("links@example.test");
    const id = first.body.invitation.id;
    const renewed = await ana.post(at(`/invitations/${id}/links`), { mail: false });
    const look = async (answer: Answer) => {
      const { body } = await ana.post("/invitations/look", { token: tokenOf(answer) });
      return body.state ?? body.code;
    };
    expect(tokenOf(renewed)).not.toBe(tokenOf(first));
    expect([await look(first), await look(renewed)]).toEqual(["open", "open"]);
    running.setNow(new Date(Date.now() + 7 * DAY + 1_000));
    expect([await look(first), await look(renewed)]).toEqual(["ended", "ended"]);
    expect((await ana.get(at("/invitations"))).body).toEqual([expect.objectContaining({ id, expired: true })]);
    expect((await ana.post(at(`/invitations/${id}/links`), { mail: true })).body.invitation.expired).toBe(false);
    expect(await look(first)).toBe("open");
    running.setNow(undefined);
    expect((await ana.send("DELETE", at(`/invitations/${id}`))).status).toBe(200);
    expect([await look(first), await look(renewed)]).toEqual(["invitation-invalid", "invitation-invalid"]);
  });

  test("is not sent twice to an address that has not answered, but again once it ran out", async () => {
    expect((await invite("twice@example.test")).status).toBe(200);
    const again = await invite("Twice@example.test");
    expectRefused(again, "already-invited");
    expect(again.body.code).toBe("23505");
    running.setNow(new Date(Date.now() + 8 * DAY));
    expect((await invite("twice@example.test")).status).toBe(200);
    running.setNow(undefined);
    expectRefused(await invite(ana.email), "already-on-team");
    expectRefused(await new Person(running.url, "Nobody", "").post(at("/invitations"), {}), "invite-signed-out");
  });

  test("that is declined opens no more; the link is enough, another account is not", async () => {
    const token = tokenOf(await invite("declined@example.test"));
    expectRefused(await ana.post("/invitations/decline", { token }), "invitation-other-address");
    const nobody = new Person(running.url, "Nobody", "");
    expect((await nobody.post("/invitations/decline", { token })).status).toBe(200);
    expect((await nobody.post("/invitations/look", { token })).body.state).toBe("declined");
    expect((await ana.get(at("/invitations"))).body).toEqual([]);
  });

  test("accepted in two tabs at once joins once", async () => {
    const ben = await quickPerson("two-tabs@example.test");
    const token = tokenOf(await invite(ben.email));
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(ben, token)));
    expect(answers.map(({ body }) => String(body.outcome)).sort()).toEqual([
      ...Array<string>(7).fill("already-member"),
      "joined",
    ]);
  });

  test("lets somebody join a company that asks for a second factor, and see nothing before they bring it", async () => {
    const ben = await quickPerson("strict@example.test");
    const token = tokenOf(await invite(ben.email));
    await running.database.admin.query("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [
      company,
    ]);
    expect((await accept(ben, token)).body.outcome).toBe("joined");
    expectRefused(await ben.get(at("/members")), "second-factor-required");
  });
});

describe("a plan's users", () => {
  const onPlan = (plan: string) =>
    running.database.admin.query("UPDATE app.companies SET subscription_tier = $2 WHERE id = $1", [company, plan]);
  const usage = async () => (await ana.get(at("/usage"))).body.users;

  test("are never more than it has, when 50 invitations are sent at once", async () => {
    await onPlan("starter");
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => invite(`seat-${at}@example.test`)));
    const codes = Object.entries(Object.groupBy(answers, ({ body }) => body.code ?? "invited"));
    const counted = Object.fromEntries(codes.map(([code, list]) => [code, list!.length]));
    // The endpoint's own limit per minute is what stops some of them.
    expect(counted["invited"]).toBe(4);
    expect((counted["users-limit"] ?? 0) + (counted["too-many-requests"] ?? 0)).toBe(46);
    expect(await usage()).toEqual({ members: 1, invited: 4, limit: 5 });
  });

  test("are never more than it has, when 50 people accept at once on a plan that became smaller", async () => {
    await onPlan("enterprise");
    const people = await Promise.all(Array.from({ length: 50 }, (_, at) => quickPerson(`crowd-${at}@example.test`)));
    const tokens: string[] = [];
    for (const { email } of people) tokens.push(tokenOf(await invite(email)));
    await onPlan("starter");
    const answers = await Promise.all(people.map((person, at) => accept(person, tokens[at]!)));
    const joined = answers.filter(({ body }) => body.outcome === "joined");
    expect(joined).toHaveLength(4);
    for (const answer of answers) if (!joined.includes(answer)) expectRefused(answer, "users-limit");
    expect((await usage()).members).toBe(5);
  });

  test("are free again when somebody is removed or an invitation is cancelled", async () => {
    await onPlan("starter");
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push((await invite(`full-${at}@example.test`)).body.invitation.id);
    expectRefused(await invite("fifth@example.test"), "users-limit");
    await ana.send("DELETE", at(`/invitations/${ids[0]}`));
    expect((await invite("fifth@example.test")).status).toBe(200);
  });
});

describe("a role", () => {
  test("is changed by those who manage, and never the owner's", async () => {
    const ben = await quickPerson(`ben-${randomUUID()}@example.test`);
    const member = await join(ben);
    expectRefused(await patch(ben, at(`/members/${member}`), { role: "admin" }), "forbidden");
    expect((await patch(ana, at(`/members/${member}`), { role: "admin" })).body.role).toBe("admin");
    const owner = (await ben.get(at("/members"))).body[0];
    expect(owner.userId).toBe(ana.id);
    expectRefused(await patch(ben, at(`/members/${owner.id}`), { role: "viewer" }), "owner-role");
    expectRefused(await ben.send("DELETE", at(`/members/${owner.id}`)), "owner-kept");
    expect((await patch(ana, at(`/members/${member}`), { role: "owner" })).body.code).toBe("invalid-input");
  });

  test("ends with being removed, and with leaving, and the ledger says by whom", async () => {
    const ben = await quickPerson(`ben-${randomUUID()}@example.test`);
    const member = await join(ben);
    const removals = await Promise.all([1, 2, 3].map(() => ana.send("DELETE", at(`/members/${member}`))));
    expect(removals.filter(({ status }) => status === 404)).toHaveLength(2);
    expectRefused(await ben.get(at("/members")), "not-found");
    await join(ben, "viewer");
    expect((await ben.post(at("/leave"), {})).status).toBe(200);
    expect((await ben.get("/companies")).body).toEqual([]);
    expectRefused(await ana.post(at("/leave"), {}), "forbidden");
    const { rows } = await running.database.admin.query(
      "SELECT event, actor_id FROM app.ledger_acts WHERE company_id = $1 AND subject = $2 ORDER BY seq",
      [company, ben.id],
    );
    expect(rows.map(({ event, actor_id }) => [event, actor_id === ben.id])).toEqual([
      ["invitation.accepted", true],
      ["member.removed", false],
      ["invitation.accepted", true],
      ["member.left", true],
    ]);
  });
});

describe("the ownership", () => {
  const transfer = (person: Person, memberId: string) => person.post(at("/owner"), { memberId });

  test("goes to one member, whoever asks at the same time, and who had it stays as an admin", async () => {
    const ben = await quickPerson(`ben-${randomUUID()}@example.test`);
    const cleo = await quickPerson(`cleo-${randomUUID()}@example.test`);
    const [first, second] = [await join(ben), await join(cleo)];
    expectRefused(await transfer(ben, second), "forbidden");
    const answers = await Promise.all([transfer(ana, first), transfer(ana, second)]);
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(["200", "403"]);
    const team = (await ana.get(at("/members"))).body as { userId: string; role: string }[];
    expect(team.map(({ role }) => role).sort()).toEqual(["admin", "member", "owner"]);
    expect(await roleOf(ana)).toBe("admin");
    expect((await ana.post(at("/leave"), {})).status).toBe(200);
  });

  test("is asked for with a fresh proof of who is there", async () => {
    const ben = await quickPerson(`ben-${randomUUID()}@example.test`);
    const member = await join(ben);
    await running.database.admin.query(
      "UPDATE auth.sessions SET authenticated_at = now() - interval '16 minutes' WHERE user_id = $1",
      [ana.id],
    );
    expectRefused(await transfer(ana, member), "confirm-identity");
    expectRefused(await ana.post(at("/deletion"), { name: "x" }), "confirm-identity");
    await running.database.admin.query("UPDATE auth.sessions SET authenticated_at = now() WHERE user_id = $1", [
      ana.id,
    ]);
  });
});

test("a company is renamed by those who manage it, to a name that is one", async () => {
  expect((await patch(ana, at(""), { name: "  Calder & Finch  " })).body.name).toBe("Calder & Finch");
  const empty = await patch(ana, at(""), { name: "   " });
  expect(empty.body.fields ?? JSON.stringify(empty.body)).toEqual(expect.anything());
  expect(JSON.stringify(empty.body)).toContain("Company name cannot be empty");
});

test("a member sees exactly the people of the company, and second factors only as a manager", async () => {
  const ben = await quickPerson(`ben-${randomUUID()}@example.test`);
  await join(ben, "viewer");
  const seen = (await ben.get(at("/members"))).body as { email: string; hasSecondFactor: boolean | null }[];
  expect(seen.map(({ email, hasSecondFactor }) => [email, hasSecondFactor])).toEqual([
    [ana.email, null],
    [ben.email, null],
  ]);
  expect((await ana.get(at("/members"))).body[1].hasSecondFactor).toBe(false);
});
