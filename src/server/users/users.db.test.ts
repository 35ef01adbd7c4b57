import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asCaller } from "#server/db/as-caller.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { addMember } from "#tests/support/members.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";

let running: RunningApp;
let omar: Person;

beforeAll(async () => {
  running = await runApp();
  omar = await makeAdmin("Omar");
});
afterAll(() => running.close());

async function makeAdmin(name: string): Promise<Person> {
  const person = await running.person(name);
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [person.id]);
  await AuthenticatorApp.addTo(person, new Date());
  return person;
}

const query = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const join = (company: string, person: Person, role: string) => addMember(running, company, person.id, role);
const setRole = (person: Person, role: string, by = omar) => by.post(`/users/${person.id}/role`, { role });
const disable = (person: Person, by = omar) => by.post(`/users/${person.id}/disable`, {});
const codeOf = async (answer: ReturnType<Person["get"]>) => (await answer).body?.code;

/** What a caller's own connection to the database would let them do. */
const inSql = <T>(person: Person, company: string, work: Parameters<typeof asCaller<T>>[2]) =>
  asCaller(running.app.services.databases.user, { userId: person.id, companyId: company, secondFactor: true }, work);

test("the list of users is paged by address, searched by name, and says what a platform admin needs", async () => {
  await query(`INSERT INTO auth.users (email, first_name, last_name)
    SELECT 'page-' || to_char(n, 'FM000') || '@example.test', 'Paula', 'Page' FROM generate_series(1, 120) n`);
  const first = await omar.get("/users?search=paula%20page");
  const second = await omar.get(`/users?search=paula%20page&after=${first.body.next}`);
  const third = await omar.get(`/users?search=paula%20page&after=${second.body.next}`);
  const all = [first, second, third].flatMap(({ body }) => body.users.map((user: { email: string }) => user.email));
  expect(all).toEqual(Array.from({ length: 120 }, (_, n) => `page-${String(n + 1).padStart(3, "0")}@example.test`));
  expect(third.body.next).toBeNull();
  const [me] = (await omar.get(`/users?search=${omar.email}`)).body.users;
  expect(me).toMatchObject({ role: "admin", hasSecondFactor: true, disabledAt: null, companies: 0 });
  expect(me.lastSignInAt).not.toBeNull();
  await query("DELETE FROM auth.users WHERE email LIKE 'page-%'");
});

test("a user founds no company and makes no project, and is a member at most where they are an admin", async () => {
  const ana = await running.person("Ana");
  const uma = await running.person("Uma");
  const company = await ana.found("Calder");
  await join(company, uma, "admin");
  expect((await uma.post(`/companies/${company}/projects`, { name: "Before", framework: "soc2" })).status).toBe(200);
  expect((await setRole(uma, "user")).status).toBe(200);
  expect(await codeOf(uma.post("/companies", { name: "Her own" }))).toBe("account-bounded");
  expect(await codeOf(uma.post(`/companies/${company}/projects`, { name: "More", framework: "soc2" }))).toBe(
    "account-bounded",
  );
  expect(
    await codeOf(uma.post(`/companies/${company}/controls/XC-01/applicability`, { applicable: true, reason: "No" })),
  ).toBe("forbidden");
  expect((await uma.get("/companies")).body).toMatchObject([{ role: "member" }]);
  expect((await uma.get("/session")).body).toMatchObject({ platformRole: "user", platformAdmin: false });

  await expect(
    inSql(uma, "", (tx) => sql`SELECT app.create_company(${randomUUID()}, 'Hers', 'hers', NULL, '\\x00')`.execute(tx)),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(
    inSql(uma, company, (tx) =>
      sql`INSERT INTO app.projects (company_id, id, name, framework, created_by)
        VALUES (${company}, ${randomUUID()}, 'Hers', 'soc2', ${uma.id})`.execute(tx),
    ),
  ).rejects.toMatchObject({ code: "42501" });
  const { rows } = await inSql(uma, company, (tx) => sql<{ role: string }>`SELECT app.my_role() AS role`.execute(tx));
  expect(rows[0]!.role).toBe("member");

  expect((await setRole(uma, "manager")).status).toBe(200);
  expect((await uma.get("/companies")).body).toMatchObject([{ role: "admin" }]);
});

test("a platform role is no way into a company: not as a platform admin either, in any table", async () => {
  const ana = await running.person("Ana");
  const company = await ana.found("Closed to operators");
  await ana.upload(`/companies/${company}/evidence?name=Secret&fileName=a.txt&type=Document&controls=XC-01`, "secret");
  expect(await codeOf(omar.get(`/companies/${company}/evidence`))).toBe("not-found");
  const { rows: tables } =
    await query(`SELECT a.attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'app'::regnamespace AND c.relkind = 'r' AND a.attname = 'company_id'
      AND has_table_privilege('app_user', c.oid, 'SELECT')`);
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const { rows } = await inSql(omar, company, (tx) => sql`SELECT FROM ${sql.raw(name)}`.execute(tx));
    expect(rows, name).toHaveLength(0);
  }
});

