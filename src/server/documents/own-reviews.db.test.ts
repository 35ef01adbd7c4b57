import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { asCaller } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { documentFacts } from "./document-facts.ts";

// What its own filer reviewed, because nobody else could, counts for a month after somebody else can.

let running: RunningApp;
let olga: Person;
let mia: Person;
let vera: Person;
let company: string;
let filingId: string;

const STANDARD = "auth.authentication-standard";
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;
const join = (person: Person, role: string, days: number) =>
  admin("INSERT INTO app.company_members (company_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)", [
    company,
    person.id,
    role,
    ago(days),
  ]);
const accept = (person: Person) => person.post(at(`/document-filings/${filingId}/acceptance`), {});
const documentOf = async (person = olga) =>
  (await person.get(at("/documents?control=XC-08"))).body.find(({ id }: { id: string }) => id === STANDARD);
/** Since when another could review the newest filing, as of a size of the ledger, or now. */
const since = async (size: number | null = null, tenant = company, caller = olga.id) =>
  await asCaller(running.database.databases.user, { userId: caller, companyId: tenant }, async (tx) => {
    const facts = await callFunction(tx, "app.document_facts", [company, size, null, new Date()]);
    const [filing] = documentFacts.parse(facts).filings;
    return filing?.own === true ? filing.anotherSince : "another reviewed";
  });
const sizeNow = async () =>
  Number((await admin("SELECT size FROM app.ledger_heads WHERE company_id = $1", [company]))[0].size);

const file = async (name: string) => {
  const asked = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-08" });
  const evidenceId = (await olga.upload(at(`/evidence?${asked}`), randomUUID())).body.id;
  const period = { from: dayOf(ago(30)), to: dayOf(ago(0)) };
  const filings = at(`/controls/XC-08/documents/${STANDARD}/filings`);
  filingId = (await olga.post(filings, { evidenceId, ...period })).body.filingId;
};
/** Seals the registers so many minutes from now; answers with the accounts that they say are one person's, and that were. */
async function sealed(minutes: number) {
  running.setNow(new Date(Date.now() + minutes * 60_000));
  await running.app.runTasks();
  running.setNow(undefined);
  const [run] = await admin(
    "SELECT same_accounts, same_before FROM app.register_runs WHERE company_id = $1 ORDER BY ledger_index DESC LIMIT 1",
    [company],
  );
  // Their records of People are one person's, too.
  const accounts = (own: string[]) => own.filter((id) => [olga.id, mia.id, vera.id].includes(id)).toSorted();
  const before = run.same_before.map((own: { accounts: string[] }) => accounts(own.accounts));
  return { now: run.same_accounts.map(accounts), before };
}
const both = () => [olga.id, mia.id].toSorted();
/** Seals the registers, which say that Olga and Mia are one person; answers with the record that says so of Mia. */
async function seal(): Promise<string> {
  const ids: string[] = [];
  for (const { email } of [olga, mia]) {
    const fields = { name: "Olga", email, employeeId: "17", kind: "employee", startsAt: "2026-01-01" };
    ids.push((await olga.post(at("/registers/people/records"), { fields })).body.id);
  }
  expect(await sealed(1)).toEqual({ now: [both()], before: [] });
  return ids[1]!;
}
/** Seals the registers once People no longer says so. */
async function part(recordId: string): Promise<void> {
  const change = JSON.stringify({ version: 1, fields: { employeeId: "18" } });
  const sent = await olga.send("PATCH", at(`/registers/people/records/${recordId}`), change, {
    "content-type": "application/json",
  });
  expect(sent.status).toBe(200);
  expect(await sealed(2)).toEqual({ now: [], before: [both()] });
}

