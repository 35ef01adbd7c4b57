import { createHmac, randomUUID } from "node:crypto";
import { registers } from "#catalog/registers/index.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { replayChanges } from "#domain/registers/record-changes.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let vera: Person;
let stranger: Person;
let company: string;
let elsewhere: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia, vera, stranger] = (await Promise.all(
    ["Olga", "Adam", "Mia", "Vera", "Sam"].map((name) => running.person(name)),
  )) as [Person, Person, Person, Person, Person];
  elsewhere = await stranger.found("Elsewhere");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Registers ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "", of = company) => `/companies/${of}/registers${more}`;
const patch = (person: Person, path: string, body: unknown) =>
  person.send("PATCH", path, JSON.stringify(body), { "content-type": "application/json" });
const dan = { name: "Dan Reyes", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-05" };
const addPerson = async (fields: Record<string, unknown> = {}) =>
  (await mia.post(at("/people/records"), { fields: { ...dan, ...fields } })).body;
const role = (holderId: string) => ({ duty: "security-owner", holderId, since: "2026-01-01" });
const sentences = async () =>
  (await olga.get(`/companies/${company}/activity?kind=record`)).body.entries.map(
    ({ sentence }: { sentence: string }) => sentence,
  );

describe("a record", () => {
  test("is added, changed, ended and reopened, and its history replays to it", async () => {
    const person = await addPerson();
    expect(person).toMatchObject({
      number: "PER-1",
      title: "Dan Reyes",
      state: "open",
      version: 1,
      fields: { ...dan, startsAt: "2026-01-05T00:00:00.000Z" },
      createdBy: { name: "Mia Example" },
    });
    const path = at(`/people/records/${person.id}`);
    const changed = await patch(mia, path, { version: 1, fields: { jobTitle: "Engineer", email: null } });
    expect(changed.body).toMatchObject({ version: 2, fields: { jobTitle: "Engineer" } });
    expect(changed.body.fields.email).toBeUndefined();
    expect((await mia.post(`${path}/end`, { reason: "Entered by mistake" })).body).toMatchObject({
      state: "ended",
      ended: { reason: "Entered by mistake" },
    });
    expect((await patch(mia, path, { version: 3, fields: { jobTitle: "Chief" } })).body.code).toBe("record-ended");
    expect((await mia.send("DELETE", `${path}/end`)).body).toMatchObject({ state: "open", version: 4, ended: null });
    const { history, fields } = (await mia.get(path)).body;
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(["reopened", "ended", "changed", "added"]);
    expect(replayChanges(history.toReversed().map(({ changes }: { changes: never }) => changes))).toEqual(fields);
    expect(await sentences()).toEqual([
      "reopened PER-1 of People",
      "ended PER-1 of People: Entered by mistake",
      "changed PER-1 of People: Work email, Job title",
      "added PER-1 to People",
    ]);
  });

  test("leaves hashes of what is personal in the ledger, which its salt opens", async () => {
    const person = await addPerson();
    const [{ details }] = await admin("SELECT details FROM app.ledger_acts WHERE subject = $1", [person.id]);
    expect(details).not.toMatch(/Dan|acme/);
    const lines = JSON.parse(details).changes.map((line: string) => JSON.parse(line));
    expect(lines).toContainEqual({ field: "kind", before: null, after: "employee" });
    const [{ salt }] = await admin("SELECT salt FROM app.record_changes WHERE record_id = $1", [person.id]);
    const sha256 = createHmac("sha256", salt).update(canonicalJson("Dan Reyes")).digest("hex");
    expect(lines).toContainEqual({ field: "name", before: null, after: { sha256 } });
  });

  test("of a register that not everybody reads says nothing of itself to others, not even why it ended", async () => {
    const person = await addPerson();
    const fields = { personId: person.id, kind: "background", completedOn: "2026-01-02" };
    const { body } = await olga.post(at("/screenings/records"), { fields });
    await olga.post(at(`/screenings/records/${body.id}/end`), { reason: "Something was found" });
    const acts = await admin("SELECT details FROM app.ledger_acts WHERE subject = $1", [body.id]);
    expect(acts).toHaveLength(2);
    for (const { details } of acts) expect(details).not.toMatch(/found|2026-01-02|background/);
    expect((await sentences())[0]).toBe("ended SCR-1 of Screenings");
  });

  test("is refused with a sentence for each wrong field", async () => {
    const wrong = await mia.post(at("/people/records"), {
      fields: { kind: "robot", startsAt: "2026-02-30", managerId: "me", salary: 5 },
    });
    expect(wrong.status).toBe(400);
    const paths = wrong.body.data.fields.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(["fields.kind", "fields.managerId", "fields.salary", "fields.startsAt"]);
    const missing = await mia.post(at("/people/records"), { fields: { kind: "employee" } });
    expect(missing.body.message).toBe("Name is missing.");
    const lost = await addPerson({ managerId: randomUUID() });
    expect(lost.code).toBe("record-link");
  });

  test("is edited by two people at once: other fields are merged, the same field is answered with both values", async () => {
    const person = await addPerson();
    const path = at(`/people/records/${person.id}`);
    await patch(olga, path, { version: 1, fields: { jobTitle: "Lead" } });
    const merged = await patch(mia, path, { version: 1, fields: { employeeId: "7" } });
    expect(merged.body).toMatchObject({ version: 3, fields: { jobTitle: "Lead", employeeId: "7" } });
    const conflict = await patch(mia, path, { version: 1, fields: { jobTitle: "Chief" } });
    expect([conflict.status, conflict.body]).toEqual([
      409,
      {
        code: "record-conflict",
        message: "Someone else changed Job title meanwhile. Compare both values and choose one.",
        data: { version: 3, conflicts: [{ field: "jobTitle", theirs: "Lead", yours: "Chief" }] },
      },
    ]);
    expect((await patch(mia, path, { version: 1, fields: { jobTitle: "Lead" } })).body.version).toBe(3);
  });

  test("waits for a second person where its register asks for one, and again after each change", async () => {
    const person = await addPerson();
    const screening = { personId: person.id, kind: "background", completedOn: "2026-01-02" };
    const { body } = await olga.post(at("/screenings/records"), { fields: screening });
    expect(body).toMatchObject({ state: "waiting", mayApprove: false, title: "Background check" });
    const path = at(`/screenings/records/${body.id}`);
    expect((await olga.post(`${path}/approval`, { version: 1 })).body.code).toBe("record-own-approval");
    expect((await adam.post(`${path}/approval`, { version: 9 })).body.code).toBe("record-changed");
    expect((await adam.post(`${path}/approval`, { version: 1 })).body).toMatchObject({
      state: "open",
      approval: { by: { name: "Adam Example" }, alone: false },
    });
    const changed = await patch(adam, path, { version: 2, fields: { completedOn: "2026-01-03" } });
    expect(changed.body).toMatchObject({ state: "waiting", approval: null });
    expect((await adam.post(`${path}/approval`, { version: 3 })).body.code).toBe("record-own-approval");
    await admin("UPDATE app.company_members SET role = 'member' WHERE company_id = $1 AND user_id = $2", [
      company,
      adam.id,
    ]);
    await patch(olga, path, { version: 3, fields: { completedOn: "2026-01-04" } });
    expect((await olga.post(`${path}/approval`, { version: 4 })).body).toMatchObject({ approval: { alone: true } });
  });
});

test("an end of what another person approved waits for another person, too, and for nobody where nobody else may", async () => {
  const person = await addPerson();
  const screening = { personId: person.id, kind: "background", completedOn: "2026-01-02" };
  const add = async () => {
    const { body } = await olga.post(at("/screenings/records"), { fields: screening });
    const path = at(`/screenings/records/${body.id}`);
    expect((await adam.post(`${path}/approval`, { version: 1 })).status).toBe(200);
    return path;
  };
  const path = await add();
  const left = await add();
  const ended = await olga.post(`${path}/end`, { reason: "Expired" });
  expect(ended.body).toMatchObject({ state: "ended", mayApprove: false, ended: { waiting: true, approval: null } });
  expect((await olga.post(`${path}/approval`, { version: 3 })).body.code).toBe("record-own-approval");
  expect((await adam.post(`${path}/approval`, { version: 3 })).body).toMatchObject({
    state: "ended",
    mayApprove: false,
    approval: { by: { name: "Adam Example" } },
    ended: { waiting: false, approval: { by: { name: "Adam Example" }, alone: false } },
  });
  expect((await adam.post(`${path}/approval`, { version: 4 })).body.code).toBe("record-not-waiting");
  const reopened = await olga.send("DELETE", `${path}/end`);
  expect(reopened.body).toMatchObject({ state: "waiting", ended: null });
  await admin("UPDATE app.company_members SET role = 'member' WHERE company_id = $1 AND user_id = $2", [
    company,
    adam.id,
  ]);
  expect((await olga.post(`${left}/end`, { reason: "Expired" })).body).toMatchObject({
    mayApprove: false,
    ended: { waiting: false, approval: { by: { name: "Olga Example" }, alone: true } },
  });
});

test("an exhibit whose type cannot show what a field says is refused, in form and file, with what it is", async () => {
  const about = new URLSearchParams({ name: "Firewall", fileName: "rules.txt", type: "Config", controls: "XC-16" });
  const { body: item } = await olga.upload(`/companies/${company}/evidence?${about}`, "deny all");
  const fields = { name: "Main", address: "Main St 1", holds: "both", plan: item.exhibit, planDatedOn: "2026-01-02" };
  const message = `Security plan takes a policy or document. ${item.exhibit} is a config. Cite another item, or change its type.`;
  const refused = await olga.post(at("/sites/records"), { fields });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([422, "record-link", message]);
  const text = `Site,Address,Client data or equipment,Security plan\nMain,Main St 1,Both,${item.exhibit}\n`;
  const preview = await olga.post(at("/sites/csv-preview"), { csv: text });
  expect(JSON.stringify(preview.body)).toContain(message);
  const { plan: _, planDatedOn: __, ...bare } = fields;
  expect((await olga.post(at("/sites/records"), { fields: bare })).status).toBe(200);
});

describe("a register", () => {
  test("is read, written and confirmed by the roles that it declares, and by nobody elsewhere", async () => {
    const person = await addPerson();
    const keysOf = async (reader: Person) => (await reader.get(at())).body.map(({ key }: { key: string }) => key);
    // Those of law practices are shown once the company has a system for matters.
    const shown = registers.filter(({ onlyWith }) => onlyWith === undefined);
    const forViewers = shown.filter(({ rights }) => rights.read.includes("viewer"));
    expect(await keysOf(vera)).toEqual(forViewers.map(({ key }) => key));
    expect(await keysOf(vera)).not.toContain("screenings");
    expect(await keysOf(olga)).toEqual(shown.map(({ key }) => key));
    await olga.post(`/companies/${company}/systems`, { name: "Clio", kinds: ["practice"] });
    expect(await keysOf(olga)).toEqual(registers.map(({ key }) => key));
    expect((await mia.get(at("/screenings/records"))).status).toBe(404);
    expect((await mia.post(at("/roles/records"), { fields: role(person.id) })).status).toBe(403);
    expect((await vera.post(at("/people/records"), { fields: dan })).status).toBe(403);
    expect((await mia.post(at("/people/confirmation"), { count: 1 })).status).toBe(403);
    expect((await olga.get(at("/llamas/records"))).status).toBe(404);
    for (const path of ["", "/people/records", `/people/records/${person.id}`, "/people/csv"])
      expect((await stranger.get(at(path))).status, path).toBe(404);
    const there = await stranger.post(at("/roles/records", elsewhere), { fields: role(person.id) });
    expect(there.body.code).toBe("record-link");
  });

  test("is confirmed with the number of its records, for as long as it declares", async () => {
    await addPerson();
    const [people] = (await olga.get(at())).body;
    expect(people).toMatchObject({ counts: { open: 1, waiting: 0, ended: 0 }, confirmation: null });
    expect((await olga.post(at("/people/confirmation"), { count: 2 })).body.code).toBe("record-count");
    const confirmed = await olga.post(at("/people/confirmation"), { count: 1 });
    const { at: from, until, ...rest } = confirmed.body.confirmation;
    expect(rest).toEqual({ count: 1, by: { userId: olga.id, name: "Olga Example" }, state: "confirmed", changed: 0 });
    expect((Date.parse(until) - Date.parse(from)) / 86_400_000).toBe(92);
    running.setNow(new Date(Date.parse(until)));
    expect((await olga.get(at())).body[0].confirmation.state).toBe("ended");
    running.setNow(undefined);
    expect((await olga.post(at("/approvals/confirmation"), { count: 0 })).body.confirmation.count).toBe(0);
    expect((await sentences())[0]).toBe("confirmed that Approvals is complete with 0 records");
  });

  test("is listed by state, search, field and order, a page at a time", async () => {
    const manager = await addPerson({ name: "Zoe Lang", email: "zoe@acme.test" });
    for (const name of ["Béa", "ada", "Cy"])
      await addPerson({ name, email: `${name}@acme.test`, managerId: manager.id });
    const list = async (query: string) => (await vera.get(at(`/people/records?${query}`))).body;
    const names = async (query: string) => (await list(query)).records.map(({ title }: { title: string }) => title);
    expect(await names("sort=name")).toEqual(["ada", "Béa", "Cy", "Zoe Lang"]);
    expect(await names("sort=number&direction=down&limit=2")).toEqual(["Cy", "ada"]);
    for (const sort of ["number", "changed", "name", "kind"]) {
      const first = await list(`sort=${sort}&limit=3`);
      const second = await list(`sort=${sort}&limit=3&after=${encodeURIComponent(first.next)}`);
      expect([first.total, first.records.length, second.records.length, second.next], sort).toEqual([4, 3, 1, null]);
      expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).toBe(4);
    }
    expect(await names("search=béa")).toEqual(["Béa"]);
    expect(await names("search=per-1")).toEqual(["Zoe Lang"]);
    expect(await names("search=zoe")).toEqual(["Zoe Lang", "Béa", "ada", "Cy"]);
    expect(await names(`field=managerId&equals=${manager.id}`)).toHaveLength(3);
    expect(await names("state=ended")).toEqual([]);
    for (const query of ["sort=managerId", "sort=llama", "field=llama&equals=1", "after=x", 'after=["x",1]'])
      expect((await list(query)).code, query).toBe("record-sort");
  });

  test("is changed in bulk, all or nothing, and that is undone except where somebody changed it since", async () => {
    const people = [
      await addPerson(),
      await addPerson({ email: "b@acme.test" }),
      await addPerson({ email: "c@acme.test" }),
    ];
    const recordIds = people.map(({ id }) => id);
    expect(
      (await patch(mia, at("/people/records"), { recordIds: [...recordIds, randomUUID()], fields: { jobTitle: "X" } }))
        .status,
    ).toBe(404);
    const { body } = await patch(mia, at("/people/records"), { recordIds, fields: { jobTitle: "Associate" } });
    expect(body.changed).toBe(3);
    await patch(mia, at(`/people/records/${recordIds[0]}`), { version: 2, fields: { jobTitle: "Partner" } });
    expect((await mia.send("DELETE", at(`/people/batches/${body.batchId}`))).body).toEqual({ undone: 2, kept: 1 });
    const titles = (await mia.get(at("/people/records"))).body.records.map(
      (record: { fields: { jobTitle?: string } }) => record.fields.jobTitle,
    );
    expect(titles).toEqual(["Partner", undefined, undefined]);
  });
});