test("who is disabled is out at once, told so only with the right password, and in again when enabled", async () => {
  const dora = await running.person("Dora");
  const company = await dora.found("Dora & Co");
  await dora.post("/session/send-magic-link", { email: dora.email });
  await running.app.runTasks();
  const token = /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === dora.email)!.text)![1];
  expect((await disable(dora)).status).toBe(200);

  expect(await codeOf(dora.get("/companies"))).toBe("signed-out");
  const again = new Person(running.url, "Dora", dora.email);
  expect((await again.signIn()).body).toMatchObject({
    code: "account-disabled",
    message: "This account has been disabled. Please ask the people who run this installation.",
  });
  expect((await again.signIn(`${PASSWORD}!`)).body.code).toBe("invalid-credentials");
  expect(await codeOf(again.post("/session/use-magic-link", { token }))).toBe("link-invalid");
  const before = running.mails.length;
  for (const path of ["send-magic-link", "send-reset"])
    expect((await again.post(`/session/${path}`, { email: dora.email })).status).toBe(200);
  await running.app.runTasks();
  expect(running.mails.slice(before)).toEqual([]);

  // Whatever acts in her name, an API token as well, is nobody to the database.
  const { rows } = await inSql(dora, company, (tx) =>
    sql`SELECT app.my_role() AS role, app.tenant() AS tenant, app.my_companies() AS companies`.execute(tx),
  );
  expect(rows).toEqual([{ role: null, tenant: null, companies: [] }]);

  expect((await omar.post(`/users/${dora.id}/enable`, {})).status).toBe(200);
  expect((await again.signIn()).status).toBe(200);
  expect((await again.get("/companies")).body).toHaveLength(1);
});

test("ending somebody's sessions signs them out everywhere and leaves the account as it is", async () => {
  const sid = await running.person("Sid");
  expect((await omar.post(`/users/${sid.id}/end-sessions`, {})).body).toEqual({ ended: 1 });
  expect(await codeOf(sid.get("/companies"))).toBe("signed-out");
  expect((await sid.signIn()).status).toBe(200);
});

test("the last platform admin can neither demote nor disable themselves, and of two who demote each other one is left", async () => {
  expect(await codeOf(setRole(omar, "manager"))).toBe("last-admin");
  expect(await codeOf(disable(omar))).toBe("last-admin");
  const pia = await makeAdmin("Pia");
  const answers = await Promise.all([setRole(pia, "manager", omar), setRole(omar, "manager", pia)]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await query("SELECT id FROM app.platform_admins p WHERE id = ANY ($1)", [[omar.id, pia.id]]);
  expect(rows).toHaveLength(1);
  const left = rows[0].id === omar.id ? omar : pia;
  const other = left === omar ? pia : omar;
  expect((await setRole(other, "admin", left)).status).toBe(200);
  expect((await disable(pia, omar)).status).toBe(200);
  expect(await codeOf(setRole(omar, "user"))).toBe("last-admin");
});

test("whoever demotes another while being demoted waits, and then may not any more", async () => {
  const quinn = await makeAdmin("Quinn");
  const demote = (person: Person) => sql`SELECT app.set_platform_role(${person.id}, 'manager')`;
  let second: Promise<unknown> = Promise.resolve();
  await inSql(omar, "", async (tx) => {
    await demote(quinn).execute(tx);
    second = inSql(quinn, "", (other) => demote(omar).execute(other)).then(
      () => "demoted",
      (error: { code: string }) => error.code,
    );
    await Promise.race([second, blocked()]);
  });
  expect(await second).toBe("42501");
  expect((await query("SELECT FROM app.platform_admins WHERE id = ANY ($1)", [[omar.id, quinn.id]])).rowCount).toBe(1);
});

/** Once a connection to this database waits for a lock. */
async function blocked(): Promise<void> {
  for (;;) {
    const { rowCount } = await query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rowCount) return;
  }
}

