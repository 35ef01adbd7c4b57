import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaults } from "#connectors/github/company-settings.ts";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, signInStaff } from "#tests/support/staff.ts";

let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found(`Code ${randomUUID()}`);
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const coding = ({ courses }: { courses: readonly { key: string }[] }) =>
  courses.some(({ key }) => key === "secure-coding");
const askedToCode = async () =>
  (await olga.get(at("/training"))).body.people.filter(coding).map(({ name }: { name: string }) => name);

const codingTasks = async () =>
  (await olga.get(at("/tasks"))).body
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title.includes("Secure coding"));

let later = 0;
async function run(): Promise<void> {
  running.setNow(new Date(Date.now() + (later += 60_000)));
  await running.app.runTasks();
  running.setNow(undefined);
}

/** Files what GitHub lists as if it had been read now; answers with the id of its system. */
async function readGitHub(roles: Readonly<Record<string, string>>): Promise<string> {
  const observedAt = new Date().toISOString();
  const [connection] = await admin(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      VALUES ($1, gen_random_uuid(), 'github', 'token', 'paused', 'acme', 'acme', 'GitHub acme', $2, now()) RETURNING id, system_id`,
    [company, olga.id],
  );
  const steps = ["organization", "members", "collaborators", "repositories"].map((step) => ({
    step,
    status: "complete",
    pages: 1,
    items: 1,
    startedAt: observedAt,
    endedAt: observedAt,
    missing: [],
    detail: "",
  }));
  const item = (step: string, kind: string, type: string, id: string, data: object) => ({
    kind,
    subject: { type, id, label: id },
    data,
    observedAt,
    step,
  });
  const document = {
    format: "exhibit-collection/1",
    provider: "github",
    account: { id: "acme", label: "acme" },
    connector: { version: 1 },
    run: { id: randomUUID(), slot: observedAt, observedAt },
    settings: defaults,
    steps,
    items: [
      item("organization", "github.organization", "organization", "acme", { login: "acme", twoFactorRequired: true }),
      ...Object.entries(roles).map(([login, role]) =>
        item("members", "github.member", "user", login, { login, role, twoFactor: true }),
      ),
      item("repositories", "github.repository", "repository", "web", {
        name: "web",
        private: true,
        archived: false,
        fork: false,
      }),
    ],
    results: [],
  };
  const about = new URLSearchParams({ name: "GitHub", fileName: "r.json", type: "Config", controls: "XC-09" });
  const filed = await olga.upload(at(`/evidence?${about}`), writeDocument(document as unknown as ExhibitDocument));
  const slot = new Date();
  await admin(
    `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps)
      VALUES ($1, $2, $3, 'asked', 'done', $3, $3, $4)`,
    [company, connection.id, slot, JSON.stringify(steps)],
  );
  await admin(
    "UPDATE app.collection_runs SET evidence_id = $4 WHERE company_id = $1 AND connection_id = $2 AND slot = $3",
    [company, connection.id, slot, filed.body.id],
  );
  await run();
  return connection.system_id;
}

test("whoever the check of secure coding judges is asked to take it, whatever their title is, and nobody else is told", async () => {
  const people = { ben: "Partner", cora: "Software engineer", dan: "Partner", eve: "Partner" };
  const ids = new Map<string, string>();
  for (const [name, jobTitle] of Object.entries(people))
    ids.set(name, await addToStaff(olga, company, { name, jobTitle, email: `${name}@code.test` }));
  expect(await askedToCode()).toEqual(["cora"]);
  const system = await readGitHub({ ben: "admin", dan: "member", robot: "member" });
  const decide = (kind: string, login: string, personId: string | null) =>
    olga.post(at("/accounts/decisions"), {
      kind,
      personId,
      accounts: [{ provider: "github", scope: "acme", id: login }],
    });
  expect((await decide("person", "ben", ids.get("ben")!)).status).toBe(200);
  expect((await decide("person", "dan", ids.get("dan")!)).status).toBe(200);
  expect((await decide("program", "robot", null)).status).toBe(200);
  const upload = new URLSearchParams({ name: "List", fileName: "list.csv", type: "Document", controls: "XC-06" });
  const csv = `Email,Completed\ncora@code.test,${new Date().toISOString().slice(0, 10)}\n`;
  const { exhibit } = (await olga.upload(at(`/evidence?${upload}`), csv)).body;
  await olga.post(at("/training/imports"), { csv, exhibit, course: "security", provider: "Elsewhere" });
  await run();
  const [verdict] = await admin(
    `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = 'training.developers'
      ORDER BY ledger_index DESC LIMIT 1`,
    [company],
  );
  expect(verdict).toMatchObject({ outcome: "fail", reason: expect.stringContaining("PER-1. Send them their links.") });
  expect(await askedToCode()).toEqual(["ben", "cora", "dan"]);
  expect(await codingTasks()).toEqual(["3 people have not passed Secure coding"]);
  const due = (await olga.get(at("/staff/due"))).body.people;
  const courses = (name: string) => due.find((person: { name: string }) => person.name === name).courses;
  expect([courses("ben"), courses("eve")]).toEqual([4, 3]);
  const pageOf = async (name: string) => {
    const browser = await signInStaff(running, olga, company, ids.get(name)!, `${name}@code.test`);
    return (await browser.open("/me")).html;
  };
  expect(await pageOf("ben")).toContain("/me/training/secure-coding");
  expect(await pageOf("eve")).not.toContain("/me/training/secure-coding");
  // What is out of scope is judged of nobody.
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const left = await olga.post(at(`/systems/${system}/out-of-scope`), { reason: "A sandbox.", until });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  expect(await askedToCode()).toEqual(["cora"]);
});
