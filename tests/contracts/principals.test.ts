import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { can } from "#domain/access.ts";
import type { CompanyAction } from "#domain/access.ts";
import { tokenScopeKeys } from "#domain/token-scopes.ts";
import type { TokenScope } from "#domain/token-scopes.ts";
import { tokenScopeOf } from "#server/auth/api-tokens.ts";
import { addToStaff, confirmAddress, signInStaff } from "../support/staff.ts";
import { everyCase } from "../support/every-case.ts";
import { Person } from "../support/person.ts";
import type { Answer } from "../support/person.ts";
import { testWhere } from "../support/test-where.ts";
import { openWorld } from "./endpoints/world.ts";
import type { World } from "./endpoints/world.ts";

// Whoever may ask, at every endpoint: with rights of their own, with rights in another company, and with rights that have ended.
// tests/contracts/endpoints.test.ts asks the same of the roles of a company, of strangers and of platform admins.
let world: World;
let otherCompany: string;
let auditor: Person;
const tokens = new Map<TokenScope, string>();
const ended = new Map<string, { person: Person; token?: string; told: "unknown" | "signed-out" | "token-invalid" }>();

beforeAll(async () => {
  world = await openWorld();
  const { admin } = world.running.database;
  const { owner, company, running } = world;
  otherCompany = (await world.outsider.get("/companies")).body[0].id;
  auditor = await audits("Vera", "2999-01-01");
  for (const scope of tokenScopeKeys) tokens.set(scope, (await makeToken(owner, [scope])).token);

  for (const role of ["admin", "member", "viewer"] as const) {
    const person = await running.person(`Former${role}`);
    await world.join(role, person);
    await admin.query("DELETE FROM app.company_members WHERE user_id = $1", [person.id]);
    ended.set(`a former ${role}`, { person, told: "unknown" });
  }
  ended.set("an auditor whose day is over", { person: await audits("Vito", "2000-01-01"), told: "unknown" });
  const revoked = await makeToken(owner, tokenScopeKeys);
  const end = await owner.post(`/companies/${company}/api-tokens/${revoked.apiToken.id}/revoke`, {});
  if (end.status !== 200) throw new Error(JSON.stringify(end.body));
  ended.set("a token that was revoked", { person: program(), token: revoked.token, told: "token-invalid" });
  const expired = await makeToken(owner, tokenScopeKeys);
  await admin.query("UPDATE app.api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [
    expired.apiToken.id,
  ]);
  ended.set("a token that has expired", { person: program(), token: expired.token, told: "token-invalid" });
  const maker = await running.person("Maker");
  await world.join("admin", maker);
  const orphaned = await makeToken(maker, tokenScopeKeys);
  await admin.query("DELETE FROM app.company_members WHERE user_id = $1", [maker.id]);
  ended.set("a token whose maker was removed", { person: program(), token: orphaned.token, told: "token-invalid" });
  // The cookie of staff opens their pages, and not one endpoint.
  for (const [name, by, its] of [
    ["staff of this company", owner, company],
    ["staff of another company", world.outsider, otherCompany],
  ] as const) {
    const email = `${name.replaceAll(" ", "-")}@example.test`;
    const id = await addToStaff(by, its, { name, email });
    await confirmAddress(running, id);
    const { cookie } = await signInStaff(running, by, its, id, email);
    const person = program();
    person.cookie = cookie;
    ended.set(name, { person, told: "signed-out" });
  }
  const left = await running.person("Leaver");
  await world.join("admin", left);
  const { cookie } = left;
  await left.post("/session/sign-out", {});
  left.cookie = cookie;
  ended.set("a session that was ended", { person: left, told: "signed-out" });
});
afterAll(() => world.running.close());
beforeEach(() => world.running.forgetTries());

/** Somebody who audits the company's project until a day. */
async function audits(name: string, endsAt: string): Promise<Person> {
  const { admin } = world.running.database;
  const person = await world.running.person(name);
  const { rows } = await admin.query<{ id: string }>(
    "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, $4) RETURNING id",
    [world.company, person.id, world.owner.id, endsAt],
  );
  await admin.query("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [
    world.company,
    rows[0]!.id,
    world.ids["projectId"],
  ]);
  return person;
}

