import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerFor, latestUntil } from "#domain/scope.ts";
import { scopeFrom } from "#server/systems/read-scope.ts";
import { callFunction } from "#server/db/functions.ts";
import type { ScopeFacts } from "#server/systems/read-scope.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let stranger: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, mia, stranger] = [await running.person("Olga"), await running.person("Mia"), await running.person("Sam")];
  await stranger.found("Elsewhere");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Systems ${randomUUID()}`);
  await addMember(running, company, mia.id, "member");
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}/systems${more}`;
const none = (kind: string) => `/companies/${company}/system-kinds/${kind}/none`;
const list = async (person = olga) => (await person.get(at())).body;
const answer = async (kind: string) => (await list()).kinds.find((item: { kind: string }) => item.kind === kind);
const add = async (name: string, more: Record<string, unknown> = {}) =>
  (await olga.post(at(), { name, kinds: ["cloud"], ...more })).body;
const patch = (path: string, body: unknown) =>
  olga.send("PATCH", path, JSON.stringify(body), { "content-type": "application/json" });
const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
const connect = async (provider: string, account: string, more: { id?: string; source?: string | null } = {}) => {
  const { id = randomUUID(), source = `${provider} ${account}` } = more;
  await admin(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      VALUES ($1, $2, $3, 'token', 'connected', $4, $4, $5, $6, now())`,
    [company, id, provider, account, source, olga.id],
  );
  return id;
};
const end = (id: string) =>
  admin("UPDATE app.connections SET state = 'disconnected', disconnected_at = now() WHERE id = $1", [id]);
const sentences = async () =>
  (await olga.get(`/companies/${company}/activity?kind=system`)).body.entries.map(
    ({ sentence }: { sentence: string }) => sentence,
  );

describe("the list of systems", () => {
  test("is changed by owners and admins, read by everybody in the company, and unknown to others", async () => {
    const system = await add("Production", { kinds: ["cloud", "data", "cloud"] });
    expect(system).toMatchObject({ name: "Production", kinds: ["cloud", "data"], connection: null, removable: true });
    expect((await list(mia)).systems).toEqual([system]);
    expect((await mia.post(at(), { name: "Mine", kinds: ["cloud"] })).status).toBe(403);
    expect((await mia.post(none("hr"), { reason: "x" })).status).toBe(403);
    expect((await mia.send("DELETE", at(`/${system.id}`))).status).toBe(403);
    expect((await stranger.get(at())).status).toBe(404);
    expect((await stranger.send("DELETE", at(`/${system.id}`))).status).toBe(404);
    const renamed = await patch(at(`/${system.id}`), { name: "Production, Frankfurt" });
    expect(renamed.body).toMatchObject({ id: system.id, name: "Production, Frankfurt", addedBy: "Olga Example" });
    expect(await sentences()).toEqual([
      "renamed the system “Production” to “Production, Frankfurt”",
      "added the system “Production”",
    ]);
  });

  test("has each name once, in whatever case, and takes no kind that it does not know", async () => {
    const system = await add("Production");
    expect((await olga.post(at(), { name: "PRODUCTION", kinds: ["data"] })).body.code).toBe("system-exists");
    const other = await add("Sandbox");
    expect((await patch(at(`/${other.id}`), { name: "production" })).body.code).toBe("system-exists");
    expect((await olga.post(at(), { name: "A fax", kinds: ["fax"] })).status).toBe(400);
    expect((await olga.post(at(), { name: "Nothing", kinds: [] })).status).toBe(400);
    expect((await olga.post(none("fax"), { reason: "x" })).status).toBe(400);
    await olga.send("DELETE", at(`/${system.id}`));
    expect(await add("Production")).toMatchObject({ name: "Production" });
  });

  test("loses what was added by mistake, and keeps what is connected or has evidence", async () => {
    const mistake = await add("A mistake");
    expect((await olga.send("DELETE", at(`/${mistake.id}`))).body).toEqual({ id: mistake.id });
    expect((await olga.send("DELETE", at(`/${mistake.id}`))).status).toBe(404);
    const id = await connect("github", "acme");
    const [github] = (await list()).systems;
    expect(github).toMatchObject({ removable: false });
    expect((await olga.send("DELETE", at(`/${github.id}`))).body.code).toBe("system-answered");
    await end(id);
    expect((await list()).systems[0].removable).toBe(true);
    const evidence = new URLSearchParams({ name: "a", fileName: "a.txt", type: "Policy", controls: "XC-01" });
    await olga.upload(`/companies/${company}/evidence?${evidence}`, "a");
    // As its connection would have filed it: nothing else may say so.
    await admin("ALTER TABLE app.evidence DISABLE TRIGGER append_only");
    await admin("UPDATE app.evidence SET filed_by = $1 WHERE company_id = $2", [id, company]);
    await admin("ALTER TABLE app.evidence ENABLE TRIGGER append_only");
    expect((await olga.send("DELETE", at(`/${github.id}`))).body.code).toBe("system-answered");
    expect((await list()).systems).toMatchObject([{ id: github.id, removable: false }]);
  });
});

describe("a connection", () => {
  test("brings its system of its provider's kinds, and leaves it in scope when it ends", async () => {
    const id = await connect("google-workspace", "calder.example");
    const { systems } = await list();
    expect(systems).toMatchObject([
      {
        name: "google-workspace calder.example",
        kinds: ["idp", "office"],
        provider: "google-workspace",
        connection: { id, state: "connected", lastCollectedAt: null },
      },
    ]);
    expect(await answer("idp")).toMatchObject({ state: "in scope" });
    expect(await answer("office")).toMatchObject({ state: "in scope" });
    await end(id);
    expect((await list()).systems).toMatchObject([{ connection: { id, state: "disconnected" } }]);
    expect(await answer("idp")).toMatchObject({ state: "in scope" });
  });

  test("of an account that was connected before does not double it, and one of another account is another system", async () => {
    const first = await connect("github", "acme");
    await end(first);
    const second = await connect("github", "acme");
    await connect("github", "acme-labs");
    const { systems } = await list();
    expect(systems).toMatchObject([{ connection: { id: second } }, { name: "github acme-labs" }]);
    const [{ scope }] = await admin("SELECT app.scope_of($1) AS scope", [company]);
    expect(scopeFrom(scope).systems.map(({ sources }) => sources)).toEqual([["github acme"], ["github acme-labs"]]);
  });

  test("continues the one system that was added for its provider, unless a decision was made about it", async () => {
    const added = await add("Our code", { kinds: ["code", "tracker"], provider: "github" });
    const id = await connect("github", "acme");
    expect((await list()).systems).toMatchObject([{ id: added.id, name: "Our code", connection: { id } }]);
    const sandbox = await add("AWS, sandbox", { provider: "aws" });
    await olga.post(at(`/${sandbox.id}/out-of-scope`), { reason: "Holds no data" });
    await connect("aws", "111122223333");
    expect((await list()).systems.slice(1)).toMatchObject([
      { id: sandbox.id, connection: null, outOfScope: { reason: "Holds no data" } },
      { name: "aws 111122223333", outOfScope: null },
    ]);
  });

  test("is never refused because its name is taken", async () => {
    await add("okta acme", { kinds: ["idp"] });
    const id = await connect("okta", "acme");
    expect((await list()).systems[1].name).toBe(`okta acme (${id.slice(0, 8)})`);
  });
});

describe("a decision about scope", () => {
  test("takes a system out of scope until a day, ends by itself, and can be taken back", async () => {
    const system = await add("AWS, sandbox");
    const out = await olga.post(at(`/${system.id}/out-of-scope`), { reason: "Holds no data", until: day(30) });
    expect(out.body.outOfScope).toMatchObject({
      reason: "Holds no data",
      until: day(30),
      decidedBy: "Olga Example",
    });
    expect(await answer("cloud")).toMatchObject({ state: "out of scope" });
    running.setNow(new Date(`${day(31)}T00:00:01Z`));
    expect((await list()).systems[0].outOfScope).toBeNull();
    running.setNow(undefined);
    expect((await olga.send("DELETE", at(`/${system.id}/out-of-scope`))).body.outOfScope).toBeNull();
    expect((await olga.send("DELETE", at(`/${system.id}/out-of-scope`))).status).toBe(200);
    expect(await answer("cloud")).toMatchObject({ state: "in scope" });
    expect(await sentences()).toEqual([
      "put the system “AWS, sandbox” in scope again",
      `put the system “AWS, sandbox” out of scope until ${day(30)}: Holds no data`,
      "added the system “AWS, sandbox”",
    ]);
    const rows = await admin(
      "SELECT declared, reason FROM app.scope_decisions WHERE company_id = $1 ORDER BY ledger_index",
      [company],
    );
    expect(rows).toEqual([
      { declared: true, reason: "Holds no data" },
      { declared: false, reason: "" },
    ]);
    await expect(admin("UPDATE app.scope_decisions SET reason = 'another'")).rejects.toThrow("append-only");
  });

  test("declares a kind none for a year at most, which a system of that kind outweighs", async () => {
    const before = latestUntil(new Date());
    const declared = await olga.post(none("cloud"), { reason: "Everything is on paper" });
    expect(declared.body).toMatchObject({ kind: "cloud", label: "Cloud account", state: "declared none" });
    expect([before, latestUntil(new Date())]).toContain(declared.body.none.until);
    const system = await add("AWS");
    expect(await answer("cloud")).toMatchObject({ state: "in scope", none: null });
    expect((await olga.post(none("cloud"), { reason: "Still" })).body.code).toBe("kind-has-systems");
    await olga.post(at(`/${system.id}/out-of-scope`), { reason: "A test" });
    expect((await olga.post(none("cloud"), { reason: "Still" })).body.code).toBe("kind-has-systems");
    expect((await olga.post(none("hr"), { reason: "Two partners" })).body.state).toBe("declared none");
    expect((await olga.send("DELETE", none("hr"))).body).toMatchObject({ state: "not answered", none: null });
    expect((await olga.send("DELETE", none("hr"))).status).toBe(200);
    expect((await sentences())[0]).toBe("withdrew the declaration that the company has none of the kind HR system");
  });

  test("needs a reason of 1000 characters at most, and a day between today and a year from now", async () => {
    const system = await add("AWS");
    for (const path of [none("hr"), at(`/${system.id}/out-of-scope`)]) {
      for (const reason of [undefined, "", "  ", "x".repeat(1001)])
        expect((await olga.post(path, { reason })).status, String(reason)).toBe(400);
      for (const until of [day(-1), day(368), "2999-01-01"])
        expect((await olga.post(path, { reason: "x", until })).body.code, until).toBe("scope-until");
      expect((await olga.post(path, { reason: "x", until: "soon" })).status).toBe(400);
      expect((await olga.post(path, { reason: "x", until: day(0) })).status).toBe(200);
    }
  });

  test("longer than a year is refused by the database, too", async () => {
    const insert = `INSERT INTO app.scope_decisions (company_id, kind, declared, reason, until, decided_by, decided_at)
      VALUES ($1, 'hr', true, 'x', '2027-11-23', $2, '2026-11-22T12:00:00Z')`;
    const client = running.database.admin;
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      olga.id,
      company,
    ]);
    await expect(client.query(insert, [company, olga.id])).rejects.toThrow("scope_decisions_a_year");
    await client.query("ROLLBACK");
  });
});

test("a worker reads the scope of a company, and an export the scope as it was at its place in the ledger", async () => {
  await connect("aws", "111122223333");
  await add("Gusto", { kinds: ["hr"] });
  const { size } = (await olga.get(`/companies/${company}/ledger`)).body;
  const [aws] = (await list()).systems;
  await olga.post(at(`/${aws.id}/out-of-scope`), { reason: "A sandbox" });
  const later = await add("Azure");
  const facts = await callFunction(running.database.databases.worker, "app.scope_of", [company]);
  const now = scopeFrom(facts as ScopeFacts);
  expect(answerFor(now, "cloud", new Date()).inScope.map(({ id }) => id)).toEqual([later.id]);
  await olga.send("DELETE", at(`/${later.id}`));
  const then = async (until: number) => {
    const [{ facts }] = await admin("SELECT app.scope_facts($1, $2, NULL) AS facts", [company, until]);
    const { state, inScope } = answerFor(scopeFrom(facts), "cloud", new Date());
    return [state, inScope.map(({ name }) => name)];
  };
  expect(await then(size)).toEqual(["in scope", ["aws 111122223333"]]);
  expect(await then(size + 1)).toEqual(["out of scope", []]);
  expect(await then(size + 2)).toEqual(["in scope", ["Azure"]]);
  expect(await then(size + 3)).toEqual(["out of scope", []]);
});
