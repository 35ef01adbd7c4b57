import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { dueOf } from "#domain/registers/record-task.ts";
import type { Doing, RecordTask } from "#domain/registers/record-task.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { findersOf } from "#domain/tasks/finders.ts";
import type { Finder } from "#domain/tasks/finders.ts";
import { duties } from "#domain/tasks/of-duties.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { keyRecords } from "../db/key-records.ts";
import { writeRegisters } from "../db/write-registers.ts";
import { readAskingRecords } from "../registers/read-asking-records.ts";
import { readDuties, readNotices, readPeriodicReviews } from "./read-duties.ts";

// What tasks find records by is kept where records change, and is what a look at every record says, on each day.

const DAY = 86_400_000;
const json = { "content-type": "application/json" };
let running: RunningApp;
let olga: Person;
let ben: Person;
let vera: Person;
let company: string;
let paper: string;
let people: string[];

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;
const clock = new Date();
const instant = (count: number) => new Date(clock.getTime() + count * DAY).toISOString();
const day = (count: number) => instant(count).slice(0, 10);

beforeAll(async () => {
  running = await runApp();
  [olga, ben, vera] = (await Promise.all(["Olga", "Ben", "Vera"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => running.close());
beforeEach(begin);

async function begin(): Promise<void> {
  company = await olga.found(`Found ${randomUUID()}`);
  for (const [person, role] of [
    [ben, "admin"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
  const about = new URLSearchParams({ name: "Paper", fileName: "p.txt", type: "Document", controls: "XC-04" });
  paper = (await olga.upload(at(`/evidence?${about}`), "a paper")).body.exhibit;
  people = [];
  for (const name of ["Rae", "Lou"])
    people.push((await post("people", { name, kind: "employee", startsAt: "2020-01-01" })).body.id);
}
const post = (register: string, fields: object) => olga.post(at(`/registers/${register}/records`), { fields });

interface Kept {
  readonly id: string;
  readonly register: string;
  readonly number: number;
  readonly version: number;
  readonly fields: RecordFields;
  readonly changed_at: Date;
  readonly created_at: Date;
  readonly approved_at: Date | null;
  readonly ended_at: Date | null;
  /** Of an incident, when it was. */
  readonly discovered: Date | null;
}
const everything = (): Promise<Kept[]> =>
  admin(
    "SELECT r.*, r.number::integer AS number, CASE WHEN r.register = 'incidents' THEN app.discovery(r) END AS discovered FROM app.records r WHERE r.company_id = $1 AND r.matter_id IS NULL ORDER BY r.register, r.number",
    [company],
  );

const text = (fields: RecordFields, name: string) => (fields[name] === undefined ? undefined : String(fields[name]));
const isOf = (of: RecordTask["of"], { ended_at: ended, approved_at: approved }: Kept) =>
  of === "ended" ? ended !== null : ended === null && (of === "kept" || approved !== null);
const isAs = ({ has = [], lacks = [], where = {} }: Pick<Finder, "has" | "lacks" | "where">, { fields }: Kept) =>
  has.every((name) => fields[name] !== undefined) &&
  lacks.every((name) => fields[name] === undefined) &&
  Object.entries(where).every(([name, words]) => words.includes(text(fields, name) ?? ""));
function leftAt(field: string, { fields }: Kept, all: readonly Kept[]): Date | null {
  const person = all.find(({ register, id }) => register === "people" && id === fields[field]);
  const ends = person && text(person.fields, "endsAt");
  const times = [person?.ended_at, ends === undefined ? null : new Date(ends)].flatMap((time) => time ?? []);
  return times.length > 0 ? new Date(Math.min(...times.map((time) => time.getTime()))) : null;
}
const dayOf = (from: string, { fields, approved_at: approved, ended_at: ended }: Kept, left: Date | null) =>
  ({ approved, ended, left })[from]?.toISOString().slice(0, 10) ?? text(fields, from);

/** The keys of a record by a finder, as this file understands it. */
function keysBy(finder: Finder, record: Kept, all: readonly Kept[]): string[] {
  const { by, not = {}, any = {}, years, undated = false, from, left: field } = finder;
  const left = field === undefined ? null : leftAt(field, record, all);
  const word = by === undefined ? "" : text(record.fields, by);
  const isFound =
    isOf(finder.of, record) &&
    isAs(finder, record) &&
    word !== undefined &&
    (field === undefined || left !== null) &&
    Object.entries(not).every(([name, words]) => !words.includes(text(record.fields, name) ?? "")) &&
    Object.entries(any).every(([name, words]) =>
      ((record.fields[name] ?? []) as readonly string[]).some((own) => words.includes(own)),
    );
  if (!isFound) return [];
  const [first] = from.map((name) => dayOf(name, record, left));
  return from.flatMap((name) => {
    const own = dayOf(name, record, left);
    if (own === undefined && !undated) return [];
    const shown =
      years === undefined || own === undefined ? own : String(Number(own.slice(0, 4)) + Number(record.fields[years]));
    return [record.id, [finder.key, word].filter(Boolean).join(" "), name, record.register, shown, first].join("|");
  });
}

function isDone({ unless = [] }: RecordTask, record: Kept, all: readonly Kept[]): boolean {
  const does = ({ register, by, where = {}, notBefore, ...more }: Doing, doing: Kept) => {
    const [done, asked] = [doing.fields[notBefore?.day ?? ""], record.fields[notBefore?.of ?? ""]];
    return (
      doing.register === register &&
      doing.ended_at === null &&
      [doing.fields[by]].flat().includes(record.id) &&
      isAs(
        { ...more, where: Object.fromEntries(Object.entries(where).map(([name, word]) => [name, [word]])) },
        doing,
      ) &&
      (done === undefined || asked === undefined || done >= asked)
    );
  };
  return all.some((doing) => unless.some((doings) => does(doings, doing)));
}

function isReplaced({ sameIn, from }: RecordTask, record: Kept, all: readonly Kept[]): boolean {
  const [first] = Object.keys(from) as [string];
  const place = ({ fields, created_at: created }: Kept) => `${text(fields, first)} ${created.toISOString()}`;
  const alike = (a: Kept, b: Kept) =>
    sameIn?.every((name) => (text(a.fields, name) ?? "").toLowerCase() === (text(b.fields, name) ?? "").toLowerCase());
  return all.some(
    (other) =>
      other.id !== record.id &&
      other.register === record.register &&
      other.ended_at === null &&
      alike(other, record) &&
      place(other) > place(record),
  );
}

/** Which records ask for what, by a look at all of them. */
function askingAmong(all: readonly Kept[], now: Date): string[] {
  return registers.flatMap(({ key, tasks = [] }) =>
    tasks.flatMap((task) =>
      all.flatMap((record) => {
        const left = task.left === undefined ? null : leftAt(task.left, record, all);
        if (record.register !== key || !isOf(task.of, record) || !isAs(task, record)) return [];
        if (task.left !== undefined && left === null) return [];
        const [first] = Object.keys(task.from) as [string];
        const since = new Date(now.getTime() - (task.until ?? Infinity) * DAY);
        if (task.until !== undefined && (dayOf(first, record, left) ?? "") < since.toISOString().slice(0, 10))
          return [];
        if (isDone(task, record, all) || isReplaced(task, record, all)) return [];
        const asked = {
          ...record,
          changedAt: record.changed_at,
          approvedAt: record.approved_at,
          endedAt: record.ended_at,
        };
        return dueOf(task, { ...asked, leftAt: left }, now) === undefined ? [] : `${key} ${task.key} ${record.id}`;
      }),
    ),
  );
}

const newest = (found: readonly (readonly [string, string | undefined])[]) =>
  [...Map.groupBy(found, ([key]) => key)]
    .flatMap(([key, own]) => {
      const days = own.flatMap(([, said]) => said ?? []).toSorted((a, b) => (a < b ? -1 : 1));
      return days.length > 0 ? [[key, days.at(-1)!.slice(0, 10)] as const] : [];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
const isApproved = ({ ended_at: ended, approved_at: approved }: Kept) => ended === null && approved !== null;

async function expectFound(): Promise<void> {
  const all = await everything();
  const kept = await admin(
    "SELECT record_id, task, field, register, day, first_day FROM app.task_keys WHERE company_id = $1",
    [company],
  );
  expect(kept.map((row) => Object.values(row).join("|")).toSorted()).toEqual(
    registers
      .flatMap((register) =>
        findersOf(register).flatMap((finder) =>
          all.flatMap((record) => (record.register === register.key ? keysBy(finder, record, all) : [])),
        ),
      )
      .toSorted(),
  );
  const asked = registers.flatMap((register) => (register.tasks ?? []).map((task) => ({ register, task })));
  await asCaller(running.app.services.databases.user, { userId: olga.id, companyId: company }, async (tx) => {
    for (const now of [0, 20, 45, 370, 3_000].map((days) => new Date(clock.getTime() + days * DAY))) {
      const found = (await readAskingRecords(tx, company, asked, now)).flatMap((record) =>
        dueOf(record.task, record, now) === undefined ? [] : `${record.register.key} ${record.task.key} ${record.id}`,
      );
      expect(found.toSorted(), now.toISOString()).toEqual(askingAmong(all, now).toSorted());
      const notices = all.filter(
        (record) =>
          record.register === "incidents" &&
          record.ended_at === null &&
          record.fields["kind"] === "incident" &&
          ((record.fields["data"] ?? []) as readonly string[]).some((own) =>
            ["personal", "health", "card"].includes(own),
          ) &&
          !["notify", "none"].includes(text(record.fields, "noticeDecision") ?? "") &&
          record.discovered!.getTime() > now.getTime() - 365 * DAY,
      );
      expect((await readNotices(tx, company, "owner", now)).map(({ id }) => id)).toEqual(notices.map(({ id }) => id));
    }
    const done = all.flatMap((record) => {
      const { register, fields } = record;
      const kind = text(fields, "kind")!;
      const isOpened = fields["sentAt"] === undefined || fields["answeredAt"] !== undefined;
      if (!isApproved(record)) return [];
      if (register === "incidents" && kind !== "mistake") return [["exercise", text(fields, "closedAt")] as const];
      if (!["meetings", "tests"].includes(register) || !isOpened || !Object.hasOwn(duties, kind)) return [];
      return [[kind, text(fields, register === "meetings" ? "heldOn" : "doneOn")] as const];
    });
    const until = (kind: string, said: string) =>
      new Date(endOfDay(said).getTime() + duties[kind as keyof typeof duties].counts * DAY);
    expect(await readDuties(tx, company, "owner")).toEqual(
      newest(done).map(([kind, said]) => ({ kind, until: until(kind, said) })),
    );
    const reviews = all.flatMap((record) => {
      const { register, fields } = record;
      const isReview = register === "tests" && fields["kind"] === "review" && isApproved(record);
      return isReview ? [[text(fields, "reviewOf")!, text(fields, "doneOn")] as const] : [];
    });
    const periodic = await readPeriodicReviews(tx, company, "owner");
    expect(periodic.map(({ key }) => key)).toEqual(newest(reviews).map(([key]) => key));
  });
}

const days = fc.constantFrom(-500, -380, -350, -100, -40, -20, -3);
const later = fc.constantFrom(-20, 10, 25, 40, 300);
const who = fc.constantFrom(0, 1);
const ofTests = (fields: object) => ({ by: "inside", testerIds: [people[0]], conclusion: "All well", ...fields });
/** A record of a register, with other days and words at each turn. */
const written: Readonly<Record<string, fc.Arbitrary<() => object>>> = {
  alerts: fc
    .record({
      days,
      state: fc.constantFrom(
        {},
        { acknowledgedAt: instant(-2) },
        { acknowledgedAt: instant(-2), closedAt: instant(-1) },
      ),
    })
    .map(({ days: ago, state }) => () => ({ title: "Sign-in", raisedAt: instant(ago - 1), ...state })),
  approvals: fc
    .record({ later, subject: fc.constantFrom("Port 22", "PORT 22", "Port 80") })
    .map(({ later: end, subject }) => () => ({ subject, kind: "port", reason: "Needed", expiresOn: day(end) })),
  risks: days.map((ago) => () => ({ title: "Fire", likelihood: 1, impact: 2, ratedOn: day(ago) })),
  devices: who.map((own) => () => ({ name: "Laptop", kind: "laptop", holderId: people[own] })),
  "client-matters": fc.record({ days, keptYears: fc.constantFrom(1, 2, 7) }).map(({ days: ago, keptYears }) => () => ({
    reference: `M-${randomUUID()}`,
    leadId: people[0],
    restricted: "no",
    closedOn: day(ago),
    keptYears,
  })),
  actions: later.map((due) => () => ({
    title: "Do",
    source: "other",
    controls: ["XC-01"],
    ownerId: people[0],
    dueOn: day(due),
  })),
  tests: fc.record({ days, kind: fc.constantFrom("review", "audit", "pentest", "exercise") }).map(
    ({ days: ago, kind }) =>
      () =>
        ofTests({
          title: "Look",
          kind,
          doneOn: day(ago),
          ...(kind === "review" && { reviewOf: "logs" }),
          ...(kind === "audit" && { controls: ["XC-01"], findings: ["None"] }),
          ...(kind === "pentest" && { grave: 0 }),
          ...(kind === "exercise" && { participantIds: [people[0]], findings: ["None"] }),
        }),
  ),
  meetings: fc.record({ days, kind: fc.constantFrom("leadership", "other") }).map(({ days: ago, kind }) => () => ({
    title: "Review",
    kind,
    heldOn: day(ago),
    attendeeIds: people,
    results: [paper],
    decisions: "None",
  })),
  incidents: fc
    .record({
      days,
      kind: fc.constantFrom("incident", "exercise", "mistake"),
      data: fc.constantFrom(undefined, ["personal"], ["business"], ["health", "business"]),
      noticeDecision: fc.constantFrom(undefined, "counsel"),
      closed: fc.boolean(),
    })
    .map(({ days: ago, kind, data, noticeDecision, closed }) => () => ({
      title: "Mail",
      kind,
      discoveredAt: instant(ago),
      leadId: people[0],
      ...(data && { data }),
      ...(noticeDecision && { noticeDecision }),
      ...(closed && { closedAt: instant(ago / 2) }),
    })),
};
const adds = Object.entries(written).map(([register, fields]) =>
  fc.record({ verb: fc.constant("add" as const), register: fc.constant(register), fields }),
);
const changes = Object.entries(written).map(([register, fields]) =>
  fc.record({ verb: fc.constant("change" as const), register: fc.constant(register), fields, which: fc.nat(9) }),
);
const acts = fc.record({
  verb: fc.constantFrom("approve" as const, "approve" as const, "end" as const, "reopen" as const),
  which: fc.nat(99),
});
const step = fc.oneof(
  { arbitrary: fc.oneof(...adds), weight: 4 },
  { arbitrary: fc.oneof(...changes), weight: 3 },
  { arbitrary: acts, weight: 4 },
  fc.record({ verb: fc.constant("dispose" as const), which: fc.nat(99), certificate: fc.boolean() }),
  fc.record({ verb: fc.constantFrom("leave" as const, "stay" as const), who, later }),
);

test("what tasks find records by is what a look at every record says, after any edits, on this day and later ones", async () => {
  const did = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.tuple(...adds), fc.array(step, { minLength: 25, maxLength: 25 }), async (first, steps) => {
      await begin();
      for (const each of [...first, ...steps]) {
        const all = (await everything()).filter(({ register }) => register !== "people");
        const pick = (among: readonly Kept[], which: number) => among[which % among.length];
        const path = (record: Kept, more = "") => at(`/registers/${record.register}/records/${record.id}${more}`);
        const statuses: number[] = [];
        if (each.verb === "add") statuses.push((await post(each.register, each.fields())).status);
        else if (each.verb === "change") {
          const record = pick(
            all.filter(({ register }) => register === each.register),
            each.which,
          );
          const given = record && JSON.stringify({ version: record.version, fields: each.fields() });
          if (record) statuses.push((await olga.send("PATCH", path(record), given, json)).status);
        } else if (each.verb === "dispose") {
          const [device, matter] = ["devices", "client-matters"].map((own) =>
            pick(
              all.filter(({ register }) => register === own),
              each.which,
            ),
          );
          const about = { ...(device && { deviceIds: [device.id] }), ...(matter && { matterIds: [matter.id] }) };
          const disposal = {
            subject: "Files",
            method: "shred",
            disposedOn: day(0),
            ...about,
            ...(each.certificate && { certificate: paper }),
          };
          if (device || matter) statuses.push((await post("disposals", disposal)).status);
        } else if ("who" in each) {
          const [record] = await admin("SELECT * FROM app.records WHERE id = $1", [people[each.who]]);
          const fields = { endsAt: each.verb === "leave" ? instant(each.later) : null };
          statuses.push(
            (await olga.send("PATCH", path(record), JSON.stringify({ version: record.version, fields }), json)).status,
          );
        } else {
          const record = pick(
            all.filter(({ ended_at: ended }) => (ended !== null) === (each.verb === "reopen")),
            each.which,
          );
          if (record && each.verb === "approve")
            statuses.push((await ben.post(path(record, "/approval"), { version: record.version })).status);
          if (record && each.verb === "end") {
            const { endReasons } = registers.find(({ key }) => key === record.register)!;
            statuses.push((await olga.post(path(record, "/end"), { reason: endReasons[0] ?? "Gone" })).status);
          }
          if (record && each.verb === "reopen")
            statuses.push((await olga.send("DELETE", path(record, "/end"), "{}", json)).status);
        }
        for (const status of statuses)
          did.add(`${each.verb} ${"register" in each ? `${each.register} ` : ""}${status}`);
        await expectFound();
      }
    }),
    { numRuns: 4, seed: 7, endOnFailure: true },
  );
  // Each of them was done, and not refused each time.
  for (const verb of ["approve", "end", "reopen", "dispose", "leave", "stay"])
    expect([...did]).toContain(`${verb} 200`);
  expect([...did]).toEqual(expect.arrayContaining(Object.keys(written).map((register) => `add ${register} 200`)));
});

test("records that were there before their keys have them when the registers are declared, and who reads no register of them reads none", async () => {
  expect((await post("devices", { name: "Laptop", kind: "laptop", holderId: people[0] })).status).toBe(200);
  expect(
    (await post("actions", { title: "Do", source: "other", controls: ["XC-01"], ownerId: people[0], dueOn: day(9) }))
      .status,
  ).toBe(200);
  const keys = () =>
    admin("SELECT * FROM app.task_keys WHERE company_id = $1 ORDER BY record_id, task, field", [company]);
  const before = await keys();
  expect(before.map(({ register, task, field }) => [register, task, field])).toEqual([["actions", "open", "dueOn"]]);
  // As a release does whose tasks find nothing of it; this one declares what it did, and writes the keys anew.
  await admin("UPDATE app.registers SET finders = NULL WHERE key = 'actions'");
  const client = await running.database.admin.connect();
  await keyRecords(client);
  client.release();
  expect(await keys()).toEqual([]);
  await writeRegisters(running.database.admin);
  expect(await keys()).toEqual(before);
  const seen = (person: Person) =>
    asCaller(running.app.services.databases.user, { userId: person.id, companyId: company }, (tx) =>
      tx.selectFrom("app.task_keys").select("register").execute(),
    );
  expect(await seen(vera)).toEqual([{ register: "actions" }]);
  const [{ roles }] = await admin("SELECT read_roles AS roles FROM app.registers WHERE key = 'actions'");
  await admin("UPDATE app.registers SET read_roles = '{owner}' WHERE key = 'actions'");
  try {
    expect([await seen(vera), await seen(olga)]).toEqual([[], [{ register: "actions" }]]);
  } finally {
    await admin("UPDATE app.registers SET read_roles = $1 WHERE key = 'actions'", [roles]);
  }
});

test("while records of a company are keyed anew, another's are written, and who wrote by the finders before is waited for", async () => {
  const [former, formerly] = [company, people[0]!];
  const add = async (ownerId: string) =>
    (await post("actions", { title: "Do", source: "other", controls: ["XC-01"], ownerId, dueOn: day(9) })).status;
  await begin();
  expect(await add(people[0]!)).toBe(200);
  const writes = await running.database.admin.connect();
  await writes.query("BEGIN");
  // What each write of a record begins with.
  await writes.query("SELECT FROM app.ledger_heads WHERE company_id = $1 FOR UPDATE", [company]);
  await admin("UPDATE app.registers SET finders = NULL WHERE key = 'actions'");
  const written = writeRegisters(running.database.admin);
  await expect
    .poll(async () => (await admin("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).length)
    .toBe(1);
  const waits = company;
  company = former;
  expect(await add(formerly)).toBe(200);
  expect(await admin("SELECT FROM app.registers WHERE NOT is_keyed")).toHaveLength(1);
  await writes.query("COMMIT");
  writes.release();
  await written;
  expect(await admin("SELECT FROM app.registers WHERE NOT is_keyed")).toHaveLength(0);
  for (const id of [former, waits])
    expect(await admin("SELECT FROM app.task_keys WHERE company_id = $1 AND register = 'actions'", [id])).toHaveLength(
      1,
    );
});
