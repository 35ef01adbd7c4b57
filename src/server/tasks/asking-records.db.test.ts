import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// What a register declares that its records ask for is a task when it is due, and gone once it is there.

const DAY = 86_400_000;
let running: RunningApp;
let olga: Person;
let ben: Person;
let company: string;
let person: string;
let paper: string;
let [lou, max]: Kept[] = [];
const clock = new Date();

const at = (more: string) => `/companies/${company}${more}`;
const instant = (days: number) => new Date(clock.getTime() + days * DAY).toISOString();
const day = (days: number) => instant(days).slice(0, 10);

interface Kept {
  readonly id: string;
  readonly version: number;
}
async function add(register: string, fields: object): Promise<Kept> {
  const { status, body } = await olga.post(at(`/registers/${register}/records`), { fields });
  expect({ status, wrong: body.data }).toEqual({ status: 200, wrong: undefined });
  return body;
}
async function change(register: string, { id, version }: Kept, fields: object): Promise<void> {
  const path = at(`/registers/${register}/records/${id}`);
  const answer = await olga.send("PATCH", path, JSON.stringify({ version, fields }), {
    "content-type": "application/json",
  });
  expect({ status: answer.status, wrong: answer.body.data }).toEqual({ status: 200, wrong: undefined });
}
const end = (register: string, { id }: Kept, reason: string) =>
  olga.post(at(`/registers/${register}/records/${id}/end`), { reason });
const approve = async (register: string, { id, version }: Kept) =>
  expect((await ben.post(at(`/registers/${register}/records/${id}/approval`), { version })).status).toBe(200);
const listed = async (register: string, task: string): Promise<string[]> =>
  (await olga.get(at(`/registers/${register}/records?field=asks&equals=${task}`))).body.records.map(
    ({ id }: Kept) => id,
  );
interface Asked {
  readonly key: string;
  readonly title: string;
  readonly to: string;
  readonly due: string | null;
  readonly standing: object | null;
}
const tasks = async (key: string): Promise<Asked[]> =>
  (await olga.get(at("/tasks"))).body.filter((task: { key: string }) => task.key.startsWith(`register ${key}`));