describe("an undo of many changes", () => {
  const titlesOf = async () =>
    (await admin("SELECT fields FROM app.records WHERE company_id = $1 ORDER BY number", [company])).map(
      ({ fields }: { fields: { jobTitle?: string } }) => fields.jobTitle,
    );

  test("is refused whole in one sentence where a rule is newer than a record", async () => {
    const people = [await addPerson(), await addPerson({ email: "b@acme.test" })];
    const client = await running.database.admin.connect();
    // As it was added before its register asked for an employment.
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query("UPDATE app.records SET fields = fields - 'kind' WHERE id = $1", [people[1].id]);
    await client.query("COMMIT");
    client.release();
    const change = { recordIds: people.map(({ id }) => id), fields: { kind: "contractor", jobTitle: "Associate" } };
    const { body } = await patch(mia, at("/people/records"), change);
    const undone = await mia.send("DELETE", at(`/people/batches/${body.batchId}`));
    expect([undone.status, undone.body.code]).toEqual([409, "record-rules"]);
    expect(undone.body.message).toContain("PER-2 can't go back to what it said before: Employment is missing.");
    expect(await titlesOf()).toEqual(["Associate", "Associate"]);
  });

  test("is refused by the database's own rule, too", async () => {
    const { id } = await addPerson();
    const change = { recordIds: [id], fields: { jobTitle: "Associate" } };
    const { body } = await patch(mia, at("/people/records"), change);
    const setRequired = (required: boolean) =>
      admin("UPDATE app.register_fields SET required = $1 WHERE register = 'people' AND field = 'jobTitle'", [
        required,
      ]);
    await setRequired(true);
    try {
      const undone = await mia.send("DELETE", at(`/people/batches/${body.batchId}`));
      expect([undone.status, undone.body.code]).toEqual([409, "record-rules"]);
    } finally {
      await setRequired(false);
    }
    expect(await titlesOf()).toEqual(["Associate"]);
  });
});

