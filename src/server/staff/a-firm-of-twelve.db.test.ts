import { afterAll, beforeAll, expect, test } from "vitest";
import { leaverClock } from "#domain/registers/leaver-clock.ts";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { linkTokenOf, StaffBrowser } from "#tests/support/staff.ts";
import { answerQuiz } from "#tests/support/take-quiz.ts";

// One firm from its roster to a leaver's last account. Its staff have a phone and run no script.

const HOUR = 3_600_000;
const names = ["Dan", "Ada", "Bo", "Cy", "Eve", "Flo", "Gil", "Hal", "Ivy", "Jo", "Kim", "Lee"];
const addressOf = (name: string) => `${name.toLowerCase()}@acme.test`;
let running: RunningApp;
let olga: Person;
let adam: Person;
let company: string;
let okta: ConnectedOkta;
let other: ConnectedOkta;
let clock: Date;

const at = (more: string) => `/companies/${company}${more}`;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
async function done(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function turnTo(when: Date): Promise<void> {
  clock = when;
  running.setNow(clock);
  await running.app.runTasks();
}
const later = (hours: number) => new Date(clock.getTime() + hours * HOUR);
/** What the newest snapshot says of a check; `source` is the system, where it speaks of one. */
async function said(check: string, source?: string): Promise<string> {
  const [row] = await admin(
    `SELECT outcome || ': ' || reason AS said FROM app.check_results WHERE company_id = $1 AND check_id = $2 AND source = $3
      ORDER BY observed_at DESC, evidence_id DESC LIMIT 1`,
    [company, check, source === undefined ? "Exhibit registers" : `Exhibit registers (Okta ${source})`],
  );
  return row?.said ?? "nothing";
}
/** Reads both systems: whoever works there has an account, and Dan where it says so. */
async function readSystems(dan: { readonly acme: boolean; readonly portal: boolean }): Promise<void> {
  const users = (isOpen: boolean) =>
    names.map((name) => ({
      id: name,
      login: addressOf(name),
      ...(name === "Dan" && !isOpen && { status: "DEPROVISIONED" }),
    }));
  await okta.read(users(dan.acme), clock);
  await other.read(users(dan.portal), clock);
  await turnTo(later(0.01));
}

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = [await running.person("Olga"), await running.person("Adam")];
  clock = new Date();
  company = await olga.found("Acme and Partners");
  await addMember(running, company, adam.id, "admin");
  okta = await connectOkta(admin, olga, company);
  other = await connectOkta(admin, olga, company, "portal");
  // It proves the domain alone: nobody has an account there.
  const { systems } = await done(olga.get(at("/systems")));
  const google = systems.find(({ name }: { name: string }) => name.startsWith("Google"));
  const until = new Date(clock.getTime() + 90 * 24 * HOUR).toISOString().slice(0, 10);
  await done(olga.post(at(`/systems/${google.id}/out-of-scope`), { reason: "Nobody signs in there", until }));
});
afterAll(() => running.close());

