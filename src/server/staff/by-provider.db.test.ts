import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signInFailures } from "#contract/sign-in-failures.ts";
import { Browser } from "#tests/support/cookie-browser.ts";
import { OpenIdProvider } from "#tests/support/openid-provider.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { freePort } from "#tests/support/server-process.ts";
import { addToStaff, StaffBrowser } from "#tests/support/staff.ts";

// A provider that proves a work email lets its person in, as a mailed link does.

let provider: OpenIdProvider;
let running: RunningApp;
let owner: Person;
let people = 0;

beforeAll(async () => {
  const port = await freePort();
  provider = await OpenIdProvider.for(`http://localhost:${port}/auth/single-sign-on/callback`);
  running = await runApp({ port, singleSignOn: provider.settings });
  await provider.listen();
  owner = await running.person("Olga");
});
afterAll(async () => {
  await running.close();
  await provider.close();
});
beforeEach(() => running.forgetTries());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const newAddress = () => `ben-${(people += 1)}@acme.test`;
const listed = async (name: string, email: string) => {
  const company = await owner.found(name);
  return { company, id: await addToStaff(owner, company, { name: "Ben Adeyemi", email }) };
};

/** Comes by the provider as whoever has this address there; answers where that led, and with which cookie. */
async function come(email: string, more: Record<string, unknown> = {}) {
  const sub = `sub-${email}`;
  provider.people.set(sub, { email, email_verified: true, name: "Ben", ...more });
  provider.visitor = { sub };
  const browser = new Browser(running.url);
  const end = await browser.open("/auth/single-sign-on/staff");
  const token = browser.jars.get(running.url)?.get("staff");
  return { end, staff: new StaffBrowser(running.url, token === undefined ? "" : `staff=${token}`) };
}
const problemOf = ({ end }: { end: URL }) => [end.pathname, end.searchParams.get("problem")];

describe("a provider that proves the work email of somebody of the staff", () => {
  test("opens their page, makes no account, and the ledger says how they came", async () => {
    const email = newAddress();
    const users = await admin("SELECT count(*) FROM auth.users");
    const { company, id } = await listed("Calder & Finch", email);
    const { end, staff } = await come(email.toUpperCase());
    expect(end.pathname + end.search).toBe("/me");
    const page = await staff.open("/me");
    expect([page.html.includes("Hello, Ben"), page.html.includes("Calder &amp; Finch")]).toEqual([true, true]);
    expect(await admin("SELECT count(*) FROM auth.users")).toEqual(users);
    const [act] = await admin(
      "SELECT actor_id, details::jsonb AS details FROM app.ledger_acts WHERE company_id = $1 AND event = 'staff.signedIn'",
      [company],
    );
    expect(act).toMatchObject({ actor_id: id, details: { sentTo: email, sentBy: null, method: "single-sign-on" } });
  });

  test("is named by what they acknowledge in that session", async () => {
    const email = newAddress();
    const { company, id } = await listed("Acknowledged", email);
    const at = (path: string) => `/companies/${company}${path}`;
    const { body } = await owner.post(at("/policies"), { title: "Access", text: "# Access\n\nText.\n" });
    await owner.post(at(`/policy-versions/${body.open.id}/review`), { revision: 1, quorum: 1 });
    await owner.post(at(`/policy-versions/${body.open.id}/approvals`), { revision: 1 });
    await owner.post(at(`/policy-versions/${body.open.id}/assignments`), { audience: "everyone" });
    const { staff } = await come(email);
    const path = `/me/policies/${body.open.id}`;
    const receipt = await staff.submit(await staff.open(path), path);
    expect(receipt.html).toContain("<dt>Signed in with</dt><dd>Acme &amp; Sons</dd>");
    const rows = await admin(
      "SELECT method, user_id FROM app.acknowledgments WHERE company_id = $1 AND person_id = $2",
      [company, id],
    );
    expect(rows).toEqual([{ method: "single-sign-on", user_id: null }]);
  });

  test("leads to a choice where several companies list the address, and each opens by its own button", async () => {
    const email = newAddress();
    await listed("First & Co", email);
    await listed("Second & Co", email);
    const { end, staff } = await come(email);
    expect(staff.cookie).toBe("");
    const page = await staff.open(end.pathname + end.search);
    expect(page.html).toContain("Open my page at First &amp; Co");
    const second = page.html.slice(page.html.indexOf("<h3>Second"));
    const home = await staff.submit({ html: second }, "/me/link");
    expect(home.html).toContain("Second &amp; Co");
    // What was not chosen is nobody's after ten minutes.
    running.setNow(new Date(Date.now() + 11 * 60_000));
    const late = await new StaffBrowser(running.url).open(end.pathname + end.search);
    expect(late.html).not.toContain("Open my page");
    running.setNow(undefined);
  });
});

describe("nobody is let in", () => {
  test("whom no company lists, or who left", async () => {
    expect(problemOf(await come(newAddress()))).toEqual(["/me", "staff-unlisted"]);
    const email = newAddress();
    const { company, id } = await listed("Left", email);
    await owner.post(`/companies/${company}/registers/people/records/${id}/end`, {
      reason: "Resigned",
      lastDay: new Date().toISOString().slice(0, 10),
    });
    const left = await come(email);
    expect([problemOf(left), left.staff.cookie]).toEqual([["/me", "staff-unlisted"], ""]);
    const page = await left.staff.open(left.end.pathname + left.end.search);
    expect([page.status, page.html.includes(signInFailures["staff-unlisted"].message)]).toEqual([403, true]);
    expect(page.html).toContain('href="/auth/single-sign-on/staff"');
    expect(page.html).toContain("Continue with Acme &amp; Sons");
  });

  test("whose address the provider has not verified, or speaks for without being asked to, or who declines there", async () => {
    const email = newAddress();
    await listed("Unverified", email);
    expect(problemOf(await come(email, { email_verified: false }))).toEqual(["/me", "single-sign-on-unverified"]);
    await listed("Foreign", "ben@foreign.test");
    expect(problemOf(await come("ben@foreign.test"))).toEqual(["/me", "single-sign-on-foreign"]);
    provider.visitor = { sub: "x", declines: true };
    const browser = new Browser(running.url);
    expect(problemOf({ end: await browser.open("/auth/single-sign-on/staff") })).toEqual([
      "/me",
      "single-sign-on-declined",
    ]);
  });

  test("by what was begun for the workspace, nor the other way round", async () => {
    const email = newAddress();
    await listed("Begun", email);
    provider.people.set("sub-w", { email, email_verified: true, name: "Ben" });
    provider.visitor = { sub: "sub-w" };
    const browser = new Browser(running.url);
    expect((await browser.signIn()).pathname).toBe("/dashboard");
    expect(browser.jars.get(running.url)?.get("staff")).toBeUndefined();
    const { end, staff } = await come(email);
    expect([end.pathname, staff.cookie === ""]).toEqual(["/me", false]);
  });
});
