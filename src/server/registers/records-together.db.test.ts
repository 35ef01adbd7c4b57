import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let vera: Person;
let company: string;

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
  company = await olga.found(`Together ${randomUUID()}`);
  for (const [person, role] of [
    [mia, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
});

const at = (more: string) => `/companies/${company}/registers${more}`;
const patch = (person: Person, path: string, body: unknown) =>
  person.send("PATCH", path, JSON.stringify(body), { "content-type": "application/json" });
const remove = (person: Person, path: string) => person.send("DELETE", path);
const addSite = async (name: string) =>
  (await olga.post(at("/sites/records"), { fields: { name, holds: "none", address: "1 Main St" } })).body;
const get = async (register: string, id: string) => (await olga.get(at(`/${register}/records/${id}`))).body;
const upload = async (name: string, type: string) => {
  const query = new URLSearchParams({ name, type, controls: "XC-09", fileName: `${name}.txt` });
  const filed = await olga.upload(`/companies/${company}/evidence?${query}`, `${name} ${randomUUID()}`);
  expect(filed.status).toBe(201);
  return filed.body.exhibit as string;
};
const newest = async () => (await olga.get(`/companies/${company}/activity?kind=record`)).body.entries[0].sentence;

describe("many records", () => {
  test("a change of many shows both values where somebody else set the field since, and changes none; other fields are merged", async () => {
    const sites = [await addSite("North"), await addSite("South")];
    const change = (fields: object, versions: number[] | undefined) =>
      patch(mia, at("/sites/records"), { recordIds: sites.map(({ id }) => id), versions, fields });
    await patch(olga, at(`/sites/records/${sites[1]!.id}`), { version: 1, fields: { address: "9 Side St" } });
    const refused = await change({ address: "2 Main St" }, [1, 1]);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: "record-conflict",
      message:
        "Someone else changed Address of SIT-2 meanwhile: it is “9 Side St” now, and you set “2 Main St”. Nothing was changed.",
      data: {
        records: [{ number: "SIT-2", conflicts: [{ field: "address", theirs: "9 Side St", yours: "2 Main St" }] }],
      },
    });
    expect((await get("sites", sites[0]!.id)).fields.address).toBe("1 Main St");
    expect((await change({ holds: "everything" }, [1, 1])).body.code).toBe("invalid-input");
    // Another field is no conflict, and what the other wrote stays.
    expect((await change({ holds: "data" }, [1, 1])).status).toBe(200);
    expect((await get("sites", sites[1]!.id)).fields).toMatchObject({ holds: "data", address: "9 Side St" });
    // A version that never was counts as nothing seen; without versions nothing is compared.
    expect((await change({ address: "2 Main St" }, [99, 99])).body.code).toBe("record-conflict");
    expect((await change({ address: "2 Main St" }, undefined)).status).toBe(200);
  });

  test("end with one request and one reason, all or none, and one call brings them back", async () => {
    const [north, south, west] = [await addSite("North"), await addSite("South"), await addSite("West")];
    const end = (person: Person, ids: string[], reason = "Closed") =>
      person.post(at("/sites/ends"), { recordIds: ids, reason });
    expect((await end(vera, [north.id])).status).toBe(403);
    expect((await end(mia, [north.id, randomUUID()])).body.code).toBe("not-found");
    expect((await end(mia, [north.id], " ")).status).toBe(400);
    const { batchId, ended } = (await end(mia, [north.id, south.id, west.id])).body;
    expect(ended).toBe(3);
    expect(await newest()).toMatch(/ended 3 records of Sites.*Closed/);
    expect((await end(mia, [north.id])).body.code).toBe("record-ended");
    await remove(mia, at(`/sites/records/${west.id}/end`));
    const undone = await remove(mia, at(`/sites/batches/${batchId}`));
    expect(undone.body).toEqual({ undone: 2, kept: 1 });
    for (const { id } of [north, south, west]) expect((await get("sites", id)).state).not.toBe("ended");
  });

  test("a file with versions keeps what others changed since, and shows both values where it says another", async () => {
    const site = await addSite("North");
    const csv = await (await mia.send("GET", at("/sites/csv"))).response.text();
    expect(csv.split("\r\n")[0]).toContain(",Version,");
    await patch(olga, at(`/sites/records/${site.id}`), { version: 1, fields: { address: "9 Side St" } });
    const preview = async (text: string) => (await mia.post(at("/sites/csv-preview"), { csv: text })).body;
    // The file says what it said when it was made: the other's address stays.
    expect(await preview(csv)).toMatchObject({ unchanged: 1, changed: 0, wrong: 0 });
    const renamed = csv.replace("North", "Northern");
    expect((await mia.post(at("/sites/csv"), { csv: renamed })).body).toMatchObject({ changed: 1 });
    expect((await get("sites", site.id)).fields).toMatchObject({ name: "Northern", address: "9 Side St" });
    const moved = csv.replace("1 Main St", "2 Main St");
    const message =
      "Someone else changed Address of SIT-1 after this file was made: it is “9 Side St” now, and the file says “2 Main St”. Write the value that stays, and 3 as the version.";
    expect((await preview(moved)).problems[0]).toEqual({ row: 2, column: "Address", message });
    expect((await mia.post(at("/sites/csv"), { csv: moved })).body.code).toBe("record-rows-wrong");
    const future = csv.replace(/,1,([^,]*),([^,]*)\r\n$/, ",7,$1,$2\r\n");
    expect((await preview(future)).problems[0]).toMatchObject({
      column: "Version",
      message: "7 is no version of SIT-1. Leave the cell as it was, or empty it.",
    });
  });
});