test("twelve people are imported, acknowledge and pass on their phones; a leaver's last account is late at 24 hours, closed by the next run, and open again when it returns", async () => {
  const friday = new Date(clock);
  friday.setUTCDate(friday.getUTCDate() + ((12 - friday.getUTCDay()) % 7) + 7);
  friday.setUTCHours(16, 0, 0, 0);

  // The roster, from a file.
  const csv = [
    "Name,Work email,Employment,Starts",
    ...names.map((name) => `${name},${addressOf(name)},Employee,2026-01-05`),
  ];
  expect(await done(olga.post(at("/registers/people/csv"), { csv: csv.join("\n") }))).toMatchObject({ added: 12 });
  await done(olga.post(at("/registers/people/confirmation"), { count: 12 }));
  await done(olga.post(at("/registers/approvals/confirmation"), { count: 0 }));
  const { records } = await done(olga.get(at("/registers/people/records?state=open")));
  const people = new Map<string, string>(
    records.map(({ title, id }: { title: string; id: string }) => [title, id] as const),
  );
  // What one wrote down another vouches for.
  const addresses = names.map((name) => ({ personId: people.get(name)!, email: addressOf(name) }));
  expect(await done(adam.post(at("/staff/addresses"), { addresses }))).toMatchObject({ vouched: 12 });

  // Two policies of the library, each approved by another person and assigned to everybody.
  const versions: string[] = [];
  for (const documentId of ["policies.security-policy", "accounts.access-control-policy"]) {
    const { title, text } = await done(olga.post(at(`/policy-library/${documentId}`), { edition: "law", answers: {} }));
    const { open } = await done(olga.post(at("/policies"), { documentId, title, text }));
    await done(olga.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 }));
    const { inForce } = await done(adam.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 }));
    await done(olga.post(at(`/policy-versions/${inForce.id}/assignments`), { audience: "everyone" }));
    versions.push(inForce.id);
  }
  await readSystems({ acme: true, portal: true });
  expect(await said("policies.acknowledged")).toMatch(
    /^pass: 12 people: all have acknowledged, or have time for 24 more/,
  );

  // All of them, by the forms of their phones.
  expect(await done(olga.post(at("/staff/links"), { personIds: [...people.values()] }))).toBeDefined();
  await running.app.runTasks();
  for (const name of names) {
    const phone = new StaffBrowser(running.url);
    await phone.post("/me/link", { link: linkTokenOf(running.mails, addressOf(name)) });
    for (const version of versions) {
      const page = await phone.submit(await phone.open(`/me/policies/${version}`), `/me/policies/${version}`);
      expect(page.html).toContain("Your acknowledgment is recorded.");
    }
    expect((await answerQuiz(phone)).html).toContain("Passed, 8 of 8");
    await running.forgetTries();
  }
  await turnTo(later(0.01));
  expect(await said("policies.acknowledged")).toMatch(/^pass: 12 people: all acknowledged what is assigned to them/);
  expect(await said("training.completed")).toMatch(/^pass/);

  // Dan leaves on Friday at 17:00. One system closes his account, the other does not.
  await turnTo(friday);
  const dan = people.get("Dan")!;
  const endsAt = later(1);
  const ends = JSON.stringify({ version: 1, fields: { endsAt: endsAt.toISOString() } });
  await done(olga.send("PATCH", at(`/registers/people/records/${dan}`), ends, { "content-type": "application/json" }));
  const clockOfDan = async () => {
    const { accounts, sources } = await done(olga.get(at(`/accounts?show=all&personId=${dan}`)));
    const readAt = new Map<string, string>(
      sources.map(({ source, seenAt }: { source: string; seenAt: string }) => [source, seenAt]),
    );
    const seen = accounts.map(({ active, source }: { active: boolean; source: string }) => ({
      active,
      seenAt: new Date(readAt.get(source)!),
    }));
    return leaverClock(endsAt, seen, clock)!.state;
  };
  const leavers = async () => [
    (await said("accounts.leavers-disabled", "acme")).split(":", 1)[0],
    await said("accounts.leavers-disabled", "portal"),
  ];
  await readSystems({ acme: true, portal: true });
  expect(await leavers()).toEqual(["pass", "pass: Nobody has left."]);
  expect(await clockOfDan()).toBe("leaving");
  await turnTo(later(2));
  await readSystems({ acme: false, portal: true });
  expect(await leavers()).toEqual([
    "pass",
    "unknown: Due to be disabled within 24 hours of leaving: dan@acme.test (PER-1).",
  ]);
  expect(await clockOfDan()).toBe("running");
  // The hour passes, and then the system is read again and says nothing new.
  await turnTo(new Date(endsAt.getTime() + 24 * HOUR));
  expect(await clockOfDan()).toBe("unread");
  await other.readAgain(clock);
  await turnTo(later(0.01));
  expect(await leavers()).toEqual(["pass", "fail: Open more than 24 hours after they left: dan@acme.test (PER-1)."]);
  expect(await clockOfDan()).toBe("late");
  const control = await done(olga.get(at("/controls/XC-07")));
  expect(
    control.checks.find(({ checkId }: { checkId: string }) => checkId === "accounts.leavers-disabled"),
  ).toMatchObject({ outcome: "fail" });

  // Closed by the next run, and open again when the account returns.
  await turnTo(later(1));
  await readSystems({ acme: false, portal: false });
  expect(await leavers()).toEqual(["pass", "pass: No account of the 1 who left is open."]);
  expect(await clockOfDan()).toBe("closed");
  await turnTo(later(1));
  await readSystems({ acme: false, portal: true });
  expect(await leavers()).toEqual(["pass", "fail: Open more than 24 hours after they left: dan@acme.test (PER-1)."]);
  expect(await clockOfDan()).toBe("late");

  // Nobody uploaded anything: what is on file was read from systems, or sealed.
  const filed = await admin(
    "SELECT count(*)::integer AS n FROM app.evidence WHERE company_id = $1 AND name NOT LIKE 'Read %' AND filed_by <> company_id",
    [company],
  );
  expect(filed).toEqual([{ n: 0 }]);
});