describe("a CSV file", () => {
  const file = (...rows: string[]) => ["Name,Work email,Employment,Starts,Manager", ...rows].join("\r\n");
  const preview = async (csv: string) => (await mia.post(at("/people/csv-preview"), { csv })).body;
  const send = async (csv: string) => (await mia.post(at("/people/csv"), { csv })).body;

  test("is previewed, imported whole, and undone", async () => {
    await addPerson();
    const csv = file(
      "Dan Reyes,DAN@acme.test,Contractor,2026-01-05,new@acme.test",
      "New Person,new@acme.test,Employee,2026-03-01,PER-1",
    );
    expect(await preview(csv)).toMatchObject({ added: 1, changed: 1, unchanged: 0, wrong: 0, problems: [] });
    expect((await mia.get(at("/people/records"))).body.total).toBe(1);
    const { batchId, ...counts } = await send(csv);
    expect(counts).toEqual({ added: 1, changed: 1, unchanged: 0 });
    const [first, second] = (await mia.get(at("/people/records"))).body.records;
    expect(first.links).toMatchObject([{ field: "managerId", label: "New Person" }]);
    expect(second.links).toMatchObject([{ field: "managerId", label: "Dan Reyes" }]);
    expect((await send(csv)).unchanged).toBe(2);
    expect((await mia.send("DELETE", at(`/people/batches/${batchId}`))).body).toEqual({ undone: 2, kept: 0 });
    const after = (await mia.get(at("/people/records"))).body.records;
    expect(after).toMatchObject([{ fields: { kind: "employee" } }, { ended: { reason: "Import undone" } }]);
  });

  test("with wrong rows lists them all and imports nothing", async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `P${at},,Robot,2026-01-05,`);
    const csv = file("Right,right@acme.test,Employee,2026-01-05,", ...rows);
    const { wrong, problems } = await preview(csv);
    expect([wrong, problems.length, problems[0]]).toEqual([
      300,
      300,
      { row: 3, column: "Employment", message: "Employment must be one of: employee, partner, contractor, intern." },
    ]);
    expect((await send(csv)).code).toBe("record-rows-wrong");
    expect((await mia.get(at("/people/records"))).body.total).toBe(0);
    expect((await preview("a,b\r\n1")).code).toBe("record-csv");
    expect((await preview("a,b\r\n1,2")).message).toMatch(/^No column of this file/);
    expect((await preview("Name,name\r\n1,2")).message).toBe("Two columns fill Name.");
  });

  test("leaves with formulas disarmed, and comes back as it was", async () => {
    await addPerson({ name: "=HYPERLINK(1)", jobTitle: "'=1+1", employeeId: "-7" });
    await addPerson({ name: "Zoe; “Z” Lang", email: "zoe@acme.test" });
    const download = await mia.send("GET", at("/people/csv"));
    const csv = await download.response.text();
    expect(csv).toContain("'=HYPERLINK(1)");
    expect(csv).not.toMatch(/(^|,|")[=+\-@]/m);
    expect(await preview(csv)).toMatchObject({ added: 0, changed: 0, unchanged: 2, wrong: 0 });
  });
});

