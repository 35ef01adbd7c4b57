import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { maxJsonBytes } from "#contract/endpoint.ts";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { can } from "#domain/access.ts";
import type { CompanyAction } from "#domain/access.ts";
import { testPostgres } from "#tests/support/test-postgres.ts";
import type { Answer, Person } from "../support/person.ts";
import { turnOf } from "../support/every-case.ts";
import type { RunningApp } from "../support/running-app.ts";
import { testWhere } from "../support/test-where.ts";
import { passedWith } from "./endpoints/inputs.ts";
import { openWorld } from "./endpoints/world.ts";
import type { World } from "./endpoints/world.ts";

// Every promise here holds for every endpoint of the contract: a new one is covered before its author thinks of it.
let world: World;
let running: RunningApp;
let owner: Person;
let company: string;

beforeAll(async () => {
  world = await openWorld();
  ({ running, owner, company } = world);
});

afterAll(() => running.close());

const call: World["call"] = (...given) => world.call(...given);

/** Where to say what a new endpoint needs, by the code with which it fails until then. */
const told: Readonly<Record<string, string>> = {
  "invalid-input": "an input that is valid belongs in tests/contracts/endpoints/inputs.ts",
  "not-found": "what must be there first belongs in tests/contracts/endpoints/world.ts, as prepare",
};

function expectFailure(answer: Answer, name: FailureName): void {
  expect({ status: answer.status, message: answer.body?.message }, told[answer.body?.code]).toEqual({
    status: failures[name].status,
    message: failures[name].message,
  });
  expect(answer.body.code).toBeTypeOf("string");
  expect(answer.response.headers.get("content-type")).toBe("application/json");
}

/**
 * What is answered before a statement is sent, or by a statement that others send as well, is so on whatever version: it is
 * asked once, on the embedded one (scripts/test-stages.ts).
 */
const once = !testPostgres && !process.env["TEST_DATABASE_URL"];
const hasCompany = (endpoint: NamedEndpoint) => endpoint.path.includes("{companyId}");
const writesJson = (endpoint: NamedEndpoint) => endpoint.method !== "GET" && endpoint.kind !== "upload";

/**
 * What is answered before the endpoint is known, or by what stands around all of them, is alike for each: what anybody may ask is
 * asked on each day, and of the others a quarter; all of them by `npm run test:long -- every-case`.
 */
const isOpen = ({ access }: NamedEndpoint) => access === "anyone";
const aroundAll = new Set([
  ...endpoints.filter(isOpen),
  ...turnOf(
    endpoints.filter((endpoint) => !isOpen(endpoint)),
    4,
  ),
]);

/** On another version only those of which something is asked there. */
const askedHere = endpoints.filter((endpoint) => once || hasCompany(endpoint) || endpoint.access === "platform-admin");

describe.each(askedHere.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_, endpoint) => {
  testWhere(once && endpoint.access !== "anyone")("tells a signed-out caller to sign in", async () => {
    expectFailure(await call(world.signedOut, endpoint, company), endpoint.signedOut ?? "signed-out");
  });

  testWhere(once && endpoint.access !== "anyone")(
    "opens nothing to a caller who still lacks the second factor",
    async () => {
      expect(world.halfSignedIn.cookie).not.toBe("");
      expectFailure(await call(world.halfSignedIn, endpoint, company), endpoint.signedOut ?? "signed-out");
    },
  );

  testWhere(once && hasCompany(endpoint))(
    "tells an owner which factor their own company misses, and nothing else",
    async () => {
      expectFailure(await call(owner, endpoint, world.strict), "second-factor-required");
    },
  );

  testWhere(once && endpoint.access === "platform-admin")(
    "is closed to a platform admin without a second factor",
    async () => {
      expectFailure(await call(world.careless, endpoint, company), "second-factor-required");
    },
  );

  testWhere(endpoint.access === "platform-admin")("is open to a platform admin, and to no owner", async () => {
    expectFailure(await call(owner, endpoint, company), "forbidden");
    const answer = await call(world.platformAdmin, endpoint, company);
    // What it is about may not be there; the door was passed.
    expect([200, 404]).toContain(answer.status);
  });

  testWhere(once && hasCompany(endpoint))(
    "answers an outsider, and a platform admin, exactly as for a company that does not exist",
    async () => {
      const unknown = await call(world.outsider, endpoint, randomUUID());
      for (const person of [world.outsider, world.platformAdmin]) {
        const foreign = await call(person, endpoint, company);
        expectFailure(foreign, "not-found");
        expect(foreign.body).toEqual(unknown.body);
      }
    },
  );

  testWhere(hasCompany(endpoint))(
    "does for each role what the table of roles says, and refuses the others",
    async () => {
      for (const [role, person] of once ? world.roles : [["owner", owner] as const]) {
        await world.prepare[endpoint.name]?.(person);
        const answer = await call(person, endpoint, company);
        const allowed = can(role, endpoint.access as CompanyAction);
        const code = answer.status < 300 ? "allowed" : (answer.body?.code as string);
        const outcome = passedWith[endpoint.name]?.includes(code) ? "allowed" : code;
        await world.undo[endpoint.name]?.(person);
        expect(`${role}: ${outcome}`, told[code]).toBe(`${role}: ${allowed ? "allowed" : "forbidden"}`);
        // A file is read to its end, so that nothing is still being written down about it; events have none.
        if (endpoint.kind === "download") await answer.response.arrayBuffer();
        else await answer.response.body?.cancel().catch(() => {});
      }
    },
  );

  testWhere(once && aroundAll.has(endpoint))("answers a wrong method with 405 and the right ones", async () => {
    const answer = await owner.send("PUT", world.pathOf(endpoint, company), "{}", {
      "content-type": "application/json",
    });
    expectFailure(answer, "method-not-allowed");
    expect(answer.response.headers.get("allow")).toContain(endpoint.method);
  });

  testWhere(once && writesJson(endpoint) && aroundAll.has(endpoint))(
    "refuses malformed JSON with 400, too much of it with 413, and another type with 415",
    async () => {
      const path = world.pathOf(endpoint, company);
      const json = { "content-type": "application/json" };
      expectFailure(await owner.send(endpoint.method, path, '{"name":', json), "malformed-json");
      const long = "a".repeat(maxJsonBytes(endpoint.kind) + 50_000);
      expectFailure(await owner.send(endpoint.method, path, `{"name":"${long}"}`, json), "too-large");
      expectFailure(
        await owner.send(endpoint.method, path, '{"name":"a"}', { "content-type": "text/plain" }),
        "unsupported-media-type",
      );
    },
  );

  testWhere(once && aroundAll.has(endpoint))("carries the security headers and is never cached", async () => {
    const { response } = await call(world.signedOut, endpoint, company);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    await response.body?.cancel().catch(() => {});
  });
});