beforeAll(async () => {
  running = await runApp();
  [olga, ben] = (await Promise.all(["Olga", "Ben"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found(`Asking ${randomUUID()}`);
  const { body } = await olga.post(at("/invitations"), { email: ben.email, role: "admin" });
  await ben.post("/invitations/accept", { invitationId: body.invitation.id });
  person = (await add("people", { name: "Rae", kind: "employee", startsAt: "2020-01-01" })).id;
  lou = await add("people", { name: "Lou", kind: "employee", startsAt: "2020-01-01" });
  max = await add("people", { name: "Max", kind: "employee", startsAt: "2020-01-01", endsAt: day(3) });
  const about = new URLSearchParams({ name: "Paper", fileName: "p.txt", type: "Document", controls: "XC-04" });
  paper = (await olga.upload(at(`/evidence?${about}`), "a paper")).body.exhibit;
});
afterAll(() => running.close());

interface Case {
  readonly fields: () => object;
  /** The same with nothing to ask for yet. */
  readonly early?: () => object;
  /** What is done once it is there, before it asks. */
  readonly before?: (kept: Kept) => Promise<unknown>;
  readonly close: (kept: Kept) => Promise<unknown>;
}
const request = (days: number) => ({
  kind: "access",
  person: "Ann",
  law: "ccpa",
  receivedOn: day(days),
  ownerId: person,
});
const alert = { title: "Sign-in from abroad" };
const approval = (days: number, more: object = {}) => ({
  subject: "Port 22",
  kind: "port",
  reason: "Needed",
  expiresOn: day(days),
  ...more,
});
const disposal = { subject: "Files", method: "shred", disposedOn: day(0) };
const matter = (number: string, closedOn: string) => ({
  reference: number,
  leadId: person,
  restricted: "no",
  closedOn,
  keptYears: 7,
});
const yearsAgo = (years: number, days: number) => {
  const then = new Date(clock.getTime() + days * DAY);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then.toISOString().slice(0, 10);
};
const incident = (days: number) => ({ title: "Mail", kind: "incident", discoveredAt: instant(days), leadId: person });

/** By register and key of the task. */
const cases: Readonly<Record<string, Case>> = {
  "privacy-requests answer": {
    fields: () => request(-40),
    early: () => request(-20),
    close: (kept) => change("privacy-requests", kept, { closedOn: day(0) }),
  },
  "alerts acknowledge": {
    fields: () => ({ ...alert, raisedAt: instant(-2) }),
    early: () => ({ ...alert, raisedAt: instant(-40) }),
    close: (kept) => change("alerts", kept, { acknowledgedAt: instant(-1), closedAt: instant(0) }),
  },
  "alerts close": {
    fields: () => ({ ...alert, raisedAt: instant(-2), acknowledgedAt: instant(-1) }),
    early: () => ({ ...alert, raisedAt: instant(-40), acknowledgedAt: instant(-39) }),
    close: (kept) => change("alerts", kept, { closedAt: instant(0) }),
  },
  "approvals renew": {
    fields: () => approval(20),
    early: () => approval(40, { subject: "Port 80" }),
    before: (kept) => approve("approvals", kept),
    close: () => add("approvals", approval(300)),
  },
  "risks rate": {
    fields: () => ({ title: "Fire", likelihood: 1, impact: 2, ratedOn: day(-340) }),
    early: () => ({ title: "Flood", likelihood: 1, impact: 2, ratedOn: day(-330) }),
    close: (kept) => change("risks", kept, { ratedOn: day(0) }),
  },
  "sites plan": {
    fields: () => ({ name: "Office", address: "1 Road", holds: "both", plan: paper, planDatedOn: day(-340) }),
    early: () => ({ name: "Desk", address: "2 Road", holds: "none", plan: paper, planDatedOn: day(-340) }),
    close: (kept) => change("sites", kept, { planDatedOn: day(0) }),
  },
  "data diagram": {
    fields: () => ({ name: "Mail", class: "client", purpose: "Work", ownerId: person, diagramDatedOn: day(-340) }),
    early: () => ({ name: "Pay", class: "client", purpose: "Work", ownerId: person, diagramDatedOn: day(-330) }),
    close: (kept) => change("data", kept, { diagramDatedOn: day(0) }),
  },
  "client-matters dispose": {
    fields: () => matter("M-1", yearsAgo(7, 20)),
    early: () => matter("M-2", yearsAgo(7, 40)),
    close: ({ id }) => add("disposals", { ...disposal, matterIds: [id], certificate: paper }),
  },
  "client-matters account": {
    fields: () => matter("M-3", yearsAgo(1, 0)),
    before: (kept) => end("client-matters", kept, "Files destroyed or returned"),
    close: ({ id }) => add("legal-holds", { title: "Dispute", matterIds: [id], startsOn: day(0), notice: paper }),
  },
  "devices reassign": {
    fields: () => ({ name: "Laptop of Lou", kind: "laptop", holderId: lou!.id }),
    early: () => ({ name: "Laptop of Rae", kind: "laptop", holderId: person }),
    before: async (kept) => {
      expect(await tasks("devices reassign")).toEqual([]);
      const lastDay = { reason: "Resigned", lastDay: day(-2) };
      expect((await olga.post(at(`/registers/people/records/${lou!.id}/end`), lastDay)).status).toBe(200);
      const [asked] = await tasks("devices reassign");
      expect([asked!.title, asked!.due]).toEqual([
        expect.stringMatching(/^Reassign DEV-\d+: Laptop of Lou$/),
        `${day(6)}T00:00:00.000Z`,
      ]);
      // Who leaves later has not left.
      await add("devices", { name: "Phone of Max", kind: "phone", holderId: max!.id });
      expect(await listed("devices", "reassign")).toEqual([kept.id]);
    },
    close: (kept) => change("devices", kept, { holderId: person }),
  },
  "devices wipe": {
    fields: () => ({ name: "Old laptop", kind: "laptop", holderId: person }),
    early: () => ({ name: "New laptop", kind: "laptop", holderId: person }),
    before: (kept) => end("devices", kept, "Retired"),
    close: async ({ id }) => {
      // Without its certificate it shows nothing.
      await add("disposals", { ...disposal, deviceIds: [id] });
      expect(await tasks("devices wipe")).toHaveLength(1);
      await add("disposals", { ...disposal, deviceIds: [id], certificate: paper });
    },
  },
  "incidents update": {
    fields: () => incident(-100),
    early: () => incident(-80),
    before: async ({ id }) => {
      const query = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
      await query("ALTER TABLE app.records DISABLE TRIGGER USER");
      await query("UPDATE app.records SET changed_at = $2 WHERE id = $1", [id, instant(-10)]);
      await query("ALTER TABLE app.records ENABLE TRIGGER USER");
    },
    close: (kept) => change("incidents", kept, { severity: "low" }),
  },
};

test.each(Object.entries(cases))(
  "a record asks for %s when it is due, and is answered by what is asked for",
  async (key, { fields, early, before, close }) => {
    if (early) await add(key.split(" ")[0]!, early());
    const kept = await add(key.split(" ")[0]!, fields());
    await before?.(kept);
    const asked = await tasks(key);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.to).toMatch(
      new RegExp(`^/dashboard/program/(disposals$|${key.split(" ")[0]}\\?record=${kept.id}$)`),
    );
    // Beside its register stands how many there are, with a link to exactly those.
    const [register, task] = key.split(" ") as [string, string];
    const declared = registers.find((own) => own.key === register)!.tasks!.find((own) => own.key === task)!;
    const list = `/dashboard/program/${register}?view=all&only=asks:${task}`;
    expect(asked[0]!.standing).toEqual({ register, count: 1, list, ...declared.standing });
    expect(await listed(register, task)).toEqual([kept.id]);
    await close(kept);
    expect(await tasks(key)).toEqual([]);
    expect(await listed(register, task)).toEqual([]);
  },
);

test("what no register declares that it asks for lists nothing, and is refused", async () => {
  for (const asked of ["nothing", "above", "constructor"]) {
    const { status, body } = await olga.get(at(`/registers/alerts/records?field=asks&equals=${asked}`));
    expect([status, body.code], asked).toEqual([422, "record-sort"]);
  }
});

test("each task that a register declares has a case here", () => {
  const declared = registers.flatMap(({ key, tasks: own = [] }) => own.map((task) => `${key} ${task.key}`));
  expect(Object.keys(cases).toSorted()).toEqual(declared.toSorted());
});

test("a periodic review is asked for again before its document is too old, where it is done", async () => {
  const review = (days: number) =>
    add("tests", {
      title: "Review of logs",
      kind: "review",
      reviewOf: "logs",
      doneOn: day(days),
      by: "inside",
      testerIds: [person],
      conclusion: "All well",
    });
  const own = async () => (await olga.get(at("/tasks"))).body.filter(({ key }: any) => key.startsWith("duty review"));
  const first = await review(-27);
  expect(await own()).toEqual([]);
  await approve("tests", first);
  expect(await own()).toMatchObject([
    {
      key: "duty review logs",
      title: "Review logs and alerts again",
      due: `${day(5)}T00:00:00.000Z`,
      to: "/dashboard/program/tests?do=review-logs",
    },
  ]);
  await approve("tests", await review(0));
  expect(await own()).toEqual([]);
});
