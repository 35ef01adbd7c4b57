import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, fieldsOf, linkTokenOf, signInStaff, StaffBrowser } from "#tests/support/staff.ts";

let running: RunningApp;
let owner: Person;
let company: string;
let people = 0;
const of = (path: string) => `/companies/${company}/staff${path}`;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Calder & Finch");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

async function someone(fields: { endsAt?: string } = {}) {
  people += 1;
  const email = `ben-${people}@calder.test`;
  return { email, id: await addToStaff(owner, company, { name: "Ben Adeyemi", email, ...fields }) };
}

async function linkTo({ id, email }: { id: string; email: string }): Promise<string> {
  expect((await owner.post(of("/links"), { personIds: [id] })).body).toEqual({
    sent: 1,
    skipped: [],
    unvouched: [],
    reasons: [],
  });
  await running.app.runTasks();
  return linkTokenOf(running.mails, email);
}

async function correctAddress(id: string, email: string): Promise<void> {
  const body = JSON.stringify({ version: 1, fields: { email } });
  const path = `/companies/${company}/registers/people/records/${id}`;
  expect((await owner.send("PATCH", path, body, { "content-type": "application/json" })).status).toBe(200);
}

const acts = async (event: string) =>
  (
    await running.database.admin.query(
      "SELECT actor_id, details::jsonb AS details FROM app.ledger_acts WHERE event = $1",
      [event],
    )
  ).rows;

