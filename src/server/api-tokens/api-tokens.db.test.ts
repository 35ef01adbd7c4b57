import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import { tokenScopeKeys } from "#domain/token-scopes.ts";
import type { TokenScope } from "#domain/token-scopes.ts";
import { tokenScopeOf } from "#server/auth/api-tokens.ts";
import { newApiToken } from "#server/auth/api-token-text.ts";
import { addMember } from "#tests/support/members.ts";
import type { Answer, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;
let company: string;

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const path = (more: string) => `/companies/${company}${more}`;

async function turn(enabled: boolean): Promise<void> {
  await admin("UPDATE app.feature_flags SET enabled = $1 WHERE key = 'api-access'", [enabled]);
}

async function make(
  person: Person,
  scopes: readonly TokenScope[],
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return await person.post(path("/api-tokens"), { name: "CI upload", scopes, ...more });
}

/** Whoever holds a token: no cookie, no Origin, nothing else. */
async function ask(token: string, method: string, to: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${running.url}/api/v1${to}`, {
    ...init,
    method,
    headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
  });
  const json = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, body: json ? await response.clone().json() : undefined, response };
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

async function join(person: Person, role: string): Promise<void> {
  await addMember(running, company, person.id, role);
}

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  company = await ana.found("Token and Partners");
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  await turn(true);
  await admin("UPDATE app.companies SET second_factor_required = false, subscription_tier = 'early-access'");
  await admin("DELETE FROM app.api_tokens");
  await running.forgetTries();
});

const AT_ONCE = 100;

describe("scopes", () => {
  test("open the endpoints that name them and no other, for every endpoint of the contract", async () => {
    for (const scope of tokenScopeKeys) {
      const { token } = (await make(ana, [scope])).body;
      const tries = endpoints.map((endpoint) => async () => {
        const to = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          name === "companyId" ? company : randomUUID(),
        );
        const answer = await ask(token, endpoint.method, to);
        await answer.response.body?.cancel().catch(() => {});
        const needed = tokenScopeOf(endpoint);
        const opened = answer.body?.code !== "token-not-allowed" && answer.status !== 401;
        expect(opened, `${scope} at ${endpoint.name}`).toBe(needed === "any" || needed === scope);
      });
      // One address has so many connections at once, and no more.
      for (let from = 0; from < tries.length; from += AT_ONCE)
        await Promise.all(tries.slice(from, from + AT_ONCE).map((attempt) => attempt()));
    }
  });

  test("let a token do what they name: read, file, and make a project", async () => {
    const { token } = (await make(ana, ["read", "evidence:write", "projects:write"])).body;
    const project = await ask(token, "POST", path("/projects"), json({ name: "By a program", framework: "soc2" }));
    expect(project.status).toBe(200);
    const query = new URLSearchParams({ name: "Rules", fileName: "rules.txt", type: "Config", controls: "XC-01" });
    const filed = await ask(token, "POST", path(`/evidence?${query}`), { body: "rule 1\n" });
    expect(filed.status).toBe(201);
    const read = await ask(token, "GET", path("/evidence"));
    expect(read.body.items.map((item: { name: string }) => item.name)).toContain("Rules");
  });
});

describe("a token", () => {
  test("acts as whoever made it, and the ledger says through which token", async () => {
    const { token } = (await make(ana, ["projects:write", "evidence:write"])).body;
    await ask(token, "POST", path("/projects"), json({ name: "Told", framework: "soc2" }));
    const { rows } = await admin(
      "SELECT actor_id, details FROM app.ledger_acts WHERE company_id = $1 ORDER BY seq DESC LIMIT 1",
      [company],
    );
    expect(rows[0].actor_id).toBe(ana.id);
    expect(JSON.parse(rows[0].details)).toMatchObject({ by: ana.id, event: "project.created", token: "CI upload" });
    await ana.post(path("/projects"), { name: "By hand", framework: "soc2" });
    const byHand = await admin("SELECT details FROM app.ledger_acts WHERE company_id = $1 ORDER BY seq DESC LIMIT 1", [
      company,
    ]);
    expect(JSON.parse(byHand.rows[0].details)).not.toHaveProperty("token");
    const query = new URLSearchParams({ name: "Told", fileName: "told.txt", type: "Config", controls: "XC-01" });
    await ask(token, "POST", path(`/evidence?${query}`), { body: "told" });
    const items = await admin("SELECT collector FROM app.evidence WHERE company_id = $1 ORDER BY number DESC LIMIT 1", [
      company,
    ]);
    expect(items.rows[0].collector).toBe("A program, with the API token CI upload");
  });

  test("is for one company: it lists that one alone and finds no other", async () => {
    const other = await ana.found("Elsewhere and Partners");
    const { token } = (await make(ana, ["read"])).body;
    const listed = await ask(token, "GET", "/companies");
    expect(listed.body.map((item: { id: string }) => item.id)).toEqual([company]);
    const foreign = await ask(token, "GET", `/companies/${other}`);
    const unknown = await ask(token, "GET", `/companies/${randomUUID()}`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
  });

  test("counts alone, whatever cookie comes with it", async () => {
    const { token } = (await make(ana, ["read"])).body;
    const both = await ask(token, "POST", path("/projects"), {
      ...json({ name: "Not by cookie", framework: "soc2" }),
      headers: { "content-type": "application/json", cookie: ana.cookie, origin: running.url },
    });
    expect(both.body.code).toBe("token-not-allowed");
    const wrong = await ask(newApiToken(), "GET", path(""), { headers: { cookie: ana.cookie } });
    expect(wrong.status).toBe(401);
  });

  test("needs no Origin, since no browser sends it by itself", async () => {
    const { token } = (await make(ana, ["projects:write"])).body;
    const headers = {
      "content-type": "application/json",
      "sec-fetch-site": "cross-site",
      origin: "https://ci.example",
    };
    const answer = await ask(token, "POST", path("/projects"), { ...json({ name: "CI", framework: "soc2" }), headers });
    expect(answer.status).toBe(200);
    expect(answer.response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("is refused with 401 when it is made up, mistyped, or no token at all", async () => {
    const { token } = (await make(ana, ["read"])).body;
    for (const wrong of [
      newApiToken(),
      `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
      "",
      "eyJhbGciOiJub25lIn0.e30.",
    ]) {
      const answer = await ask(wrong, "GET", path(""));
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe("token-invalid");
      expect(answer.response.headers.get("www-authenticate")).toBe('Bearer realm="Exhibit", error="invalid_token"');
    }
  });

  test("ends with its time, to the second", async () => {
    const { token, apiToken } = (await make(ana, ["read"], { days: 7 })).body;
    const end = new Date(apiToken.expiresAt).getTime();
    expect(end - new Date(apiToken.createdAt).getTime()).toBe(7 * 24 * 60 * 60_000);
    running.setNow(new Date(end - 1_000));
    expect((await ask(token, "GET", path(""))).status).toBe(200);
    running.setNow(new Date(end));
    expect((await ask(token, "GET", path(""))).body.code).toBe("token-invalid");
  });

  test("never lasts longer than a year, and is made by nobody who did not show lately who they are", async () => {
    expect((await make(ana, ["read"], { days: 36_500 })).body.code).toBe("invalid-input");
    expect((await make(ana, ["read"], { days: null })).body.code).toBe("invalid-input");
    running.setNow(new Date(Date.now() + 16 * 60_000));
    expect((await make(ana, ["read"])).body.code).toBe("confirm-identity");
  });

  test("ends when it is revoked, once, and the ledger says so", async () => {
    const { token, apiToken } = (await make(ana, ["read"])).body;
    expect((await ask(token, "GET", path(""))).status).toBe(200);
    const revoked = await ana.post(path(`/api-tokens/${apiToken.id}/revoke`), {});
    expect(revoked.body.state).toBe("revoked");
    expect((await ask(token, "GET", path(""))).body.code).toBe("token-invalid");
    expect((await ana.post(path(`/api-tokens/${apiToken.id}/revoke`), {})).body.code).toBe("token-ended");
    const { rows } = await admin(
      "SELECT event, details FROM app.ledger_acts WHERE company_id = $1 AND subject = $2 ORDER BY seq",
      [company, apiToken.id],
    );
    expect(rows.map((row) => row.event)).toEqual(["apiToken.created", "apiToken.revoked"]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
  });

  test.each([
    ["is demoted", "UPDATE app.company_members SET role = 'member' WHERE company_id = $1 AND user_id = $2"],
    ["is suspended", "UPDATE app.company_members SET status = 'suspended' WHERE company_id = $1 AND user_id = $2"],
    ["leaves", "DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2"],
  ])("ends for good when whoever made it %s", async (_, statement) => {
    const ben = await running.person("Ben");
    await join(ben, "admin");
    const { token } = (await make(ben, ["read"])).body;
    expect((await ask(token, "GET", path(""))).status).toBe(200);
    await admin(statement, [company, ben.id]);
    expect((await ask(token, "GET", path(""))).body.code).toBe("token-invalid");
    await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2", [company, ben.id]);
    await join(ben, "admin");
    expect((await ask(token, "GET", path(""))).body.code).toBe("token-invalid");
  });

  test("opens nothing while the account of whoever made it is disabled", async () => {
    const ben = await running.person("Ben");
    await join(ben, "admin");
    const { token } = (await make(ben, ["read"])).body;
    await admin(
      `INSERT INTO app.account_bounds (user_id, disabled_at) VALUES ($1, now())
        ON CONFLICT (user_id) DO UPDATE SET disabled_at = now()`,
      [ben.id],
    );
    expect((await ask(token, "GET", path(""))).body.code).toBe("token-invalid");
  });

  test("ends when the company is to be erased", async () => {
    const { token } = (await make(ana, ["read"])).body;
    await admin("UPDATE app.companies SET deletion_due_at = now() - interval '1 second' WHERE id = $1", [company]);
    expect((await ask(token, "GET", path(""))).body.code).toBe("token-invalid");
    await admin("UPDATE app.companies SET deletion_due_at = NULL");
  });

  test("counts as having a second factor only if its maker had one", async () => {
    const { token } = (await make(ana, ["read"])).body;
    await admin("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [company]);
    expect((await ask(token, "GET", path(""))).body.code).toBe("second-factor-required");
    await admin("UPDATE auth.sessions SET has_second_factor = true WHERE user_id = $1", [ana.id]);
    const second = (await make(ana, ["read"])).body;
    expect((await ask(second.token, "GET", path(""))).status).toBe(200);
    await admin("UPDATE auth.sessions SET has_second_factor = false");
  });

  test("is kept as a hash alone, which nobody who serves can read", async () => {
    const { token, apiToken } = (await make(ana, ["read"])).body;
    const { rows } = await admin("SELECT to_jsonb(t)::text AS row FROM app.api_tokens t");
    expect(rows[0].row).not.toContain(token.slice(10));
    expect(JSON.stringify((await ana.get(path("/api-tokens"))).body)).not.toContain(token.slice(10));
    expect(apiToken.start).toBe(token.slice(0, 10));
    await expect(running.database.databases.userPool.query("SELECT token_sha256 FROM app.api_tokens")).rejects.toThrow(
      /permission denied/,
    );
    expect(running.log.join("")).not.toContain(token);
  });

  test("says when it was last used, and writes that once a minute at most", async () => {
    const { token } = (await make(ana, ["read"])).body;
    const lastUsed = async () => (await ana.get(path("/api-tokens"))).body.tokens[0].lastUsedAt as string | null;
    expect(await lastUsed()).toBeNull();
    const start = Date.now();
    const at = (seconds: number) => running.setNow(new Date(start + seconds * 1_000));
    at(1);
    await ask(token, "GET", path(""));
    await expect.poll(lastUsed).toBe(new Date(start + 1_000).toISOString());
    at(50);
    await ask(token, "GET", path(""));
    at(62);
    await ask(token, "GET", path(""));
    await expect.poll(lastUsed).toBe(new Date(start + 62_000).toISOString());
  });

  test("answers 600 requests a minute and then asks to wait", async () => {
    const { token, apiToken } = (await make(ana, ["read"])).body;
    await ask(token, "GET", path(""));
    await admin("UPDATE app.rate_limits SET tries = 600 WHERE key = $1", [`api-token|${apiToken.id}`]);
    const answer = await ask(token, "GET", path(""));
    expect(answer.status).toBe(429);
    expect(Number(answer.response.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = (await make(ana, ["read"])).body;
    expect((await ask(other.token, "GET", path(""))).status).toBe(200);
  });
});

describe("API access", () => {
  test("is off until an operator turns it on, for making tokens and for using them", async () => {
    const { token } = (await make(ana, ["read"])).body;
    await turn(false);
    expect((await make(ana, ["read"])).body.code).toBe("api-access-off");
    expect((await ask(token, "GET", path(""))).body.code).toBe("api-access-off");
    expect((await ana.get(path("/api-tokens"))).body.closedBy).toBe("installation");
    await admin("INSERT INTO app.feature_overrides (company_id, key, enabled) VALUES ($1, 'api-access', true)", [
      company,
    ]);
    expect((await ask(token, "GET", path(""))).status).toBe(200);
    await admin("DELETE FROM app.feature_overrides");
  });

  test("is part of the plan, or not", async () => {
    const { token } = (await make(ana, ["read"])).body;
    await admin("UPDATE app.companies SET subscription_tier = 'starter' WHERE id = $1", [company]);
    expect((await make(ana, ["read"])).body.code).toBe("api-access-off");
    expect((await ask(token, "GET", path(""))).body.code).toBe("api-access-off");
    expect((await ana.get(path("/api-tokens"))).body.closedBy).toBe("plan");
    await admin("UPDATE app.companies SET subscription_tier = 'growth' WHERE id = $1", [company]);
    expect((await ask(token, "GET", path(""))).status).toBe(200);
  });

  test("has room for 25 live tokens, however many are made at once", async () => {
    await running.forgetTries();
    await admin("UPDATE app.rate_limits SET tries = 0");
    const answers = await Promise.all(Array.from({ length: 29 }, () => make(ana, ["read"])));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(25);
    expect(answers.filter((answer) => answer.body.code === "too-many-tokens")).toHaveLength(4);
  });
});