describe("the database", () => {
  type Client = Pick<RunningApp["database"]["admin"], "query">;
  const insert = async (client: Client, fields: unknown, register = "people", as = company) =>
    await client
      .query(
        "INSERT INTO app.records (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt) VALUES ($1, $2, $3, $4, $5, now(), $5, now(), $6)",
        [as, randomUUID(), register, JSON.stringify(fields), mia.id, Buffer.alloc(16)],
      )
      .then(
        () => "taken",
        (error: { message: string }) => error.message,
      );

  /** Writes as the owner of the server's rights, past the API. */
  async function asMember<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await running.database.admin.connect();
    try {
      await client.query(`SET app.user_id = '${mia.id}'; SET app.company_id = '${company}'`);
      return await work(client);
    } finally {
      client.release(true);
    }
  }

  test("refuses wrong types, unknown choices and fields, missing values, and links across companies, whoever writes", async () => {
    const there = await stranger.post(at("/people/records", elsewhere), { fields: dan });
    const right = { ...dan, startsAt: "2026-01-05T00:00:00.000Z" };
    const answers = await asMember(async (client) => [
      await insert(client, right),
      await insert(client, { ...right, name: 7 }),
      await insert(client, { ...right, kind: "robot" }),
      await insert(client, { ...right, startsAt: "2026-02-30T00:00:00.000Z" }),
      await insert(client, { ...right, llama: "x" }),
      await insert(client, { ...right, name: undefined }),
      await insert(client, { ...right, managerId: there.body.id }),
      await insert(client, { ...right, managerId: "nobody" }),
      await insert(
        client,
        { title: "A", source: "other", ownerId: there.body.id, dueOn: "2026-01-01", controls: ["XC-99x"] },
        "actions",
      ),
      await insert(client, {}, "llamas"),
      await insert(client, right, "people", elsewhere),
    ]);
    const refused = (text: string) => expect.stringContaining(text);
    expect(answers).toEqual([
      "taken",
      refused("name: not a text"),
      refused("kind: not a choice"),
      refused("startsAt: not a instant"),
      refused("llama: not a field"),
      refused("name: missing"),
      refused("record_links_person"),
      refused("managerId: not a person"),
      refused("controls: not a list of control"),
      refused("records_register_fkey"),
      refused("another company"),
    ]);
  });

  test("keeps every change, and takes none back", async () => {
    const person = await addPerson();
    for (const statement of [
      "DELETE FROM app.record_changes WHERE record_id = $1",
      "UPDATE app.record_changes SET changes = '[]' WHERE record_id = $1",
    ])
      await expect(admin(statement, [person.id]), statement).rejects.toThrow("is append-only");
  });
});
