import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { connectOkta } from "#tests/support/connected.ts";
import { addToStaff, linkTokenOf, signInStaff, StaffBrowser } from "#tests/support/staff.ts";

// Whoever reads a person's mailbox takes part as that person: an address counts while somebody else vouches for it.

let running: RunningApp;
let owner: Person;
let admin: Person;
let member: Person;
let company: string;
let people = 0;
const at = (path: string) => `/companies/${company}${path}`;
const newAddress = () => `ann-${(people += 1)}@calder.test`;
const query = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const join = (person: Person, role: string, to = company) => addMember(running, to, person.id, role);

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Calder & Finch");
  [admin, member] = [await running.person("Adam"), await running.person("Mel")];
  await join(admin, "admin");
  await join(member, "member");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

/** Somebody whom the owner wrote down, and for whom the admin vouches. */
async function ann() {
  const email = newAddress();
  const id = await addToStaff(owner, company, { name: "Ann Lee", email });
  expect((await admin.post(at("/staff/addresses"), { addresses: [{ personId: id, email }] })).body.vouched).toBe(1);
  return { id, email };
}
const move = async (by: Person, id: string, email: string, version = 1) => {
  const body = JSON.stringify({ version, fields: { email } });
  const path = at(`/registers/people/records/${id}`);
  expect((await by.send("PATCH", path, body, { "content-type": "application/json" })).status).toBe(200);
};
const vouch = async (by: Person, personId: string, email: string) => {
  const { status, body } = await by.post(at("/staff/addresses"), { addresses: [{ personId, email }] });
  return status === 200 ? body : body.code;
};
const send = async (id: string) => {
  const { status, body } = await owner.post(at("/staff/links"), { personIds: [id] });
  return status === 200 ? body.sent : body.code;
};

describe("a member who moves a person's address to a mailbox of their own", () => {
  test("is mailed no link, whoever sends or asks for it, and ends what the old address opened for good", async () => {
    const { id, email } = await ann();
    const browser = await signInStaff(running, owner, company, id, email);
    expect(await send(id)).toBe(1);
    await running.app.runTasks();
    const waiting = linkTokenOf(running.mails, email);
    await move(member, id, "mel@own.test");
    expect(await send(id)).toBe("staff-unvouched");
    const before = running.mails.length;
    await new StaffBrowser(running.url).post("/me/link/new", { email: "mel@own.test" });
    await running.app.runTasks();
    expect(running.mails.slice(before)).toEqual([]);
    expect((await browser.open("/me")).html).toContain("Email me a link");
    await move(member, id, email, 2);
    await vouch(admin, id, email);
    expect((await browser.open("/me")).html).toContain("Email me a link");
    expect((await new StaffBrowser(running.url).post("/me/link", { link: waiting })).status).not.toBe(200);
  });

  test("vouches for it neither as a member nor, once an admin, for what they wrote themselves", async () => {
    const { id } = await ann();
    await move(member, id, "mel-2@own.test");
    expect(await vouch(member, id, "mel-2@own.test")).toBe("forbidden");
    await query("UPDATE app.company_members SET role = 'admin' WHERE company_id = $1 AND user_id = $2", [
      company,
      member.id,
    ]);
    expect(await vouch(member, id, "mel-2@own.test")).toBe("staff-address-own");
    await query("UPDATE app.company_members SET role = 'member' WHERE company_id = $1 AND user_id = $2", [
      company,
      member.id,
    ]);
    expect(await send(id)).toBe("staff-unvouched");
  });
});

