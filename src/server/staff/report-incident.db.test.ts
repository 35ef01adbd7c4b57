import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, confirmAddress, signInStaff } from "#tests/support/staff.ts";
import type { StaffBrowser } from "#tests/support/staff.ts";

let running: RunningApp;
let [olga, adam, mel]: Person[] = [];
let company: string;
let ben: { id: string; browser: StaffBrowser };
let count = 0;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mel] = await Promise.all(["Olga", "Adam", "Mel"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  await running.forgetTries();
  company = await olga!.found(`Reports ${(count += 1)}`);
  const email = `ben-${count}@reports.test`;
  const id = await addToStaff(olga!, company, { name: "Ben Adeyemi", email });
  ben = { id, browser: await signInStaff(running, olga!, company, id, email) };
  for (const [person, role] of [
    [adam!, "admin"],
    [mel!, "member"],
  ] as const)
    await addMember(running, company, person.id, role);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const tell = async (fields: Record<string, string>) =>
  await ben.browser.submit(await ben.browser.open("/me/report"), "/me/report", fields);
const reported = { kind: "lost", text: "My laptop is gone.\r\nI saw it last on the train." };
const tasksOf = async (person: Person): Promise<{ key: string }[]> => {
  const { status, body } = await person.get(at("/tasks"));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const tasks = async (person = olga!): Promise<{ key: string }[]> =>
  (await tasksOf(person)).filter(({ key }: { key: string }) => key.startsWith("report "));

test("an incident that staff report waits for review, is in the ledger, and is mailed once to each owner and admin", async () => {
  expect((await ben.browser.open("/me")).html).toContain('href="/me/report"');
  const before = running.mails.length;
  const page = await tell(reported);
  expect([page.status, page.html.includes("<dd>INC-1</dd>")]).toEqual([200, true]);
  await running.app.runTasks();
  const mails = running.mails.slice(before);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([adam!.email, olga!.email].toSorted());
  for (const { subject, text } of mails) {
    expect(subject).toBe("Incident reported: Lost or stolen device");
    expect(text).not.toContain("train");
  }
  const [record] = (await olga!.get(at("/registers/incidents/records"))).body.records;
  expect(record).toMatchObject({
    number: "INC-1",
    state: "waiting",
    fields: {
      title: "Reported: Lost or stolen device",
      kind: "incident",
      leadId: ben.id,
      timeline: expect.stringMatching(
        /^Reported by PER-1 on .+Z:\nMy laptop is gone\.\nI saw it last on the train\.$/,
      ) as string,
    },
  });
  const [act] = await admin(
    "SELECT event, actor_id, subject, details FROM app.ledger_acts WHERE company_id = $1 AND subject = $2",
    [company, record.id],
  );
  expect(act).toMatchObject({ event: "staff.incidentReported", actor_id: ben.id });
  expect(act.details).not.toContain("train");
  expect(JSON.parse(act.details)).toMatchObject({ number: "INC-1", person: "PER-1", version: 1 });
});

test("a report is a task of whoever keeps incidents until somebody says more of it", async () => {
  await tell(reported);
  const [record] = (await olga!.get(at("/registers/incidents/records"))).body.records;
  expect(await tasks()).toMatchObject([
    { key: `report ${record.id}`, title: "Look at INC-1. Reported: Lost or stolen device" },
  ]);
  const change = JSON.stringify({ version: 1, fields: { severity: "low" } });
  const changed = await olga!.send("PATCH", at(`/registers/incidents/records/${record.id}`), change, {
    "content-type": "application/json",
  });
  expect([changed.status, await tasks()]).toEqual([200, []]);
});

test("whoever is incident lead leads it, and who has a seat, too, is its author as a member", async () => {
  const lead = await addToStaff(olga!, company, { name: "Lea Lead" });
  const role = { duty: "incident-lead", holderId: lead, since: "2026-01-05" };
  expect((await olga!.post(at("/registers/roles/records"), { fields: role })).status).toBe(200);
  const person = await addToStaff(olga!, company, { name: "Mel", email: mel!.email });
  await confirmAddress(running, person);
  const browser = await signInStaff(running, olga!, company, person, mel!.email);
  await browser.submit(await browser.open("/me/report"), "/me/report", reported);
  const [record] = await admin(
    "SELECT fields, authors FROM app.records WHERE company_id = $1 AND register = 'incidents'",
    [company],
  );
  expect(record).toMatchObject({ authors: [mel!.id], fields: { leadId: lead } });
});

test("whoever reported something as staff is its author by the seat that they get later, under another address, too", async () => {
  const change = async (id: string, version: number, fields: object) =>
    await olga!.send("PATCH", at(`/registers/people/records/${id}`), JSON.stringify({ version, fields }), {
      "content-type": "application/json",
    });
  const waiting = async (person: Person) =>
    (await person.get(at("/registers/incidents/records"))).body.records.find(
      ({ state }: { state: string }) => state === "waiting",
    ) as { id: string; version: number; mayApprove: boolean };
  const approve = async (person: Person) => {
    const { id, version } = await waiting(person);
    return (await person.post(at(`/registers/incidents/records/${id}/approval`), { version })).body;
  };
  await tell(reported);
  // Nobody said yet that Ben is Adam: he approves it as anybody else does.
  expect(await approve(adam!)).toMatchObject({ approval: { alone: false } });
  await tell(reported);
  const seat = { name: "Ben", email: adam!.email, employeeId: " 17" };
  expect(await addToStaff(olga!, company, seat)).toBeTypeOf("string");
  expect((await change(ben.id, 1, { employeeId: "17" })).status).toBe(200);
  expect([await waiting(adam!), await waiting(olga!)]).toMatchObject([{ mayApprove: false }, { mayApprove: true }]);
  expect((await approve(adam!)).code).toBe("record-own-approval");
  const sealed = async (minutes: number) => {
    running.setNow(new Date(Date.now() + minutes * 60_000));
    await running.app.runTasks();
    running.setNow(undefined);
    return await admin(
      `SELECT x ->> 'state' AS state, x -> 'approval' -> 'another' AS another FROM app.register_runs r JOIN app.snapshot_pages p ON p.company_id = r.company_id
        AND p.sha256 = ANY (r.pages) AND p.register = 'incidents', jsonb_array_elements(p.content::jsonb -> 'rows') x
      WHERE r.company_id = $1 AND r.ledger_index = (SELECT max(o.ledger_index) FROM app.register_runs o WHERE o.company_id = $1)
      ORDER BY x -> 'number'`,
      [company],
    );
  };
  const formerly = async () => {
    const [run] = await admin(
      "SELECT evidence_id AS id FROM app.register_runs WHERE company_id = $1 ORDER BY ledger_index DESC LIMIT 1",
      [company],
    );
    const { response } = await olga!.get(at(`/evidence/${run.id}/file`));
    return JSON.parse(await response.text());
  };
  const his = [
    { state: "open", another: false },
    { state: "waiting", another: null },
  ];
  // What he approved before is his own as soon as it is known, and stays so once nobody says it any more.
  expect(await sealed(1)).toEqual(his);
  expect((await change(ben.id, 2, { employeeId: "18" })).status).toBe(200);
  expect(await sealed(2)).toEqual(his);
  expect(await formerly()).toMatchObject({ samePeople: [], formerlySame: [expect.arrayContaining([ben.id])] });
  // Until somebody else has confirmed that they are two.
  running.setNow(new Date(Date.now() + 3 * 60_000));
  expect((await olga!.post(at("/registers/people/confirmation"), { count: 2 })).status).toBe(200);
  await sealed(4);
  // Of whose account nobody says whose it is, it may be that of one of them.
  expect(await formerly()).toMatchObject({ samePeople: [], formerlySame: [expect.arrayContaining([ben.id])] });
  const known = { name: "Olga", email: olga!.email, kind: "employee", startsAt: "2026-01-01" };
  const own = (await olga!.post(at("/registers/people/records"), { fields: known })).body;
  const addresses = [{ personId: own.id, email: olga!.email }];
  // Her own word alone does not make her somebody there.
  expect((await adam!.post(at("/staff/addresses"), { addresses })).body).toMatchObject({ vouched: 1 });
  running.setNow(new Date(Date.now() + 5 * 60_000));
  expect((await olga!.post(at("/registers/people/confirmation"), { count: 3 })).status).toBe(200);
  await sealed(6);
  expect(await formerly()).toMatchObject({ samePeople: [] });
  expect(await formerly()).not.toHaveProperty("formerlySame");
  expect(await approve(olga!)).toMatchObject({ approval: { alone: false } });
});

test("a report without its kind or text, or a sixth one in a day, is refused, and nothing is kept", async () => {
  for (const fields of [
    { kind: "lost", text: "  " },
    { kind: "nonsense", text: "x" },
    { kind: "lost", text: "x".repeat(4_001) },
  ]) {
    const page = await tell(fields);
    expect([page.status, page.html.includes('role="alert"')]).toEqual([422, true]);
  }
  for (let sent = 0; sent < 5; sent++) expect((await tell(reported)).status).toBe(200);
  expect((await tell(reported)).status).toBe(429);
  expect((await olga!.get(at("/registers/incidents/records"))).body.records).toHaveLength(5);
});

test("the database takes nothing from staff but a report: no other field, nobody else's mailbox, and nothing without a session's person", async () => {
  const call = async (fields: object, mails: object[] = [], person = ben.id) => {
    const client = running.database.admin;
    await client.query("BEGIN");
    try {
      await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
        person,
        company,
      ]);
      await client.query("SET LOCAL ROLE app_staff");
      await client.query(
        "SELECT app.report_incident($1, $2, decode(repeat('00', 16), 'hex'), $3, $4, $5, '{}', decode(repeat('00', 16), 'hex'), $6)",
        [
          randomUUID(),
          JSON.stringify({
            title: "T",
            kind: "incident",
            discoveredAt: "2026-11-01T00:00:00.000Z",
            leadId: ben.id,
            ...fields,
          }),
          "2026-11-01T00:00:00.000Z",
          JSON.stringify(mails),
          randomUUID(),
          `${"A".repeat(43)}=`,
        ],
      );
      await client.query("RESET ROLE");
      return (await client.query("SELECT recipient FROM app.outbox WHERE subject = 'x'")).rows.length;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.query("ROLLBACK");
    }
  };
  const mail = (to: string) => ({ to, subject: "x", text: "x", html: "x" });
  expect(await call({}, [mail(olga!.email), mail("else@where.test"), mail(mel!.email)])).toBe(1);
  expect(await call({ severity: "low" })).toBe("42501");
  expect(await call({ kind: "mistake" })).toBe("42501");
  expect(await call({ leadId: randomUUID() })).toBe("42501");
  expect(await call({}, [], olga!.id)).toBe("42501");
});

test("staff are told whom to ask: who wrote the policy, and otherwise the security owner or an owner of the company", async () => {
  const home = async () => (await ben.browser.open("/me")).html;
  expect(await home()).toContain(`mailto:${olga!.email}`);
  const lea = await addToStaff(olga!, company, { name: "Lea & Co", email: `lea-${count}@reports.test` });
  await olga!.post(at("/registers/roles/records"), {
    fields: { duty: "security-owner", holderId: lea, since: "2026-01-05" },
  });
  expect(await home()).toContain(`mailto:lea-${count}@reports.test">Lea &amp; Co</a>`);
  const { open } = (await adam!.post(at("/policies"), { title: "Access & keys", text: "# Access\n\nText.\n" })).body;
  await adam!.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 });
  await olga!.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 });
  await olga!.post(at(`/policy-versions/${open.id}/assignments`), { audience: "everyone" });
  const { html } = await ben.browser.open(`/me/policies/${open.id}`);
  expect(html).toContain(`mailto:${adam!.email}?subject=Access%20%26%20keys`);
});