describe("a mailed link", () => {
  test("is spent by its button and by nothing else: opening its page any number of times leaves it good", async () => {
    const token = await linkTo(await someone());
    const scanner = new StaffBrowser(running.url);
    for (let time = 0; time < 3; time += 1) {
      const page = await scanner.open(`/me/link?token=${token}`);
      expect([page.status, page.html.includes("Hello, Ben")]).toEqual([200, true]);
      expect((await fetch(`${running.url}/me/link?token=${token}`, { method: "HEAD" })).status).toBe(200);
    }
    expect(scanner.cookie).toBe("");
    const browser = new StaffBrowser(running.url);
    const page = await browser.open(`/me/link?token=${token}`);
    const home = await browser.submit(page, "/me/link");
    expect([home.status, home.html.includes("Hello, Ben"), home.html.includes("Calder &amp; Finch")]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await acts("staff.signedIn")).at(-1).details).toMatchObject({
      number: expect.stringMatching(/^PER-\d+$/),
      sentTo: expect.stringMatching(/^ben-\d+@calder\.test$/),
      sentBy: owner.id,
    });
  });

  test("works once, for seven days, and ends when a newer one is sent", async () => {
    const ben = await someone();
    const first = await linkTo(ben);
    const second = await linkTo(ben);
    const browser = new StaffBrowser(running.url);
    expect((await browser.post("/me/link", { link: first })).status).toBe(410);
    expect((await browser.post("/me/link", { link: second })).status).toBe(200);
    const again = new StaffBrowser(running.url);
    const used = await again.post("/me/link", { link: second });
    expect([used.status, used.html.includes("used before"), again.cookie]).toEqual([410, true, ""]);
    const third = await linkTo(ben);
    running.setNow(new Date(Date.now() + 7 * 86_400_000 + 60_000));
    expect((await again.post("/me/link", { link: third })).status).toBe(410);
    running.setNow(undefined);
    const answers = await Promise.all([
      again.post("/me/link", { link: third }),
      new StaffBrowser(running.url).post("/me/link", { link: third }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  });

  test("that was forwarded or is old gets a new one, to the address that it was mailed to and to no other", async () => {
    const ben = await someone();
    const token = await linkTo(ben);
    await new StaffBrowser(running.url).post("/me/link", { link: token });
    const before = running.mails.length;
    const other = new StaffBrowser(running.url);
    const page = await other.post("/me/link", { link: token });
    expect(
      (await other.post("/me/link/new", { ...fieldsOf(page, "/me/link/new"), email: "thief@evil.test" })).status,
    ).toBe(200);
    await running.app.runTasks();
    expect(running.mails.slice(before).map(({ to }) => to)).toEqual([ben.email]);
    expect(other.cookie).toBe("");
  });

  test("is asked for by address, and the answer is the same for one that nobody has", async () => {
    const ben = await someone();
    const browser = new StaffBrowser(running.url);
    const answers = [];
    for (const email of [ben.email.toUpperCase(), "nobody@calder.test"])
      answers.push(await browser.post("/me/link/new", { email }));
    expect(answers[0]!.html).toBe(answers[1]!.html);
    const before = running.mails.length;
    await running.app.runTasks();
    expect(running.mails.slice(before).map(({ to }) => to)).toEqual([ben.email]);
    expect((await browser.post("/me/link", { link: linkTokenOf(running.mails, ben.email) })).status).toBe(200);
    expect((await browser.post("/me/link/new", { email: "no address" })).status).toBe(400);
  });

  test("stays good where a further one is not mailed, because the address had its mails of the day", async () => {
    const ben = await someone();
    for (let sent = 0; sent < 4; sent++) await linkTo(ben);
    const token = await linkTo(ben);
    const other = await someone();
    const again = await owner.post(of("/links"), { personIds: [ben.id, other.id] });
    expect(again.body).toEqual({
      sent: 1,
      skipped: [ben.id],
      unvouched: [],
      reasons: [{ personId: ben.id, why: "mailed" }],
    });
    expect((await new StaffBrowser(running.url).post("/me/link", { link: token })).status).toBe(200);
  });

  test("is not sent to somebody who left, has no address, or is nobody; and members who manage nothing send none", async () => {
    const gone = await someone({ endsAt: "2021-01-01T00:00:00.000Z" });
    const silent = await addToStaff(owner, company, { name: "No Address" });
    const answer = await owner.post(of("/links"), { personIds: [gone.id, silent, owner.id] });
    expect([answer.status, answer.body.code]).toEqual([422, "staff-nobody"]);
    const ben = await someone();
    expect((await owner.post(of("/links"), { personIds: [ben.id, silent] })).body).toEqual({
      sent: 1,
      skipped: [silent],
      unvouched: [],
      reasons: [{ personId: silent, why: "no email" }],
    });
    expect((await owner.post(of("/links"), { personIds: [ben.id, gone.id, owner.id] })).body.reasons).toEqual(
      [gone.id, owner.id].map((personId) => ({ personId, why: "gone" })),
    );
    const member = await running.person("Mel");
    await addMember(running, company, member.id, "member");
    expect((await member.post(of("/links"), { personIds: [ben.id] })).body.code).toBe("forbidden");
    expect((await member.get(of(""))).body.code).toBe("forbidden");
  });
});

test("where two people have one address, no link is sent or asked for, and one that was sent opens nothing", async () => {
  const ben = await someone();
  const token = await linkTo(ben);
  const twin = await addToStaff(owner, company, { name: "Twin", email: ben.email.toUpperCase() });
  const refused = await owner.post(of("/links"), { personIds: [ben.id, twin] });
  expect([refused.status, refused.body.code]).toEqual([422, "staff-nobody"]);
  const page = await new StaffBrowser(running.url).open(`/me/link?token=${token}`);
  expect(page.html).not.toContain("Hello, Ben");
});

test("somebody past their last day is no second person of an address, although nobody ended their record", async () => {
  const ben = await someone();
  const before = { name: "Before", email: ben.email, endsAt: "2026-01-01T00:00:00.000Z" };
  await addToStaff(owner, company, before);
  const token = await linkTo(ben);
  expect((await new StaffBrowser(running.url).open(`/me/link?token=${token}`)).html).toContain("Ben");
  const browser = await signInStaff(running, owner, company, ben.id, ben.email);
  expect((await browser.open("/me")).html).toContain("Hello, Ben");
});

describe("a session of staff", () => {
  test("lasts twelve hours, and can be ended", async () => {
    const ben = await someone();
    const browser = await signInStaff(running, owner, company, ben.id, ben.email);
    running.setNow(new Date(Date.now() + 12 * 3_600_000 - 60_000));
    expect((await browser.open("/me")).html).toContain("Hello, Ben");
    running.setNow(new Date(Date.now() + 12 * 3_600_000 + 60_000));
    expect((await browser.open("/me")).html).toContain("Email me a link");
    running.setNow(undefined);
    const kept = browser.cookie;
    await browser.submit(await browser.open("/me"), "/me/sign-out");
    expect(browser.cookie).toBe("");
    expect((await new StaffBrowser(running.url, kept).open("/me")).html).toContain("Email me a link");
  });

  test("ends with the person, and so do their links; the history stays", async () => {
    const ben = await someone();
    const browser = await signInStaff(running, owner, company, ben.id, ben.email);
    const waiting = await linkTo(ben);
    const { body } = await owner.post(`/companies/${company}/registers/people/records/${ben.id}/end`, {
      reason: "Resigned",
      lastDay: new Date().toISOString().slice(0, 10),
    });
    expect(body.state).toBe("ended");
    expect((await browser.open("/me")).html).toContain("Email me a link");
    expect((await browser.post("/me/link", { link: waiting })).status).toBe(404);
    const before = running.mails.length;
    await browser.post("/me/link/new", { email: ben.email });
    await running.app.runTasks();
    expect(running.mails.slice(before)).toEqual([]);
    expect(
      (await owner.get(of(""))).body.filter(({ personId }: { personId: string }) => personId === ben.id),
    ).toMatchObject([{ signedInAt: expect.any(String) }]);
  });

  test("ends once the address it was opened by is not the person's any more, or somebody else's as well", async () => {
    const [ben, eve] = [await someone(), await someone()];
    const browsers = [];
    for (const { id, email } of [ben, eve]) browsers.push(await signInStaff(running, owner, company, id, email));
    await correctAddress(ben.id, "corrected@calder.test");
    const twin = await addToStaff(owner, company, { name: "Twin", email: eve.email });
    for (const browser of browsers) expect((await browser.open("/me")).html).toContain("Email me a link");
    await owner.post(`/companies/${company}/registers/people/records/${twin}/end`, { reason: "Listed twice" });
    expect((await browsers[1]!.open("/me")).html).toContain("Hello, Ben");
  });

  test("an office behind one client address opens its links and asks for new ones, and one company's mails leave another its own", async () => {
    const browser = new StaffBrowser(running.url);
    const answers = new Set<number>();
    for (let time = 0; time < 200; time += 1)
      answers.add((await browser.post("/me/link", { link: `${"x".repeat(40)}${100 + time}` })).status);
    expect([...answers]).toEqual([404]);
    const ben = await someone();
    for (let time = 0; time < 5; time += 1) await linkTo(ben);
    const last = await owner.post(of("/links"), { personIds: [ben.id] });
    expect([last.status, last.body.code]).toEqual([422, "staff-nobody"]);
    const other = await running.person("Otto");
    const elsewhere = await other.found("Another Firm");
    const id = await addToStaff(other, elsewhere, { name: "Ben Adeyemi", email: ben.email });
    const sent = await other.post(`/companies/${elsewhere}/staff/links`, { personIds: [id] });
    expect(sent.body).toEqual({ sent: 1, skipped: [], unvouched: [], reasons: [] });
  });

  test("a link that was mailed to an address which is no longer the person's opens nothing", async () => {
    const ben = await someone();
    const token = await linkTo(ben);
    await correctAddress(ben.id, "other@calder.test");
    expect((await new StaffBrowser(running.url).post("/me/link", { link: token })).status).toBe(404);
  });

  test("takes forms from pages of the same session alone", async () => {
    const [ben, eve] = [await someone(), await someone()];
    const browser = await signInStaff(running, owner, company, ben.id, ben.email);
    const other = await signInStaff(running, owner, company, eve.id, eve.email);
    const theirs = fieldsOf(await other.open("/me"), "/me/sign-out");
    for (const fields of [{}, theirs] as Record<string, string>[])
      expect((await browser.post("/me/sign-out", fields)).status).toBe(403);
    const own = fieldsOf(await browser.open("/me"), "/me/sign-out");
    expect((await browser.post("/me/sign-out", own, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await browser.post("/me/sign-out", { ...own, more: "x" })).status).toBe(400);
    expect((await browser.open("/me")).html).toContain("Hello, Ben");
  });
});