describe("an address", () => {
  test("is one of a list that is read further from where it was left, with how many there are", async () => {
    for (const name of ["Ann", "Ben", "Cid"]) await addToStaff(owner, company, { name, email: newAddress() });
    const read = async (skip: number) => (await admin.get(at(`/staff/addresses?skip=${skip}`))).body;
    const all = await read(0);
    const rest = await read(1);
    expect([rest.total, rest.addresses]).toEqual([all.total, all.addresses.slice(1)]);
    expect(all.total).toBeGreaterThanOrEqual(3);
    expect(await read(all.total)).toEqual({ total: all.total, addresses: [] });
  });
  test("that an owner writes down waits for another owner or admin, who sees it in a list", async () => {
    const email = newAddress();
    const id = await addToStaff(owner, company, { name: "Ann Lee", email });
    const listed = async (by: Person) =>
      (await by.get(at("/staff/addresses"))).body.addresses.find((own: { personId: string }) => own.personId === id);
    expect(await listed(owner)).toMatchObject({ email, writtenBy: "Olga Example", mayVouch: false });
    expect(await listed(admin)).toMatchObject({ mayVouch: true });
    expect(await vouch(owner, id, email)).toBe("staff-address-own");
    expect(await vouch(admin, id, "another@calder.test")).toBe("staff-address-changed");
    expect(await vouch(admin, id, email.toUpperCase())).toEqual({ vouched: 1, own: [], changed: [] });
    expect(await listed(admin)).toBeUndefined();
    expect(await send(id)).toBe(1);
    const [act] = await query(
      "SELECT actor_id, details::jsonb AS details FROM app.ledger_acts WHERE event = 'staff.addressesVouched' ORDER BY seq DESC LIMIT 1",
    );
    expect(act).toMatchObject({ actor_id: admin.id, details: { vouched: 1, alone: false } });
    const [{ version, changes }] = await query(
      "SELECT r.version, (SELECT count(*)::integer FROM app.record_changes c WHERE c.record_id = r.id) AS changes FROM app.records r WHERE r.id = $1",
      [id],
    );
    expect([version, changes]).toEqual([1, 1]);
  });

  test("is not vouched for by another account of who wrote it, once People says whose both are", async () => {
    const second = await running.person("Second");
    await join(second, "admin");
    const seat = (email: string) => addToStaff(owner, company, { name: "Olga", email, employeeId: "E-1" });
    await seat(owner.email);
    const other = await seat(second.email);
    const early = newAddress();
    const id = await addToStaff(owner, company, { name: "Ann", email: early });
    running.setNow(new Date(Date.now() + 60_000));
    await running.app.runTasks();
    running.setNow(undefined);
    const listed = async (by: Person) =>
      (await by.get(at("/staff/addresses"))).body.addresses.find((own: { personId: string }) => own.personId === id);
    expect(await vouch(second, id, early)).toBe("staff-address-own");
    expect([await listed(second), await listed(admin)]).toMatchObject([{ mayVouch: false }, { mayVouch: true }]);
    // Nor once it is taken back: it was written while both were one person's.
    const change = JSON.stringify({ version: 1, fields: { employeeId: "E-2" } });
    const path = at(`/registers/people/records/${other}`);
    expect((await owner.send("PATCH", path, change, { "content-type": "application/json" })).status).toBe(200);
    running.setNow(new Date(Date.now() + 120_000));
    await running.app.runTasks();
    running.setNow(undefined);
    expect(await vouch(second, id, early)).toBe("staff-address-own");
    expect(await vouch(admin, id, early)).toMatchObject({ vouched: 1 });
  });

  test("of a company whose only owner or admin writes it is vouched for by them, and the record says so", async () => {
    const lone = await running.person("Lone");
    const firm = await lone.found("One Person");
    const email = newAddress();
    const id = await addToStaff(lone, firm, { name: "Lone", email });
    expect((await lone.post(`/companies/${firm}/staff/links`, { personIds: [id] })).body.sent).toBe(1);
    expect(await query("SELECT vouched_how, vouched_by FROM app.records WHERE id = $1", [id])).toEqual([
      { vouched_how: "alone", vouched_by: lone.id },
    ]);
    // Written by a member it is theirs to confirm.
    await join(member, "member", firm);
    const other = newAddress();
    const written = await addToStaff(member, firm, { name: "Ann", email: other });
    expect((await lone.get(`/companies/${firm}/staff/addresses`)).body).toMatchObject({
      total: 1,
      addresses: [{ personId: written, mayVouch: true }],
    });
  });

  test("that nobody vouched for when somebody took part by it counts once another does, and not before", async () => {
    const { id, email } = await ann();
    const { body } = await owner.post(at("/policies"), { title: `Access ${id}`, text: "# Access\n\nText.\n" });
    await owner.post(at(`/policy-versions/${body.open.id}/review`), { revision: 1, quorum: 1 });
    await admin.post(at(`/policy-versions/${body.open.id}/approvals`), { revision: 1 });
    await owner.post(at(`/policy-versions/${body.open.id}/assignments`), { audience: "person", personId: id });
    const browser = await signInStaff(running, owner, company, id, email);
    const path = `/me/policies/${body.open.id}`;
    await browser.submit(await browser.open(path), path);
    const counts = async () => (await owner.get(at(`/policies/${body.id}`))).body.acknowledged.done;
    const vouched = () => query("SELECT vouched FROM app.acknowledgments WHERE person_id = $1", [id]);
    expect([await counts(), await vouched()]).toEqual([1, [{ vouched: "another" }]]);
    // As an installation has it that was brought up to this, and where more than one could confirm.
    await query(`SET session_replication_role = replica; UPDATE app.acknowledgments SET vouched = NULL;
      UPDATE app.records SET vouched_email = NULL, vouched_how = NULL, vouched_by = NULL, vouched_at = NULL WHERE id = '${id}';
      DELETE FROM app.people_counts WHERE policy_id IS NOT NULL; SET session_replication_role = origin`);
    expect(await counts()).toBe(0);
    expect((await browser.open("/me")).html).toContain("Email me a link");
    await vouch(admin, id, email);
    expect([await counts(), await vouched()]).toEqual([1, [{ vouched: "another" }]]);
    // What was done before the address was theirs stays by nobody.
    await query(`SET session_replication_role = replica; UPDATE app.acknowledgments SET vouched = NULL, acknowledged_at = '2026-01-01';
      DELETE FROM app.people_counts WHERE policy_id IS NOT NULL; SET session_replication_role = origin`);
    const other = newAddress();
    await move(member, id, other);
    await vouch(admin, id, other);
    expect([await counts(), await vouched()]).toEqual([0, [{ vouched: null }]]);
    const again = await signInStaff(running, owner, company, id, other);
    await again.submit(await again.open(path), path);
    expect([await counts(), (await vouched()).length]).toEqual([1, 2]);
  });

  test("that a connected directory lists is vouched for by it, unless somebody wrote it for a mailbox of theirs, or moved it to another", async () => {
    const firm = await owner.found("Listed");
    await join(admin, "admin", firm);
    await join(member, "member", firm);
    await connectOkta(query, owner, firm, "acme", { suspended: false }).then((okta) =>
      okta.read([{ id: "00u1", login: "dan@acme.test" }], new Date()),
    );
    const how = async (id: string) =>
      (await query("SELECT vouched_how AS how FROM app.records WHERE id = $1", [id]))[0].how;
    const run = async () => {
      await query(
        "UPDATE app.jobs SET run_at = now() - interval '1 minute', turn = NULL WHERE kind = 'registers' AND key = $1",
        [firm],
      );
      running.setNow(new Date(Date.now() + 60_000));
      await running.app.runTasks();
      running.setNow(undefined);
    };
    // Okta lets a company write any address; Google lists info@acme.test.
    const dan = await addToStaff(member, firm, { name: "Dan", email: "dan@acme.test" });
    const info = await addToStaff(member, firm, { name: "Ina", email: "info@acme.test" });
    await run();
    expect([await how(dan), await how(info)]).toEqual([null, "directory"]);
    const path = (id: string) => `/companies/${firm}/registers/people/records/${id}`;
    const change = (id: string, email: string) =>
      owner.send("PATCH", path(id), JSON.stringify({ version: 1, fields: { email } }), {
        "content-type": "application/json",
      });
    expect((await change(info, "ina@own.test")).status).toBe(200);
    expect((await change(dan, "info@acme.test")).status).toBe(200);
    await run();
    expect([await how(dan), await how(info)]).toEqual([null, null]);
  });

  test("of an account that is suspended, as a shared mailbox is, no directory vouches for", async () => {
    const firm = await owner.found("Shared");
    await join(member, "member", firm);
    await connectOkta(query, owner, firm);
    const info = await addToStaff(member, firm, { name: "Ina", email: "info@acme.test" });
    await query(
      "UPDATE app.jobs SET run_at = now() - interval '1 minute', turn = NULL WHERE kind = 'registers' AND key = $1",
      [firm],
    );
    running.setNow(new Date(Date.now() + 60_000));
    await running.app.runTasks();
    running.setNow(undefined);
    const sealed = await query("SELECT count(*)::integer AS runs FROM app.register_runs WHERE company_id = $1", [firm]);
    expect(sealed).toEqual([{ runs: 1 }]);
    expect(await query("SELECT vouched_how AS how FROM app.records WHERE id = $1", [info])).toEqual([{ how: null }]);
  });

  test("that nobody vouches for is none of a member either, who acknowledges with their account", async () => {
    const id = await addToStaff(member, company, { name: "Mel", email: member.email });
    const { body } = await owner.post(at("/policies"), { title: "Conduct", text: "# Conduct\n\nText.\n" });
    await owner.post(at(`/policy-versions/${body.open.id}/review`), { revision: 1, quorum: 1 });
    await admin.post(at(`/policy-versions/${body.open.id}/approvals`), { revision: 1 });
    const { sha256 } = (await owner.get(at(`/policies/${body.id}`))).body.inForce;
    const press = async () => {
      const { status, body: said } = await member.post(at(`/policy-versions/${body.open.id}/acknowledgment`), {
        sha256,
      });
      return status === 200 ? "kept" : said.code;
    };
    expect(await press()).toBe("policy-address");
    await vouch(admin, id, member.email);
    expect(await press()).toBe("kept");
  });
});