async function makeToken(maker: Person, scopes: readonly TokenScope[]) {
  const made = await maker.post(`/companies/${world.company}/api-tokens`, { name: "Swept", scopes });
  if (made.status >= 300) throw new Error(JSON.stringify(made.body));
  return made.body as { token: string; apiToken: { id: string } };
}

const program = () => new Person(world.running.url, "Program", "");

function ask(person: Person, endpoint: NamedEndpoint, company: string, token?: string): Promise<Answer> {
  return world.call(person, endpoint, company, token ? { headers: { authorization: `Bearer ${token}` } } : {});
}

/** What an answer says of who asked: a failure's name, or that they were let in. */
async function outcome({ status, body, response }: Answer): Promise<string> {
  // Read to its end, so that nothing is written about it any more when the next one asks; events have none.
  await response.body?.cancel().catch(() => {});
  const message = (name: FailureName) => status === failures[name].status && body?.message === failures[name].message;
  const refusals = ["forbidden", "token-not-allowed", "token-invalid", "signed-out"] as const;
  return refusals.find(message) ?? (status === 401 ? "signed-out" : "let in");
}

/** The first of each kind: a member, an auditor, a program. */
const differing = (principals: readonly [who: string, person: Person, token?: string][]) =>
  [...Map.groupBy(principals, ([who, , token]) => (token ? "program" : who === "auditor")).values()].map(
    ([first]) => first!,
  );

const hasCompany = (endpoint: NamedEndpoint) => endpoint.path.includes("{companyId}");
const closed = endpoints.filter(({ access }) => access !== "anyone");

describe.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (name, endpoint) => {
  testWhere(hasCompany(endpoint))("does for an auditor what the table of roles says, and no more", async () => {
    const allowed = can("auditor", endpoint.access as CompanyAction);
    expect(await outcome(await ask(auditor, endpoint, world.company))).toBe(allowed ? "let in" : "forbidden");
  });

  test("does for a token what its scope says, and no more", async () => {
    const needed = tokenScopeOf(endpoint);
    const found: string[] = [];
    for (const [scope, token] of tokens) {
      if (needed === scope) await world.prepare[name]?.(world.owner);
      if ((await outcome(await ask(program(), endpoint, world.company, token))) === "let in") found.push(scope);
      if (needed === scope) await world.undo[name]?.(world.owner);
    }
    expect(found).toEqual(tokenScopeKeys.filter((scope) => needed === "any" || needed === scope));
  });

  testWhere(hasCompany(endpoint))(
    "answers a caller with rights elsewhere as for a company that does not exist",
    async () => {
      const unknown = randomUUID();
      const answers = new Map<string, Answer>();
      const principals: [string, Person, string?][] = [
        ...[...world.roles].map(([role, person]): [string, Person] => [role, person]),
        ["auditor", auditor],
        ...[...tokens].map(([scope, token]): [string, Person, string] => [`token to ${scope}`, program(), token]),
      ];
      for (const [who, person, token] of everyCase ? principals : differing(principals)) {
        // A company that does not exist is answered alike to all people, and to each program by its scope.
        const kind = token ?? "person";
        const nowhere = answers.get(kind) ?? (await ask(person, endpoint, unknown, token));
        answers.set(kind, nowhere);
        const there = await ask(person, endpoint, otherCompany, token);
        expect({ who, status: there.status, body: there.body }).toEqual({
          who,
          status: nowhere.status,
          body: nowhere.body,
        });
        expect([401, 403, 404], who).toContain(there.status);
      }
    },
  );

  test("opens nothing to rights that have ended", async () => {
    const stranger = hasCompany(endpoint) && (await ask(world.outsider, endpoint, randomUUID()));
    for (const [who, { person, token, told }] of ended) {
      // Whoever was in a company once is a person with an account still.
      if (told === "unknown" && !stranger) continue;
      const answer = await ask(person, endpoint, world.company, token);
      const seen = told === "unknown" ? answer.body : await outcome(answer);
      expect({ who, seen }).toEqual({ who, seen: told === "unknown" ? (stranger as Answer).body : told });
    }
  });
});

test("every kind of principal is in a contract test", () => {
  expect(tokens.size).toBe(tokenScopeKeys.length);
  expect([...ended.keys()]).toHaveLength(10);
});
