import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import { connectOkta } from "#tests/support/connected.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// Each provider that lists people, by the document that its connector files: a list that comes back empty ends nobody.

const COMPANY_SIZE = 12;
let running: RunningApp;
let olga: Person;
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  clock = new Date();
  company = await olga.found(`Rosters ${randomUUID()}`);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
async function pass(): Promise<void> {
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await running.app.runTasks();
}

interface Roster {
  readonly provider: "okta" | "google-workspace" | "microsoft-365";
  readonly source: string;
  readonly kind: string;
  readonly settings: object;
  readonly data: (active: boolean) => object;
}
const rosters: readonly Roster[] = [
  {
    provider: "google-workspace",
    source: "Google Workspace acme.test",
    kind: "gws.user",
    settings: { approvedApps: [], inactiveDays: 90 },
    data: (active) => ({ suspended: !active, archived: false, isAdmin: false, createdOn: "2026-01-05" }),
  },
  {
    provider: "microsoft-365",
    source: "Microsoft 365 acme.test",
    kind: "ms.user",
    settings: { breakGlass: [], inactiveDays: 90 },
    data: (active) => ({ userType: "member", accountEnabled: active, createdOn: "2026-01-05", lastSignInOn: null }),
  },
];
const emails = Array.from({ length: COMPANY_SIZE }, (_, n) => `person-${n + 1}@acme.test`);

