import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { writeRegisters } from "../db/write-registers.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let vera: Person;
let company: string;
let danaId: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, vera] = (await Promise.all(["Olga", "Adam", "Vera"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  company = await olga.found("Names Ltd");
  for (const [person, role] of [
    [adam, "admin"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}/registers/${more}`;
const json = { "content-type": "application/json" };

async function add(register: string, fields: Record<string, unknown>): Promise<{ id: string; version: number }> {
  const { status, body } = await olga.post(at(`${register}/records`), { fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function change(register: string, { id, version }: { id: string; version: number }, fields: object) {
  const given = JSON.stringify({ version, fields });
  const { status, body } = await olga.send("PATCH", at(`${register}/records/${id}`), given, json);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { id: string; version: number };
}
const list = async (register: string, query: string, by = olga) =>
  (await by.get(at(`${register}/records?${query}`))).body as { records: { title: string }[]; total: number };
const found = async (register: string, search: string, by = olga) => {
  const { records, total } = await list(register, new URLSearchParams({ search }).toString(), by);
  expect(total).toBe(records.length);
  return records.map(({ title }) => title);
};

const names = () =>
  admin(
    "SELECT record_id, number, ended, approved, title, words FROM app.record_names WHERE company_id = $1 ORDER BY 1",
    [company],
  );
const keys = () =>
  admin(
    "SELECT record_id, field, register, number, ended, approved, value FROM app.record_keys WHERE company_id = $1 ORDER BY 1, 2",
    [company],
  );
const counts = () =>
  admin("SELECT register, approved, waiting, ended FROM app.record_counts WHERE company_id = $1 ORDER BY 1", [company]);

/** What is kept is what the records say when each is named and counted anew. */
async function expectKeptAsCounted() {
  const [kept, keyed] = [await names(), await keys()];
  await admin("DELETE FROM app.record_keys WHERE company_id = $1", [company]);
  await admin("SELECT app.name_records($1, ARRAY(SELECT id FROM app.records WHERE company_id = $1))", [company]);
  expect(kept).toEqual(await names());
  expect(keyed).toEqual(await keys());
  const standing = "count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS";
  expect(await counts()).toEqual(
    await admin(
      `SELECT r.register, (${standing} NOT NULL))::integer AS approved, (${standing} NULL))::integer AS waiting,
        (count(*) FILTER (WHERE r.ended_at IS NOT NULL))::integer AS ended
      FROM app.records r WHERE r.company_id = $1 AND r.matter_id IS NULL GROUP BY 1 ORDER BY 1`,
      [company],
    ),
  );
}

test("what a record is called and every word of it are found as they are now, also of what it leads to", async () => {
  const person = await add("people", { name: "Dan Reyes", kind: "employee", startsAt: "2026-01-05" });
  danaId = person.id;
  const { body: system } = await olga.post(`/companies/${company}/systems`, { name: "Sandbox", kinds: ["cloud"] });
  const role = await add("roles", { duty: "security-owner", holderId: person.id, since: "2026-01-01" });
  await add("systems", { systemId: system.id, ownerId: person.id, criticality: "critical" });
  await expectKeptAsCounted();
  expect(await found("roles", "reyes")).toHaveLength(1);
  expect(await found("systems", "SANDBOX")).toEqual(["Sandbox"]);
  expect(await found("people", "per-1")).toEqual(["Dan Reyes"]);
  // Ids of what it leads to are no words of it.
  expect(await found("roles", person.id.slice(0, 8))).toEqual([]);
  const renamed = await change("people", person, { name: "Dana Ray" });
  expect(await found("roles", "reyes")).toEqual([]);
  expect(await found("roles", "dana")).toHaveLength(1);
  await admin("UPDATE app.systems SET name = 'Production' WHERE id = $1", [system.id]);
  expect(await found("systems", "sandbox")).toEqual([]);
  expect(await found("systems", "production")).toEqual(["Production"]);
  await olga.post(at(`roles/records/${role.id}/end`), { reason: "Handed over" });
  expect((await list("roles", "state=ended")).total).toBe(1);
  expect((await list("roles", "state=open")).total).toBe(0);
  await expectKeptAsCounted();
  await olga.send("DELETE", at(`roles/records/${role.id}/end`), "{}", json);
  const data = await add("data", { name: "Client files", class: "client", purpose: "Work", ownerId: person.id });
  expect((await list("data", "state=waiting")).total).toBe(1);
  expect((await adam.post(at(`data/records/${data.id}/approval`), { version: 1 })).status).toBe(200);
  expect([(await list("data", "state=waiting")).total, (await list("data", "state=open")).total]).toEqual([0, 1]);
  await change("people", renamed, { jobTitle: "Partner" });
  await olga.post(at("people/csv"), {
    csv: "Name,Employment,Starts\nZed Last,Employee,2026-01-05\nAbe First,Employee,2026-01-05",
  });
  await expectKeptAsCounted();
  const { records, total } = await list("people", "sort=name&direction=down&limit=2");
  expect([records.map(({ title }) => title), total]).toEqual([["Zed Last", "Dana Ray"], 3]);
});

test("a name that not everybody may read who reads a record is no word of it", async () => {
  expect(await found("roles", "dana")).toHaveLength(1);
  await admin("UPDATE app.registers SET read_roles = '{owner}' WHERE key = 'people'");
  expect(await found("roles", "dana")).toEqual([]);
  await writeRegisters(running.database.admin);
  expect(await found("roles", "dana")).toHaveLength(1);
  await add("screenings", { kind: "background", personId: danaId, completedOn: "2026-01-02" });
  expect(await found("screenings", "dana")).toHaveLength(1);
  expect((await vera.get(at("screenings/records?search=dana"))).status).toBe(404);
});

test("records that were there before their names are named when the registers are declared", async () => {
  const before = await names();
  expect(before.length).toBeGreaterThan(4);
  await admin("DELETE FROM app.record_names WHERE company_id = $1", [company]);
  await admin("UPDATE app.registers SET (title, prefix) = (NULL, NULL)");
  await admin("DELETE FROM app.record_names WHERE company_id = $1", [company]);
  const keyed = await keys();
  await admin("DELETE FROM app.record_keys WHERE company_id = $1", [company]);
  await writeRegisters(running.database.admin);
  expect(await names()).toEqual(before);
  expect(await keys()).toEqual(keyed);
});

test("a field that is listed no more has no key, and a list in its order still answers", async () => {
  await admin("UPDATE app.registers SET keys = '{kind}' WHERE key = 'people'");
  expect(new Set((await keys()).flatMap(({ register, field }) => (register === "people" ? [field] : [])))).toEqual(
    new Set(["kind"]),
  );
  await writeRegisters(running.database.admin);
  await expectKeptAsCounted();
});

test("lists are sorted and narrowed by numbers, days and choices as their values are, page after page", async () => {
  const hours = { Nine: 9, Hundred: 100, One: 1, Unsaid: undefined };
  const { body: people } = await olga.get(at("people/records"));
  for (const [name, rtoHours] of Object.entries(hours)) {
    const { body: system } = await olga.post(`/companies/${company}/systems`, { name, kinds: ["cloud"] });
    const criticality = name === "Nine" ? "critical" : "minor";
    await add("systems", {
      systemId: system.id,
      ownerId: people.records[0].id,
      criticality,
      ...(rtoHours && { rtoHours }),
    });
  }
  const pages = async (query: string) => {
    const titles: string[] = [];
    for (let after = ""; ;) {
      const answer = (await olga.get(at(`systems/records?limit=1&${query}${after}`))).body;
      titles.push(...answer.records.map(({ title }: { title: string }) => title));
      if (answer.next === null) return titles;
      after = `&after=${encodeURIComponent(answer.next)}`;
    }
  };
  expect(await pages("sort=rtoHours")).toEqual(["Production", "Unsaid", "One", "Nine", "Hundred"]);
  expect(await pages("sort=rtoHours&direction=down")).toEqual(["Hundred", "Nine", "One", "Unsaid", "Production"]);
  expect(await pages("field=criticality&equals=minor&sort=rtoHours")).toEqual(["Unsaid", "One", "Hundred"]);
  expect(await pages("field=criticality&equals=minor&sort=systemId")).toEqual(["Hundred", "One", "Unsaid"]);
  expect(await pages("field=criticality&equals=critical")).toEqual(["Production", "Nine"]);
  expect((await list("systems", "field=criticality&equals=minor&limit=1")).total).toBe(3);
  expect((await list("systems", "field=criticality&equals=Minor")).total).toBe(0);
  expect((await list("systems", "field=criticality&equals=minor&state=ended")).total).toBe(0);
});

test("letters beyond ASCII are found in either case, and among more names than the newest", async () => {
  const csv = ["Name,Employment,Starts", "ZOË ŽIŽKA,Employee,2026-01-05", "山田,Employee,2026-01-05"];
  await olga.post(at("people/csv"), { csv: csv.join("\n") });
  const many = Array.from({ length: 2_100 }, (_, n) => `Person ${n},Employee,2026-01-05`);
  await olga.post(at("people/csv"), { csv: ["Name,Employment,Starts", ...many].join("\n") });
  const everywhere = async (text: string) => {
    const { body } = await olga.get(`/companies/${company}/search?${new URLSearchParams({ text })}`);
    return (body.records as { title: string }[]).map(({ title }) => title);
  };
  expect(await found("people", "zoë žižka")).toEqual(["ZOË ŽIŽKA"]);
  for (const text of ["oë ž", "OË Ž"]) expect(await everywhere(text)).toEqual(["ZOË ŽIŽKA"]);
  expect(await everywhere("山田")).toEqual(["山田"]);
});

test("what ended, what counts and what waits is listed by number, page after page, as the records themselves stand", async () => {
  const data = ["Letters", "Ledgers", "Logs", "Lists"].map((name) => ({
    name,
    class: "client",
    purpose: "Work",
    ownerId: danaId,
  }));
  const added = [];
  for (const fields of data) added.push(await add("data", fields));
  expect((await adam.post(at(`data/records/${added[1]!.id}/approval`), { version: 1 })).status).toBe(200);
  for (const { id } of [added[0]!, added[3]!]) await olga.post(at(`data/records/${id}/end`), { reason: "Added twice" });
  const [standing] = await admin(
    `SELECT coalesce(array_agg(r.number ORDER BY r.number) FILTER (WHERE r.ended_at IS NOT NULL), '{}') AS ended,
      coalesce(array_agg(r.number ORDER BY r.number) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NOT NULL), '{}') AS open,
      coalesce(array_agg(r.number ORDER BY r.number) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NULL), '{}') AS waiting
    FROM app.records r WHERE r.company_id = $1 AND r.register = 'data'`,
    [company],
  );
  const listed = async (state: string, direction: string) => {
    const numbers: number[] = [];
    for (let after = ""; ;) {
      const { body } = await olga.get(at(`data/records?state=${state}&direction=${direction}&limit=1${after}`));
      expect(body.total).toBe(standing[state].length);
      numbers.push(...body.records.map(({ number }: { number: string }) => Number(number.replace(/^\D+/, ""))));
      if (body.next === null) return numbers;
      after = `&after=${encodeURIComponent(body.next)}`;
    }
  };
  for (const state of ["ended", "open", "waiting"]) {
    const numbers = standing[state].map(Number);
    expect(numbers.length, state).toBeGreaterThan(0);
    expect(await listed(state, "up")).toEqual(numbers);
    expect(await listed(state, "down")).toEqual(numbers.toReversed());
  }
});

test("records narrowed to a choice, and sorted by it, come page by page in the order of their numbers", async () => {
  for (const name of ["Kay", "Kim", "Kit"]) await add("people", { name, kind: "contractor", startsAt: "2026-01-05" });
  const titles: string[] = [];
  for (let after = ""; ;) {
    const query = new URLSearchParams({
      sort: "kind",
      field: "kind",
      equals: "contractor",
      limit: "2",
      ...(after && { after }),
    });
    const { body } = await olga.get(at(`people/records?${query}`));
    titles.push(...body.records.map(({ title }: { title: string }) => title));
    expect(body.total).toBe(3);
    if (body.next === null) break;
    after = body.next;
  }
  expect(titles).toEqual(["Kay", "Kim", "Kit"]);
});

test("records narrowed to the choice that names them come by their name and in any other order, page by page", async () => {
  const given = [
    ["other", "2026-02-01"],
    ["auditor", "2026-01-03"],
    ["other", "2026-01-02"],
    ["other", "2026-03-01"],
  ] as const;
  for (const [duty, since] of given) await add("roles", { duty, holderId: danaId, since });
  const listed = async (sort: string) => {
    const days: string[] = [];
    for (let after = ""; ;) {
      const query = `roles/records?field=duty&equals=other&limit=2&sort=${sort}${after}`;
      const { body } = await olga.get(at(query));
      expect(body.total).toBe(3);
      days.push(...body.records.map(({ fields }: { fields: { since: string } }) => fields.since));
      if (body.next === null) return days;
      after = `&after=${encodeURIComponent(body.next)}`;
    }
  };
  expect(await listed("since")).toEqual(["2026-01-02", "2026-02-01", "2026-03-01"]);
  expect(await listed("duty")).toEqual(["2026-02-01", "2026-01-02", "2026-03-01"]);
  const all = (await list("roles", "sort=duty")).records.map(({ title }) => title);
  expect(all.filter((title) => title !== "Security owner")).toEqual(["Internal auditor", "Other", "Other", "Other"]);
});

test("records with a common choice come in the order that is asked for, page after page", async () => {
  const csv = Array.from({ length: 560 }, (_, n) => {
    const day = `2025-0${1 + (n % 9)}-0${1 + ((n * 7) % 9)}`;
    return `Common ${(n * 37) % 560},${n % 12 === 0 ? "Partner" : "Intern"},${day},c${(n * 53) % 560}@firm.example`;
  });
  await olga.post(at("people/csv"), { csv: ["Name,Employment,Starts,Work email", ...csv].join("\n") });
  const values = {
    name: "(SELECT x.title FROM app.record_names x WHERE x.company_id = r.company_id AND x.record_id = r.id)",
    startsAt: "app.fold(r.fields ->> 'startsAt')",
    email: "app.fold(r.fields ->> 'email')",
    changed: "r.changed_at",
  };
  for (const [index, [sort, value]] of Object.entries(values).entries()) {
    const [direction, order] = index % 2 === 0 ? ["up", "ASC"] : ["down", "DESC"];
    const interns = await admin(
      `SELECT r.number::integer AS number FROM app.records r WHERE r.company_id = $1 AND r.register = 'people' AND r.ended_at IS NULL
        AND r.fields ->> 'kind' = 'intern' ORDER BY ${value} ${order}, r.number ${order}`,
      [company],
    );
    const listed: number[] = [];
    for (let after = ""; ;) {
      const { body } = await olga.get(
        at(`people/records?limit=200&sort=${sort}&direction=${direction}&field=kind&equals=intern${after}`),
      );
      expect(body.total).toBe(513);
      listed.push(...body.records.map(({ number }: { number: string }) => Number(number.replace(/^\D+/, ""))));
      if (body.next === null) break;
      after = `&after=${encodeURIComponent(body.next)}`;
    }
    expect(listed, sort).toEqual(interns.map(({ number }) => number));
  }
});
