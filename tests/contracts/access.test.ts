import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { Person } from "../support/person.ts";
import type { Answer } from "../support/person.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";
import { solvedChallenge } from "../support/solve-challenge.ts";
import { testWhere } from "../support/test-where.ts";

// Every endpoint by which somebody gets in, or gets at an account without being in it. One that is new is in this sweep,
// and fails it, until its author has said what an unknown account is answered.
let running: RunningApp;
let known: Person;
beforeAll(async () => {
  running = await runApp();
  known = await running.person("Known");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

const names = { firstName: "A", lastName: "B" };
/** What each is asked with an address that is known, or not; those without an address name nobody. */
const inputs: Record<string, (email: string) => Record<string, unknown>> = {
  "session.signUp": (email) => ({ ...names, email, password: "Right-horse-7" }),
  "session.resendConfirmation": (email) => ({ email }),
  "session.confirmEmail": () => ({ token: "unknown" }),
  "session.checkConfirmation": () => ({ token: "unknown" }),
  "session.signIn": (email) => ({ email, password: "Wrong-horse-7" }),
  "session.sendMagicLink": (email) => ({ email }),
  "session.useMagicLink": () => ({ token: "unknown" }),
  "session.sendReset": (email) => ({ email }),
  "session.checkReset": () => ({ token: "unknown" }),
  "session.checkInvitation": () => ({ token: "unknown" }),
  "session.resetPassword": () => ({ token: "unknown", password: "Right-horse-7" }),
  "session.signOut": () => ({}),
  "secondFactor.verify": () => ({ code: "000000" }),
  "passkeys.beginSignIn": () => ({}),
  "passkeys.signIn": () => ({ credential: {} }),
  "passkeys.beginSecondFactor": () => ({}),
  "passkeys.useSecondFactor": () => ({ credential: {} }),
};
/** What opens nothing and mails nobody; a flood of it is what the general limit is for. */
const unlimited = ["session.signOut"];

const doors = endpoints.filter(
  ({ access, method, name }) =>
    access === "anyone" && method !== "GET" && /^(session|secondFactor|passkeys)\./.test(name),
);

const asksForProof = ({ fails }: NamedEndpoint) => fails.includes("verification-required");

async function knock(
  endpoint: NamedEndpoint,
  email: string,
  {
    verification,
    headers = {},
    from = "x",
  }: { verification?: string; headers?: Record<string, string>; from?: string } = {},
): Promise<Answer> {
  const proof = asksForProof(endpoint) ? { verification: verification ?? (await solvedChallenge(running.url)) } : {};
  return await new Person(running.url, from, email).post(
    endpoint.path,
    { ...inputs[endpoint.name]!(email), ...proof },
    headers,
  );
}

const refusal = ({ status, body }: Answer) => ({ status, message: body.message as string });
const saying = (name: FailureName) => ({ status: failures[name].status, message: failures[name].message });

test("the contract test knows every door", () => {
  expect(doors.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort());
});

describe.each(doors.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (name, endpoint) => {
  testWhere(asksForProof(endpoint))(
    "without a solved challenge nothing is looked at, and nothing is counted",
    async () => {
      const before = await state();
      for (const [verification, failure] of [
        ["", "verification-required"],
        ["not solved", "verification-failed"],
      ] as const) {
        for (const email of [known.email, "nobody@example.test"])
          expect(refusal(await knock(endpoint, email, { verification }))).toEqual(saying(failure));
      }
      expect(await state()).toBe(before);
    },
  );

  testWhere(asksForProof(endpoint))("a challenge is good once, and not after it expired", async () => {
    const verification = await solvedChallenge(running.url);
    const first = await knock(endpoint, known.email, { verification });
    expect(first.body.code ?? "answered").not.toMatch(/^verification/);
    expect(refusal(await knock(endpoint, known.email, { verification }))).toEqual(saying("verification-failed"));
    const old = await solvedChallenge(running.url);
    running.setNow(new Date(Date.now() + 11 * 60_000));
    expect(refusal(await knock(endpoint, known.email, { verification: old }))).toEqual(saying("verification-expired"));
    running.setNow(undefined);
  });

  test("from another site it is refused, and nothing changes", async () => {
    const before = await state();
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
    ] as Record<string, string>[])
      expect(refusal(await knock(endpoint, known.email, { headers }))).toEqual(saying("cross-origin"));
    expect(await state()).toBe(before);
  });

  testWhere(!unlimited.includes(name))(
    "too many tries are refused, with the seconds to wait, for a known and an unknown account alike",
    async () => {
      await knock(endpoint, known.email);
      await running.database.admin.query("UPDATE app.rate_limits SET tries = 1000000 WHERE key LIKE $1", [`${name}|%`]);
      // The door itself is shut; what lies behind it does not matter any more.
      for (const email of [known.email, "nobody@example.test"]) {
        const answer = await knock(endpoint, email, { verification: "not solved" });
        expect(refusal(answer)).toEqual(saying("too-many-requests"));
        expect(Number(answer.response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
    },
  );

  test("an unknown account is answered exactly as a known one", async () => {
    const [first, other] = [await knock(endpoint, known.email), await knock(endpoint, "nobody@example.test")];
    const plain = ({ status, body, response }: Answer, email: string) => ({
      status,
      body: JSON.stringify(body)
        .replaceAll(email, "EMAIL")
        .replaceAll(/[\w-]{43}/g, "TOKEN"),
      headers: [...response.headers.keys()].sort(),
    });
    expect(plain(first, known.email)).toEqual(plain(other, "nobody@example.test"));
  });
});

/** What is there: accounts, sessions, links, and who asked for one. */
async function state(): Promise<string> {
  const tables = ["users", "passwords", "sessions", "one_time_links", "link_requests", "sign_ins", "ceremonies"];
  const counts = tables.map((table) => `(SELECT count(*) FROM auth.${table})`).join(" || ' ' || ");
  const { rows } = await running.database.admin.query<{ state: string }>(`SELECT ${counts} || ' ' ||
    (SELECT count(*) FROM app.rate_limits WHERE key LIKE 'sign-in%') AS state`);
  return rows[0]!.state;
}