/** Connects a provider, of which each run files what it is given. */
async function connect({ provider, source, kind, settings, data }: Roster) {
  const [connection] = await admin(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      VALUES ($1, gen_random_uuid(), $2, 'token', 'paused', 'acme.test', 'acme.test', $3, $4, now()) RETURNING id`,
    [company, provider, source, olga.id],
  );
  return async (active: readonly string[], suspended: readonly string[] = []) => {
    const usual = oktaExhibit([], ["users"]);
    const steps = usual.steps.map((step) => ({ ...step, startedAt: clock.toISOString() }));
    const document = {
      ...usual,
      provider,
      account: { id: "acme.test", label: "acme.test" },
      settings,
      steps,
      results: [],
      items: [...active, ...suspended].map((email) => ({
        kind,
        subject: { type: "user", id: email.replace("@acme.test", ""), label: email },
        data: data(!suspended.includes(email)),
        observedAt: usual.run.observedAt,
        step: "users",
      })),
    };
    const about = new URLSearchParams({ name: randomUUID(), fileName: "r.json", type: "Config", controls: "XC-09" });
    const filed = await olga.upload(at(`/evidence?${about}`), writeDocument(document as unknown as ExhibitDocument));
    expect(filed.status).toBe(201);
    const values = [company, connection.id, clock, filed.body.id];
    await admin(
      `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps)
        VALUES ($1, $2, $3, 'asked', 'done', $3, $3, $4)`,
      [...values.slice(0, 3), JSON.stringify(steps)],
    );
    await admin(
      "UPDATE app.collection_runs SET evidence_id = $4 WHERE company_id = $1 AND connection_id = $2 AND slot = $3",
      values,
    );
    await pass();
  };
}
/** Okta, beside the directory that proves the domain of its addresses. */
async function connectAcme() {
  const okta = await connectOkta(admin, olga, company);
  return async (active: readonly string[], suspended: readonly string[] = []) => {
    const users = [...active, ...suspended].map((login) => ({
      id: login.replace("@acme.test", ""),
      login,
      status: suspended.includes(login) ? "SUSPENDED" : "ACTIVE",
    }));
    await okta.read(users, clock);
    await pass();
  };
}

const cases = [
  { name: "Okta", source: "Okta acme", begin: connectAcme },
  ...rosters.map((roster) => ({ name: roster.provider, source: roster.source, begin: () => connect(roster) })),
];

test.each(cases)(
  "the roster of $name is imported, a leaver is seen, and 12 that become 0 end nobody",
  async ({ source, begin }) => {
    const said = async (check: string) => {
      const [row] = await admin(
        `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = $2 AND source = $3
        ORDER BY observed_at DESC LIMIT 1`,
        [company, check, `Exhibit registers (${source})`],
      );
      return row ? `${row.outcome}: ${row.reason}` : "none";
    };
    const confirm = (count: number) => olga.post(at("/registers/people/confirmation"), { count });
    const roster = async (show: string) =>
      (await olga.get(at(`/accounts?${new URLSearchParams({ show, source, limit: "200" })}`))).body;
    const gone = async () =>
      (await olga.get(at("/accounts/gone"))).body.map(({ person, source: from }: any) => `${person.name} ${from}`);
    // Registers are read where there are any.
    const fields = { name: "Olga", kind: "partner", startsAt: "2026-01-01" };
    await olga.post(at("/registers/people/records"), { fields });
    const read = await begin();
    await read(emails);
    // Everybody is new, and is imported by their address.
    const found = await roster("new");
    expect(found.accounts.map(({ email }: any) => email).toSorted()).toEqual(emails.toSorted());
    const rows = found.accounts.map(({ email }: any) => `${email},${email},Employee,2026-01-05`);
    const csv = ["Name,Work email,Employment,Starts", ...rows, ""].join("\n");
    expect((await olga.post(at("/registers/people/csv"), { csv })).body.added).toBe(COMPANY_SIZE);
    await olga.post(at("/registers/approvals/confirmation"), { count: 0 });
    await confirm(COMPANY_SIZE + 1);
    await pass();
    expect((await roster("unmatched")).total).toBe(0);
    expect(await said("accounts.one-person-each")).toMatch(/^pass: 12 accounts/);

    const before = running.mails.length;
    await read([]);
    await read([]);
    const about = running.mails.slice(before).filter(({ subject }) => subject.endsWith("lists no accounts any more"));
    expect(about.map(({ to, text }) => [to, /Before, it\s+had\s+12\s+accounts\./.test(text)])).toEqual([
      [olga.email, true],
    ]);
    expect(await gone()).toEqual([]);
    expect(await said("accounts.one-person-each")).toBe("unknown: Not every account was read.");
    expect(await said("accounts.leavers-disabled")).toBe("unknown: Not every account was read.");
    expect((await olga.get(at("/registers/people/records?state=open"))).body.total).toBe(COMPANY_SIZE + 1);

    await read(emails);
    expect(await said("accounts.one-person-each")).toMatch(/^pass: 12 accounts/);
    expect(await gone()).toEqual([]);
    const [leaver = ""] = emails;
    const { records } = (await olga.get(at(`/registers/people/records?search=${encodeURIComponent(leaver)}`))).body;
    const lastDay = new Date(clock.getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
    const ended = await olga.post(at(`/registers/people/records/${records[0].id}/end`), {
      reason: "Resigned",
      lastDay,
    });
    expect(ended.status).toBe(200);
    await confirm(COMPANY_SIZE);
    await read(emails);
    expect(await said("accounts.leavers-disabled")).toContain(
      `fail: Open more than 24 hours after they left: ${leaver}`,
    );
    await read(emails.slice(1), [leaver]);
    expect(await said("accounts.leavers-disabled")).toBe("pass: No account of the 1 who left is open.");
  },
);

test.each(cases)(
  "who is missing or inactive in the newest whole list of $name is asked about, and nobody is ended by it",
  async ({ source, begin }) => {
    const [dan = "", eve = "", fay = ""] = emails;
    const rows = [dan, eve, fay].map((email) => `${email},${email},Employee,2026-01-05`);
    await olga.post(at("/registers/people/csv"), {
      csv: ["Name,Work email,Employment,Starts", ...rows, ""].join("\n"),
    });
    const ask = async () => (await olga.get(at("/accounts/gone"))).body;
    const asked = async () => (await ask()).map(({ person, source: from }: any) => `${person.name} ${from}`);
    const task = async () =>
      (await olga.get(at("/tasks"))).body.find(({ key }: { key: string }) => key === "people gone")?.title;
    const due = async () =>
      (await olga.get(at("/tasks"))).body.find(({ key }: { key: string }) => key === "people gone")?.due;
    const read = await begin();
    await read([dan, eve, fay]);
    expect(await asked()).toEqual([]);
    await read([fay], [eve]);
    expect(await asked()).toEqual([`${dan} ${source}`, `${eve} ${source}`]);
    expect(await task()).toBe("Say whether 2 people have left");
    expect((await olga.get(at("/registers/people/records?state=open"))).body.total).toBe(3);
    // An empty list asks about nobody else, and forgets nobody.
    await read([]);
    expect(await asked()).toEqual([`${dan} ${source}`, `${eve} ${source}`]);
    const [ofDan, ofEve] = await ask();
    expect((await olga.post(at("/accounts/gone/still-here"), { keys: [ofDan.key] })).body).toEqual({ decided: 1 });
    expect((await olga.post(at("/accounts/gone/still-here"), { keys: [ofDan.key] })).body.code).toBe("proposal-gone");
    await read([fay]);
    expect(await asked()).toEqual([`${eve} ${source}`]);
    // What was said is taken back, and said again; what nobody said is not.
    const says = async (isHere: boolean, key = ofDan.key) =>
      (await olga.post(at("/accounts/gone/still-here"), { keys: [key], isHere })).body;
    expect((await says(false, ofEve.key)).code).toBe("proposal-gone");
    expect(await says(false)).toEqual({ decided: 1 });
    expect((await says(false)).code).toBe("proposal-gone");
    expect(await asked()).toEqual([`${dan} ${source}`, `${eve} ${source}`]);
    expect(await due()).toBe(new Date(Date.parse(ofDan.seenAt) + 86_400_000).toISOString());
    expect(await says(true)).toEqual({ decided: 1 });
    expect(await asked()).toEqual([`${eve} ${source}`]);
    // Ending somebody asks for the last day, and closes the question.
    const end = (more: object) =>
      olga.post(at(`/registers/people/records/${ofEve.person.id}/end`), { reason: "Resigned", ...more });
    expect((await end({})).body.code).toBe("record-last-day");
    expect((await end({ lastDay: clock.toISOString().slice(0, 10) })).status).toBe(200);
    expect([await asked(), await task()]).toEqual([[], undefined]);
    // Who is back and vanishes again is asked about again.
    await read([dan, fay]);
    await read([fay]);
    expect(await asked()).toEqual([`${dan} ${source}`]);
  },
);
