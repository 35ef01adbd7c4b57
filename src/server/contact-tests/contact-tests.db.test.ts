import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { StaffBrowser } from "#tests/support/staff.ts";

// Exhibit mails a link to a published contact, and only a press on its page says that somebody reads it.

let running: RunningApp;
let owner: Person;
let member: Person;
let company: string;
let site: string;
let sites = 0;
const at = (path: string) => `/companies/${company}${path}`;
const query = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const address = () => `security-${sites}@calder.test`;
const given = (more: object = {}) => ({
  systemId: site,
  contact: "https://calder.test/.well-known/security.txt",
  email: address(),
  ...more,
});
const recordAt = (id: string) => at(`/registers/tests/records/${id}`);
const change = (id: string, fields: object) =>
  owner.send("PATCH", recordAt(id), JSON.stringify({ version: 1, fields }), { "content-type": "application/json" });
const record = async (id: string) => (await owner.get(recordAt(id))).body;
const browser = () => new StaffBrowser(running.url);
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Calder & Finch");
  member = await running.person("Mel");
  await addMember(running, company, member.id, "member");
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  await running.forgetTries();
  await query("UPDATE app.company_members SET role = 'member' WHERE user_id = $1", [member.id]);
  sites += 1;
  site = (await owner.post(at("/systems"), { name: `s${sites}.calder.test`, kinds: ["site"] })).body.id;
});

/** Sends a test as the member; answers with its record and the link's path. */
async function send(more: object = {}) {
  const { status, body } = await member.post(at("/contact-tests"), given(more));
  expect(status, JSON.stringify(body)).toBe(200);
  await running.app.runTasks();
  const mail = running.mails.findLast(({ to }) => to === address())!;
  const [, path] = /(\/me\/contact\?token=[\w-]{43})/.exec(mail.text)!;
  return { id: body.id as string, path: path!, mail };
}
const press = async (path: string) => browser().submit(await browser().open(path), "/me/contact");

test("the mail names company and site, and leads nowhere else; the record says where it went, and waits", async () => {
  const { id, mail, path } = await send();
  expect(mail.subject).toBe("Calder & Finch: is this your contact for security reports?");
  expect(mail.text).toContain(`s${sites}.calder.test`);
  expect(mail.text).not.toContain("security.txt");
  const { fields, state } = await record(id);
  expect(state).toBe("waiting");
  expect(fields).toMatchObject({ kind: "disclosure", systemIds: [site], sentFor: [site], sentTo: address() });
  expect(fields.result).toMatch(/^Waiting for an answer until \d{4}-\d{2}-\d{2}\.$/);
  expect(fields).not.toHaveProperty("answeredAt");
  const token = path.split("=")[1]!;
  expect(fields.linkDigest).toBe(createHash("sha256").update(token).digest("hex"));
});

describe("an answer", () => {
  test("is a press, not what a mail scanner opens; it is recorded once, with an entry of the ledger", async () => {
    const { id, path } = await send();
    const count = async () =>
      (await query("SELECT seq FROM app.ledger_acts WHERE event = 'record.answered' AND subject = $1", [id])).length;
    for (const method of ["GET", "HEAD"]) await fetch(running.url + path, { method });
    expect([(await record(id)).version, await count()]).toEqual([1, 0]);
    const pressed = await Promise.all([press(path), press(path).catch(() => undefined)]);
    expect(pressed[0]!.html).toContain("Thank you");
    const again = await browser().open(path);
    expect([again.status, again.html.includes("Thank you")]).toEqual([200, true]);
    const after = await record(id);
    expect(after.fields).toMatchObject({ result: "Answered.", answeredAt: expect.stringMatching(/Z$/) });
    expect([after.version, await count()]).toEqual([2, 1]);
    const [entry] = await query(
      "SELECT e.seq FROM app.ledger_entries e JOIN app.ledger_acts a USING (company_id, seq) WHERE a.subject = $1 AND a.event = 'record.answered'",
      [id],
    );
    expect(entry).toBeDefined();
  });

  test("is Exhibit's in the history of the record, which one person added by itself", async () => {
    const { id, path } = await send();
    await press(path);
    const history: { kind: string; bulk: boolean; by: { name: string } }[] = (await record(id)).history;
    expect(history.map(({ kind, bulk, by }) => [kind, bulk, by.name])).toEqual([
      ["changed", false, "Exhibit"],
      ["added", false, expect.stringContaining("Mel")],
    ]);
  });

  test("leaves the approval of whoever looked at where it was sent", async () => {
    const { id, path } = await send();
    expect((await owner.post(`${recordAt(id)}/approval`, { version: 1 })).status).toBe(200);
    await press(path);
    const after = await record(id);
    expect([after.state, after.version]).toEqual(["open", 3]);
  });

  test("is kept also where the company has used up its changes of the day", async () => {
    const { id, path } = await send();
    const used =
      "INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, 'records', 0) ON CONFLICT (company_id, key) DO UPDATE SET most = 0";
    await query(used, [company]);
    try {
      expect((await change(id, { title: "Another" })).status).toBe(429);
      expect((await press(path)).html).toContain("Thank you");
      expect((await record(id)).fields).toMatchObject({ result: "Answered." });
    } finally {
      await query("DELETE FROM app.limit_overrides WHERE company_id = $1 AND key = 'records'", [company]);
    }
  });

  test("is typed by nobody", async () => {
    const { id } = await send();
    for (const fields of [{ answeredAt: new Date().toISOString() }, { sentTo: "me@calder.test" }, { sentFor: [] }])
      expect((await change(id, fields)).status).toBe(400);
    const typed = { title: "Typed", kind: "disclosure", doneOn: "2026-01-05", by: "inside", systemIds: [site] };
    const fields = { ...typed, contact: "https://calder.test/security" };
    const { body } = await owner.post(at("/registers/tests/records"), { fields });
    expect(JSON.stringify(body)).toContain("Answered is missing. Or let Exhibit send the test.");
  });
});