describe("uploads that become files of records", () => {
  const addAction = async (title: string) => {
    const person = (
      await olga.post(at("/people/records"), { fields: { name: "Dan", kind: "employee", startsAt: "2026-01-05" } })
    ).body;
    const fields = { title, source: "other", controls: ["XC-01"], ownerId: person.id, dueOn: "2027-01-01" };
    return (await olga.post(at("/actions/records"), { fields })).body;
  };
  const use = (person: Person, register: string, field: string, uses: unknown[]) =>
    patch(person, at(`/${register}/files`), { field, uses });

  test("are proposed by number and words, used all or none, never over what another chose, and undone by one call", async () => {
    const [keys, doors] = [await addAction("Rotate signing keys"), await addAction("Repair doors")];
    const [rotated, repaired, other] = [
      await upload("Rotate signing keys proof", "Document"),
      await upload(`${doors.number} invoice`, "Document"),
      await upload("Something", "Document"),
    ];
    const proposed = await mia.post(at("/actions/file-proposals"), {
      field: "proof",
      exhibits: [rotated, repaired, other, "EX-009999"],
    });
    expect(proposed.body.map(({ refused, record }: any) => [refused, record?.number])).toEqual([
      [null, keys.number],
      [null, doors.number],
      [null, undefined],
      ["EX-009999 is not on file, or no longer counts.", undefined],
    ]);
    const uses = [
      { recordId: keys.id, exhibit: rotated },
      { recordId: doors.id, exhibit: repaired },
    ];
    expect((await use(vera, "actions", "proof", uses)).status).toBe(403);
    expect((await use(mia, "actions", "title", uses)).body.code).toBe("record-sort");
    expect((await use(mia, "actions", "constructor", uses)).body.code).toBe("record-sort");
    const withGone = [...uses, { recordId: keys.id, exhibit: "EX-009999" }];
    expect((await use(mia, "actions", "proof", withGone)).body.code).toBe("record-link");
    const { batchId, changed } = (await use(mia, "actions", "proof", uses)).body;
    expect(changed).toBe(2);
    expect((await get("actions", doors.id)).fields.proof).toBe(repaired);
    const over = await use(mia, "actions", "proof", [{ recordId: keys.id, exhibit: other }]);
    expect(over.body.message).toBe(
      `Proof that it is done of ${keys.number} is ${rotated} by now, and you chose ${other}. Nothing was changed.`,
    );
    const seen = await use(mia, "actions", "proof", [{ recordId: keys.id, exhibit: other, holds: rotated }]);
    expect(seen.body.changed).toBe(1);
    // What was changed since stays.
    expect((await remove(mia, at(`/actions/batches/${batchId}`))).body).toEqual({ undone: 1, kept: 1 });
    expect((await get("actions", doors.id)).fields.proof).toBeUndefined();
    expect((await get("actions", keys.id)).fields.proof).toBe(other);
  });

  test("a list gains what it does not have, and a type that shows nothing there is refused in a sentence", async () => {
    const [log, config] = [await upload("Log of the night", "Report"), await upload("Bucket", "Config")];
    const person = (
      await olga.post(at("/people/records"), { fields: { name: "Dan", kind: "employee", startsAt: "2026-01-05" } })
    ).body;
    const incident = (
      await olga.post(at("/incidents/records"), {
        fields: {
          title: "Lost laptop",
          kind: "incident",
          severity: "low",
          discoveredAt: "2026-11-01T10:00:00.000Z",
          data: ["none"],
          leadId: person.id,
        },
      })
    ).body;
    expect(incident.id).toBeDefined();
    for (const exhibit of [log, config, log])
      expect((await use(mia, "incidents", "evidence", [{ recordId: incident.id, exhibit }])).status).toBe(200);
    expect((await get("incidents", incident.id)).fields.evidence).toEqual([log, config]);
    const [proposal] = (await mia.post(at("/contracts/file-proposals"), { field: "file", exhibits: [config] })).body;
    expect(proposal.refused).toBe(
      `File takes a document or report. ${config} is a config. Cite another item, or change its type.`,
    );
  });
});

