import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffRoutes } from "#server/staff/pages/staff-pages.ts";
import type { StaffPageDeps } from "#server/staff/pages/page.ts";
import type { Person } from "../support/person.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";
import { addToStaff, fieldsOf, signInStaff, StaffBrowser } from "../support/staff.ts";

// Every page of the staff portal: asked by nobody, by members and by staff of another company. What a route does is never called here:
// the list alone is read.
const routes = staffRoutes({} as StaffPageDeps).map(({ method, path, access }) => ({ method, path, access }));
const ofStaff = routes.filter(({ access }) => access === "staff");

let running: RunningApp;
let owner: Person;
let company: string;
let mine: StaffBrowser;
let theirs: StaffBrowser;
let colleague: StaffBrowser;
/** What belongs to the one person, by the name of its parameter. */
const owned: Record<string, string> = { course: "security" };

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Swept");
  const stranger = await running.person("Sam");
  const elsewhere = await stranger.found("Elsewhere");
  const come = async (by: Person, to: string, email: string) => {
    const id = await addToStaff(by, to, { name: "Ben Swept", email });
    return { id, browser: await signInStaff(running, by, to, id, email) };
  };
  const ben = await come(owner, company, "ben@swept.test");
  mine = ben.browser;
  theirs = (await come(stranger, elsewhere, "ben@elsewhere.test")).browser;
  colleague = (await come(owner, company, "cleo@swept.test")).browser;
  const quiz = await mine.submit(await mine.open("/me/training/security"), "/me/training/security/quiz");
  const path = /action="\/me\/quiz\/([^"]+)"/.exec(quiz.html)![1]!;
  const answers = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`a${at}`, "0"]));
  const done = await mine.submit(quiz, `/me/quiz/${path}`, answers);
  const { rows } = await running.database.admin.query("SELECT id FROM app.completions");
  Object.assign(owned, {
    quiz: path,
    completion: rows[0].id,
    version: await assignedPolicy(),
    hold: await heldBy(ben.id),
    device: await assignedTo(ben.id),
  });
  expect(done.status).toBe(200);
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

async function heldBy(custodian: string): Promise<string> {
  const fields = { title: "Swept", custodianIds: [custodian], startsOn: "2026-01-05" };
  return (await owner.post(`/companies/${company}/registers/legal-holds/records`, { fields })).body.id;
}

async function assignedTo(holderId: string): Promise<string> {
  const fields = { name: "Swept laptop", kind: "laptop", holderId };
  return (await owner.post(`/companies/${company}/registers/devices/records`, { fields })).body.id;
}

async function assignedPolicy(): Promise<string> {
  const at = (path: string) => `/companies/${company}${path}`;
  const { body } = await owner.post(at("/policies"), { title: "Swept", text: "# Swept\n\nText.\n" });
  await owner.post(at(`/policy-versions/${body.open.id}/review`), { revision: 1, quorum: 1 });
  await owner.post(at(`/policy-versions/${body.open.id}/approvals`), { revision: 1 });
  await owner.post(at(`/policy-versions/${body.open.id}/assignments`), { audience: "everyone" });
  return body.open.id;
}

/** What whoever it is of has only once they passed, or acknowledged. */
const NOT_YET = ["/me/completions/:completion/certificate", "/me/policies/:version/receipt"];
const fill = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID());
const state = async () =>
  (
    await running.database.admin.query(
      "SELECT (SELECT count(*) FROM app.ledger_acts) AS acts, (SELECT count(*) FROM app.quiz_attempts) AS quizzes, (SELECT count(*) FROM app.staff_sessions WHERE expires_at > now()) AS sessions",
    )
  ).rows[0];

test("the list has every parameter that the sweep fills, and pages of both kinds", () => {
  const named = new Set(routes.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)));
  expect([...named].toSorted()).toEqual(Object.keys(owned).toSorted());
  expect(ofStaff.length).toBeGreaterThan(8);
});

describe.each(ofStaff.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_, { method, path }) => {
    const ask = async (browser: StaffBrowser, fields: Record<string, string> = {}) =>
      method === "GET" ? await browser.open(fill(path, owned)) : await browser.post(fill(path, owned), fields);

    test("leads nobody but staff anywhere, members of the company included, and changes nothing", async () => {
      const before = await state();
      for (const cookie of ["", owner.cookie, "staff=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]) {
        const page = await ask(new StaffBrowser(running.url, cookie));
        expect([page.status, page.html.includes("Email me a link")], cookie).toEqual([200, true]);
      }
      expect(await state()).toEqual(before);
    });

    test("answers whoever it is of", async () => {
      if (method === "POST") return;
      expect((await ask(mine)).status).toBe(NOT_YET.includes(path) ? 404 : 200);
    });

    test("shows staff of another company nothing that is not theirs", async () => {
      if (!/:(quiz|completion|version|hold|device)/.test(path)) return;
      const token = fieldsOf(await theirs.open("/me"), "/me/sign-out")["token"]!;
      expect((await ask(theirs, { token })).status).toBe(404);
    });

    test("shows a colleague nothing that is one person's own, and takes nothing for them", async () => {
      if (!/:(quiz|completion|hold|device)/.test(path)) return;
      const before = await state();
      const token = fieldsOf(await colleague.open("/me"), "/me/sign-out")["token"]!;
      expect((await ask(colleague, { token })).status).toBe(404);
      expect(await state()).toEqual(before);
    });

    test("takes no form from another site, and none that was made for another session", async () => {
      if (method === "GET") return;
      const before = await state();
      const other = fieldsOf(await theirs.open("/me"), "/me/sign-out")["token"]!;
      const own = fieldsOf(await mine.open("/me"), "/me/sign-out")["token"]!;
      const foreign: Record<string, string>[] = [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "none" },
      ];
      for (const headers of foreign)
        expect((await mine.post(fill(path, owned), { token: own }, headers)).status).toBe(403);
      for (const fields of [{}, { token: other }] as Record<string, string>[])
        expect((await mine.post(fill(path, owned), fields)).status).toBe(403);
      expect(await state()).toEqual(before);
    });
  },
);

test("every page is kept nowhere, found by nobody, and framed by none", async () => {
  for (const { method, path } of routes) {
    if (method === "POST") continue;
    const { headers } = (await mine.open(fill(path, owned))).response;
    expect(headers.get("cache-control"), path).toBe("no-store");
    expect(headers.get("x-robots-tag"), path).toBe("noindex");
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
  }
});