describe("a link ends", () => {
  const edit = async (id: string) => {
    const fields = { contact: "https://calder.test/elsewhere" };
    expect((await change(id, fields)).status).toBe(200);
  };
  test.each<[string, (id: string) => unknown]>([
    ["after 14 days", () => running.setNow(days(14))],
    [
      "with the rights of who sent it",
      () => query("UPDATE app.company_members SET role = 'viewer' WHERE user_id = $1", [member.id]),
    ],
    ["when the contact changes", edit],
    [
      "with its site",
      () => query("UPDATE app.systems SET removed_at = now(), removed_by = added_by WHERE id = $1", [site]),
    ],
    ["with its record", (id) => owner.post(`${recordAt(id)}/end`, { reason: "Entered by mistake" })],
  ])("%s", async (_, end) => {
    const { id, path } = await send();
    await end(id);
    const page = await browser().open(path);
    expect([page.status, page.html.includes("It Arrived")]).toEqual([410, false]);
    const token = path.split("=")[1]!;
    expect((await browser().post("/me/contact", { link: token })).status).toBe(410);
    const { rows } = await running.database.admin.query(
      "SELECT fields ? 'answeredAt' AS answered FROM app.records WHERE id = $1",
      [id],
    );
    expect(rows[0].answered).toBe(false);
  });

  test("and a code that never was one is not told from any other", async () => {
    const pages = await Promise.all(
      ["A".repeat(43), "short", "", "../x"].map((token) =>
        browser().open(`/me/contact?token=${encodeURIComponent(token)}`),
      ),
    );
    expect(new Set(pages.map(({ status, html }) => `${status} ${html.replace(/nonce="[^"]*"/g, "")}`)).size).toBe(1);
    expect(pages[0]!.status).toBe(404);
  });
});

test("the mail names no website that is not of the contact's domain: whoever adds one may type anything", async () => {
  const typed = (await owner.post(at("/systems"), { name: "Sign in at evil.example/now", kinds: ["site"] })).body.id;
  await send({ systemId: typed });
  expect(running.mails.findLast(({ to }) => to === address())!.text).not.toContain("evil.example");
});

test("one that nobody answered and nobody approved is taken back by two: who ends it, and another who approves that", async () => {
  const { id } = await send();
  const ended = (await member.post(`${recordAt(id)}/end`, { reason: "Entered by mistake" })).body;
  expect(ended.ended).toMatchObject({ waiting: true });
  expect((await member.post(`${recordAt(id)}/approval`, { version: ended.version })).status).not.toBe(200);
  const approved = await owner.post(`${recordAt(id)}/approval`, { version: ended.version });
  expect([approved.status, approved.body.ended.approval]).toMatchObject([200, { alone: false }]);
});

describe("is sent", () => {
  test("to one contact of a site at a time, and again once that was withdrawn", async () => {
    const { id } = await send();
    expect((await member.post(at("/contact-tests"), given())).body.code).toBe("contact-test-waiting");
    await owner.post(`${recordAt(id)}/end`, { reason: "Entered by mistake" });
    await send();
  });

  test("for public websites in scope alone", async () => {
    const cloud = (await owner.post(at("/systems"), { name: `AWS ${sites}`, kinds: ["cloud"] })).body.id;
    expect((await member.post(at("/contact-tests"), given({ systemId: cloud }))).body.code).toBe("contact-test-site");
    const stranger = await running.person("Sam");
    const elsewhere = await stranger.found("Elsewhere");
    const theirs = await stranger.post(`/companies/${elsewhere}/contact-tests`, given());
    expect(theirs.body.code).toBe("contact-test-site");
    expect(running.mails.filter(({ to }) => to === address())).toEqual([]);
  });

  test("by nobody who only reads", async () => {
    await query("UPDATE app.company_members SET role = 'viewer' WHERE user_id = $1", [member.id]);
    expect((await member.post(at("/contact-tests"), given())).status).toBe(403);
  });

  test("ten times a day by a company, and twice to one address", async () => {
    const tried = async (email: string) => {
      const other = (await owner.post(at("/systems"), { name: `${email}-${Math.random()}`, kinds: ["site"] })).body.id;
      return (await member.post(at("/contact-tests"), given({ systemId: other, email }))).status;
    };
    expect([await tried("one@calder.test"), await tried("ONE@calder.test"), await tried("one@calder.test")]).toEqual([
      200, 200, 429,
    ]);
    const rest = [];
    for (let count = 0; count < 10; count += 1) rest.push(await tried(`other-${count}@calder.test`));
    expect(rest.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});