test("making somebody a platform admin asks who is there, and is on record", async () => {
  const kim = await running.person("Kim");
  await query("UPDATE auth.sessions SET authenticated_at = now() - interval '16 minutes' WHERE user_id = $1", [
    omar.id,
  ]);
  expect(await codeOf(setRole(kim, "admin"))).toBe("confirm-identity");
  expect(await codeOf(omar.post("/sign-up-invitations", { email: "new-admin@example.test", role: "admin" }))).toBe(
    "confirm-identity",
  );
  await omar.post("/session/confirm-identity", { password: PASSWORD });
  expect((await setRole(kim, "admin")).status).toBe(200);
  expect((await omar.get("/operator-acts")).body[0]).toMatchObject({
    actor: omar.email,
    act: "user.roleChanged",
    subject: kim.email,
    details: { from: "manager", to: "admin" },
  });
  await expect(query("DELETE FROM app.operator_acts")).rejects.toMatchObject({ code: "42501" });
  await setRole(kim, "manager");
});

test("who is invited gets a link to sign up, and then the role of the invitation, whichever way they sign up", async () => {
  const email = "Ivy@Example.test";
  const invited = await omar.post("/sign-up-invitations", { email });
  expect(invited.body).toMatchObject({ email: "ivy@example.test", role: "user" });
  expect(await codeOf(omar.post("/sign-up-invitations", { email: "ivy@example.test" }))).toBe("23505");
  expect(await codeOf(omar.post("/sign-up-invitations", { email: omar.email }))).toBe("account-exists");
  await running.app.runTasks();
  const tokenOf = () =>
    /access_token=([\w-]+)&type=invite/.exec(
      running.mails.findLast((mail) => mail.to === "ivy@example.test")!.text,
    )![1]!;
  const old = tokenOf();
  const visitor = new Person(running.url, "Ivy", email);
  expect((await visitor.post("/session/check-invitation", { token: old })).body).toEqual({ email: "ivy@example.test" });
  expect((await omar.post(`/sign-up-invitations/${invited.body.id}/resend`, {})).status).toBe(200);
  await running.app.runTasks();
  expect(await codeOf(visitor.post("/session/check-invitation", { token: old }))).toBe("link-invalid");
  expect((await visitor.post("/session/check-invitation", { token: tokenOf() })).status).toBe(200);
  const { rows } = await query("SELECT token_sha256 FROM app.sign_up_invitations");
  expect(JSON.stringify(rows)).not.toContain(tokenOf());

  const ivy = await Person.signUp(running.url, "Ivy", email, async () => {
    await running.app.runTasks();
    return /access_token=([\w-]+)&type=signup/.exec(running.mails.at(-1)!.text)![1]!;
  });
  expect((await ivy.get("/session")).body.platformRole).toBe("user");
  expect((await omar.get("/sign-up-invitations")).body).toEqual([]);
});

test("an invitation that expired or was cancelled gives nothing but what everybody gets", async () => {
  for (const [name, end] of [
    ["Late", () => query("UPDATE app.sign_up_invitations SET expires_at = now() WHERE email LIKE 'late%'")],
    [
      "Calla",
      (id: string) => omar.send("DELETE", `/sign-up-invitations/${id}`, "{}", { "content-type": "application/json" }),
    ],
  ] as const) {
    const email = `${name.toLowerCase()}@example.test`;
    const { body } = await omar.post("/sign-up-invitations", { email });
    await end(body.id);
    const person = await Person.signUp(running.url, name, email, async () => {
      await running.app.runTasks();
      return /access_token=([\w-]+)&type=signup/.exec(running.mails.at(-1)!.text)![1]!;
    });
    expect((await person.get("/session")).body.platformRole).toBe("manager");
  }
});

test("signing up with an address is answered alike, invited or not", async () => {
  await omar.post("/sign-up-invitations", { email: "known@example.test" });
  const ask = async (email: string) =>
    await new Person(running.url, "X", email).post("/session/sign-up", {
      firstName: "X",
      lastName: "Y",
      email,
      password: PASSWORD,
      verification: await solvedChallenge(running.url),
    });
  const [invited, other] = [await ask("known@example.test"), await ask("other@example.test")];
  expect([invited.status, Object.keys(invited.body)]).toEqual([other.status, Object.keys(other.body)]);
});