describe("what links to a record", () => {
  test("is listed with it, as far as the reader may read it, with how each stands", async () => {
    const add = async (register: string, fields: object) =>
      (await olga.post(at(`/${register}/records`), { fields })).body;
    const ada = await add("people", { name: "Ada", kind: "employee", startsAt: "2026-01-05" });
    const vendor = await add("vendors", {
      name: "Northwind",
      service: "Mail",
      rating: "high",
      data: ["client"],
      hosting: "yes",
      ownerId: ada.id,
    });
    const screening = await add("screenings", {
      personId: ada.id,
      kind: "identity",
      completedOn: "2026-01-05",
      test: "Seen in person",
    });
    expect([vendor.number, screening.number]).toEqual([expect.any(String), expect.any(String)]);
    const linked = async (person: Person, register: string, id: string) =>
      (await person.get(at(`/${register}/records/${id}`))).body.linkedFrom;
    const owned = {
      register: "vendors",
      label: "Vendors",
      field: "Owner",
      recordId: vendor.id,
      number: vendor.number,
      title: "Northwind",
      state: "open",
    };
    const all = (await linked(olga, "people", ada.id)).records;
    expect(all).toContainEqual(owned);
    expect(all.map(({ register }: { register: string }) => register)).toContain("screenings");
    // Screenings are read by managers alone.
    const told = (await linked(mia, "people", ada.id)).records.map(({ register }: { register: string }) => register);
    expect(told).toContain("vendors");
    expect(told).not.toContain("screenings");
    await olga.post(at(`/vendors/records/${vendor.id}/end`), { reason: "Gone" });
    expect((await linked(mia, "people", ada.id)).records).toContainEqual({ ...owned, state: "ended" });
    expect(await linked(olga, "vendors", vendor.id)).toEqual({ records: [], more: 0 });
  });
});

describe("what the database cannot read or write in time", () => {
  const [WRITING, READING] = ["app.record_changes IN EXCLUSIVE MODE", "app.records IN ACCESS EXCLUSIVE MODE"];
  /** Does `work` while what it writes, or reads, takes too long: its statement is given up, as one is that takes longer than any may. */
  async function tooSlow<T>(work: () => Promise<T>, lock = WRITING): Promise<T> {
    const holder = await running.database.admin.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${lock}`);
      const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const answer = work();
      await expect
        .poll(async () => {
          const waiting = "SELECT a.pid FROM pg_stat_activity a WHERE $1 = ANY (pg_blocking_pids(a.pid))";
          return (await running.database.admin.query(waiting, [rows[0]!.pid])).rows.length;
        })
        .toBe(1);
      await running.database.admin.query(
        "SELECT pg_cancel_backend(a.pid) FROM pg_stat_activity a WHERE $1 = ANY (pg_blocking_pids(a.pid))",
        [rows[0]!.pid],
      );
      return await answer;
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  }
  const refusal = {
    status: 409,
    body: {
      code: "record-too-many",
      message:
        "The database could not read or write so many records in time, and nothing was changed. Try again later, or with fewer records at once.",
    },
  };
  const names = async () =>
    (await olga.get(at("/sites/records?sort=number"))).body.records.map(
      (record: { fields: { name: string; address: string } }) => `${record.fields.name}, ${record.fields.address}`,
    );

  test.each([
    ["the preview of a file", READING, (csv: string) => olga.post(at("/sites/csv-preview"), { csv })],
    [
      "a file, where reading what is there takes too long",
      READING,
      (csv: string) => olga.post(at("/sites/csv"), { csv }),
    ],
    [
      "undoing a file, where reading it takes too long",
      READING,
      (_: string, id: string) => remove(olga, at(`/sites/batches/${id}`)),
    ],
    [
      "a change of many",
      WRITING,
      (_: string, id: string) =>
        patch(olga, at("/sites/records"), { recordIds: [id], fields: { address: "2 Main St" } }),
    ],
    [
      "an end of many",
      READING,
      (_: string, id: string) => olga.post(at("/sites/ends"), { recordIds: [id], reason: "Gone" }),
    ],
    [
      "uploads that become files of many",
      WRITING,
      (_: string, id: string, exhibit: string) =>
        patch(olga, at("/sites/files"), { field: "plan", uses: [{ recordId: id, exhibit }] }),
    ],
  ])("is refused with a sentence: %s", async (_, lock, send) => {
    const { id } = await addSite("North");
    const plan = await upload("Plan", "Document");
    const before = await names();
    const csv = "Number,Site,Address,Client data or equipment\nSIT-1,North,2 Main St,Neither";
    expect(await tooSlow(() => send(csv, id, plan), lock)).toMatchObject(refusal);
    expect(await names()).toEqual(before);
  });

  test("of a file is refused with a sentence, and so is undoing it: nothing of it is there, or all of it still", async () => {
    await addSite("North");
    const before = await names();
    const csv = "Number,Site,Address,Client data or equipment\nSIT-1,North,2 Main St,Neither\n,South,1 Side St,Neither";
    const send = () => olga.post(at("/sites/csv"), { csv });
    expect(await tooSlow(send)).toMatchObject(refusal);
    expect(await names()).toEqual(before);
    const { batchId } = (await send()).body;
    const all = await names();
    expect(all).toHaveLength(2);
    expect(await tooSlow(() => remove(olga, at(`/sites/batches/${batchId}`)))).toMatchObject(refusal);
    expect(await names()).toEqual(all);
    expect((await remove(olga, at(`/sites/batches/${batchId}`))).body).toEqual({ undone: 2, kept: 0 });
  });
});