beforeAll(async () => {
  running = await runApp();
  [olga, mia, vera] = (await Promise.all(["Olga", "Mia", "Vera"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  company = await olga.found(`Own ${randomUUID()}`);
  const asked = new URLSearchParams({ name: "Rules", fileName: "a.txt", type: "Policy", controls: "XC-08" });
  const evidenceId = (await olga.upload(at(`/evidence?${asked}`), randomUUID())).body.id;
  const period = { from: dayOf(ago(30)), to: dayOf(ago(0)) };
  const filed = await olga.post(at(`/controls/XC-08/documents/${STANDARD}/filings`), { evidenceId, ...period });
  filingId = filed.body.filingId;
  expect((await accept(olga)).body).toMatchObject({ state: "on file", filings: [{ review: { own: true } }] });
});

describe("a document that its own filer reviewed", () => {
  test("counts for as long as nobody else could review it, viewers included", async () => {
    await join(vera, "viewer", 90);
    expect(await since()).toBeNull();
    expect(await documentOf()).toMatchObject({ state: "on file", filings: [{ mayReview: false }] });
    expect((await accept(vera)).status).toBe(403);
    expect(await documentOf()).toMatchObject({ state: "on file", filings: [{ review: { own: true } }] });
  });

  test("counts for a month once another person can, and then waits, and says so", async () => {
    await join(mia, "member", 10);
    const reason =
      /^Reviewed by the person who filed it, because nobody else could\. Another person can now: it counts/;
    expect(await documentOf()).toMatchObject({ state: "on file", reason: expect.stringMatching(reason) });
    expect(await documentOf(mia)).toMatchObject({ filings: [{ mayReview: true }] });
    running.setNow(new Date(Date.now() + 21 * DAY_MS));
    const said = "Only the person who filed it reviewed it. Ask another person to accept it.";
    expect(await documentOf()).toMatchObject({ state: "waiting", by: null, reason: said });
    const { body: control } = await olga.get(at("/controls/XC-08"));
    expect(control.expected.find(({ id }: { id: string }) => id === STANDARD)).toMatchObject({ state: "waiting" });
    expect(JSON.stringify(control)).toContain(`Authentication and password standard: ${said}`);
  });

  test("is accepted by another person instead, once, and the past stays as it was", async () => {
    const alone = await sizeNow();
    await join(mia, "member", 40);
    expect(await documentOf(mia)).toMatchObject({ state: "waiting", filings: [{ mayReview: true }] });
    expect((await accept(olga)).body.code).toBe("own-review");
    expect((await accept(mia)).body).toMatchObject({
      state: "on file",
      reason: "",
      filings: [{ review: { accepted: true, own: false, by: { name: "Mia Example" } }, mayReview: false }],
    });
    expect((await accept(mia)).body.code).toBe("document-reviewed");
    const [{ sentence }] = (await olga.get(at("/activity?kind=document"))).body.entries;
    expect(sentence).toBe(
      "accepted EX-000001 as “Authentication and password standard”, which only the person who filed it had accepted",
    );
    expect(await since()).toBe("another reviewed");
    expect(new Date((await since(alone)) as string).getTime()).toBeLessThan(ago(39).getTime());
  });

  test("is returned by another person instead", async () => {
    await join(mia, "member", 1);
    const returned = await mia.post(at(`/document-filings/${filingId}/return`), { reason: "Unsigned." });
    expect(returned.body).toMatchObject({ state: "returned", filings: [{ review: { accepted: false, own: false } }] });
  });
});

describe("a document that its filer accepted with another account of theirs", () => {
  test("makes nobody of a reviewer: what its filer reviewed alone waits for them, whoever says that they are one person", async () => {
    await join(mia, "member", 40);
    const came = await since();
    expect(came).not.toBeNull();
    await seal();
    expect(await since()).toBe(came);
    expect(await documentOf()).toMatchObject({ state: "waiting" });
  });

  test("counts as one that its filer reviewed: it waits for somebody else, who takes its place", async () => {
    await join(mia, "member", 90);
    await file("By two");
    const before = await sizeNow();
    expect((await accept(mia)).body).toMatchObject({ state: "on file", reason: "" });
    expect(await since()).toBe("another reviewed");
    const accepted = await sizeNow();
    await seal();
    // The other account could for long: what it reviewed waits for a person who is not its filer.
    expect(new Date((await since()) as string).getTime()).toBeLessThan(ago(89).getTime());
    const reason = "Only the person who filed it reviewed it. Ask another person to accept it.";
    expect(await documentOf(mia)).toMatchObject({ state: "waiting", reason, filings: [{ mayReview: false }, {}] });
    await join(vera, "member", 40);
    expect((await accept(mia)).body.code).toBe("document-reviewed");
    // As the ledger had it then.
    expect([await since(before), await since(accepted)]).toEqual(["another reviewed", "another reviewed"]);
    expect(await documentOf(vera)).toMatchObject({ state: "waiting", filings: [{ mayReview: true }, {}] });
    expect((await accept(vera)).body).toMatchObject({
      state: "on file",
      reason: "",
      filings: [{ mayReview: false }, {}],
    });
    expect(await since()).toBe("another reviewed");
  });
});

describe("what People said of two accounts and took back", () => {
  test("stands for what they did before, and the filer's other account may accept anew", async () => {
    await join(mia, "member", 90);
    await file("By two");
    await accept(mia);
    const accepted = await sizeNow();
    await part(await seal());
    const parted = await sizeNow();
    expect([await since(), await since(parted)].every((said) => said !== "another reviewed")).toBe(true);
    expect(await since(accepted)).toBe("another reviewed");
    expect(await documentOf(mia)).toMatchObject({ state: "waiting", filings: [{ mayReview: false }, {}] });
    // After it was taken back: minutes later, as the registers were sealed.
    running.setNow(new Date(Date.now() + 5 * 60_000));
    expect(await documentOf(mia)).toMatchObject({ state: "waiting", filings: [{ mayReview: true }, {}] });
    expect((await accept(mia)).body).toMatchObject({
      state: "on file",
      reason: "",
      filings: [{ mayReview: false }, {}],
    });
    running.setNow(undefined);
    expect([await since(), (await since(parted)) === "another reviewed"]).toEqual(["another reviewed", false]);
  });

  test("stands until somebody else confirms People, which neither of them can", async () => {
    await join(mia, "admin", 90);
    await join(vera, "admin", 40);
    await file("By two");
    await accept(mia);
    await part(await seal());
    const confirm = async (person: Person, minutes: number, count = 2) => {
      running.setNow(new Date(Date.now() + minutes * 60_000));
      expect((await person.post(at("/registers/people/confirmation"), { count })).status).toBe(200);
      return await sealed(minutes + 1);
    };
    expect(await confirm(mia, 3)).toEqual({ now: [], before: [both()] });
    expect(await since()).not.toBe("another reviewed");
    // Of whose account nobody says whose it is, it may be that of one of them.
    expect(await confirm(vera, 5)).toEqual({ now: [], before: [both()] });
    const known = { name: "Vera", email: vera.email, kind: "employee", startsAt: "2026-01-01" };
    expect((await mia.post(at("/registers/people/records"), { fields: known })).status).toBe(200);
    expect(await confirm(vera, 7, 3)).toEqual({ now: [], before: [] });
    expect(await since()).toBe("another reviewed");
  });
});

describe("since when another person could review", () => {
  test("is asked of the ledger's past: before they came, since, and a month after they were removed", async () => {
    const before = await sizeNow();
    const { body } = await olga.post(at("/invitations"), { email: mia.email, role: "member" });
    expect((await mia.post("/invitations/accept", { invitationId: body.invitation.id })).status).toBe(200);
    const joined = await sizeNow();
    const came = await since();
    expect(came).not.toBeNull();
    expect([await since(before), await since(joined)]).toEqual([null, came]);
    const members = (await olga.get(at("/members"))).body as { id: string; userId: string }[];
    const { id } = members.find(({ userId }) => userId === mia.id)!;
    expect((await olga.send("DELETE", at(`/members/${id}`), "{}", { "content-type": "application/json" })).status).toBe(
      200,
    );
    // Removed just now: they could within the month.
    expect([await since(), await since(joined), await since(before)]).toEqual([came, came, null]);
    await admin(
      `WITH mode AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
      UPDATE app.ledger_acts a SET at = now() - interval '31 days' FROM mode
      WHERE a.company_id = $1 AND a.event = 'member.removed' RETURNING 1`,
      [company],
    );
    expect([(await since()) === null, (await since(joined)) === null]).toEqual([true, false]);
  });

  test("is told to workers and auditors as to members, and to no other company", async () => {
    const { databases } = running.database;
    await join(mia, "admin", 3);
    const expected = await since();
    const newest = (facts: unknown) => documentFacts.parse(facts).filings[0]?.anotherSince;
    await admin("INSERT INTO app.judgements (company_id) VALUES ($1) ON CONFLICT DO NOTHING", [company]);
    const facts = await callFunction(databases.worker, "app.facts_to_judge", [company, new Date()]);
    expect(newest((facts as { documents: unknown }).documents)).toBe(expected);

    const project = (await olga.post(at("/projects"), { name: "SOC 2", framework: "soc2" })).body.id;
    const ends = dayOf(ago(-30));
    const auditor = { email: vera.email, projects: [project], endsOn: ends };
    const { link } = (await olga.post(at("/auditors/invitations"), auditor)).body;
    await vera.post("/invitations/accept", { token: new URL(link).searchParams.get("token") });
    const audited = { userId: vera.id, companyId: company };
    const given = await asCaller(databases.auditor, audited, (tx) =>
      callFunction(tx, "app.document_facts", [company, null, null, new Date()]),
    );
    expect(newest(given)).toBe(expected);

    const other = await mia.found("Elsewhere Ltd");
    const asked = (db: typeof databases.user, userId: string) =>
      asCaller(db, { userId, companyId: other }, (tx) =>
        callFunction(tx, "app.another_reviewer_since", [company, olga.id, null, null, new Date()]),
      );
    await expect(asked(databases.user, mia.id)).rejects.toThrow("another company");
    await expect(asked(databases.auditor, vera.id)).rejects.toThrow("another company");
    expect(await since(null, other, mia.id)).toBe("another reviewed");
  });
});