testWhere(once)("every endpoint refuses a field it does not know, and changes nothing", async () => {
  await changesNothing(endpoints, async (endpoint) => {
    const answer = await call(owner, endpoint, company, { extra: { surprise: "1" } });
    expectRefusal(endpoint, answer, 400, "invalid-input");
  });
});

testWhere(once)("every write that another site makes the browser send is refused, and changes nothing", async () => {
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ];
  const writes = endpoints.filter(({ method }) => method !== "GET");
  await changesNothing(writes, async (endpoint) => {
    for (const headers of foreign)
      expectRefusal(endpoint, await call(owner, endpoint, company, { headers }), 403, "cross-origin");
  });
});

function expectRefusal({ name }: NamedEndpoint, answer: Answer, status: number, code: string): void {
  expect({ name, status: answer.status, code: answer.body?.code }).toEqual({ name, status, code });
}

/** Asks all of these, and where something changed, each by itself, to name whoever changed it. */
async function changesNothing(
  asked: readonly NamedEndpoint[],
  ask: (endpoint: NamedEndpoint) => Promise<void>,
): Promise<void> {
  const before = await fingerprint();
  for (const endpoint of asked) await ask(endpoint);
  if ((await fingerprint()) === before) return;
  for (const endpoint of asked) {
    const untouched = await fingerprint();
    await ask(endpoint);
    expect(await fingerprint(), endpoint.name).toBe(untouched);
  }
  expect.unreachable("something changed while these were asked, and not again when each was");
}

test("a GET changes nothing in the database", async () => {
  const before = await fingerprint();
  for (const endpoint of endpoints.filter(
    (endpoint) => endpoint.method === "GET" && ["query", "public"].includes(endpoint.kind),
  ))
    await call(owner, endpoint, company);
  expect(await fingerprint()).toBe(before);
});

test("every endpoint of the contract stands in the API document with its access", async () => {
  const document = await (await fetch(`${running.url}/api/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  for (const endpoint of endpoints) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.["x-access"], endpoint.name).toBe(endpoint.access);
  }
  const page = await (await fetch(`${running.url}/api/docs`)).text();
  for (const endpoint of endpoints) expect(page).toContain(`id="${endpoint.name}"`);
});

/** A digest of every row of every table that a company's work lives in: a refused request must not change one. */
async function fingerprint(): Promise<string> {
  const { rows } = await running.database.admin.query<{
    counts: string;
  }>(`SELECT string_agg(format('%s=%s', t, n), ' ' ORDER BY t) AS counts FROM (
    SELECT c.relname AS t, (xpath('/row/n/text()', query_to_xml(format('SELECT md5(string_agg(r::text, chr(10) ORDER BY r::text)) AS n FROM %I.%I r', s.nspname, c.relname), false, true, '')))[1]::text AS n
    FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
    WHERE s.nspname IN ('app', 'auth') AND c.relkind = 'r' AND c.relname NOT IN ('processes', 'rate_limits', 'ledger_checkpoints', 'outbox', 'sessions')) x`);
  return rows[0]!.counts;
}
