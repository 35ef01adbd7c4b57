import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { verifyCommand } from "../bundle/verify-command.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { prowlerReport } from "#tests/support/reports.ts";

let running: RunningApp;
const people = {} as Record<"owner" | "admin" | "member" | "other" | "viewer" | "auditor" | "stranger", Person>;
let company: string;
let project: string;

interface Item {
  readonly id: string;
  readonly exhibit: string;
  readonly sha256: string;
}

beforeAll(async () => {
  running = await runApp();
  for (const name of ["owner", "admin", "member", "other", "viewer", "auditor", "stranger"] as const)
    people[name] = await running.person(name);
  company = await people.owner.found("Mended Ltd");
  await people.stranger.found("Elsewhere Ltd");
  const admin = (text: string, values: unknown[]) => running.database.admin.query(text, values);
  for (const [name, role] of [
    ["admin", "admin"],
    ["member", "member"],
    ["other", "member"],
    ["viewer", "viewer"],
  ] as const)
    await addMember(running, company, people[name].id, role);
  project = (await people.owner.post(path("/projects"), { name: "SOC 2", framework: "soc2" })).body.id;
  const { rows } = await admin(
    "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, now() + interval '9 days') RETURNING id",
    [company, people.auditor.id, people.owner.id],
  );
  await admin("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [company, rows[0].id, project]);
});
afterAll(() => running.close());

const path = (more: string) => `/companies/${company}${more}`;

async function file(name: string, more: Record<string, string> = {}, who: Person = people.owner): Promise<Item> {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01,XC-02", ...more });
  const filed = await who.upload(path(`/evidence?${query}`), `the text of ${name}`);
  expect([filed.status, filed.body]).toEqual([201, expect.anything()]);
  return filed.body;
}

const withdraw = (item: Item, who: Person = people.owner, reason = "It is the wrong file") =>
  who.post(path(`/evidence/${item.id}/withdrawal`), { reason });
const restore = (item: Item, who: Person = people.owner) => who.send("DELETE", path(`/evidence/${item.id}/withdrawal`));
const exhibits = async (query = "", who: Person = people.owner) =>
  (await who.get(path(`/evidence?limit=200${query}`))).body.items.map((item: Item) => item.exhibit) as string[];
const control = async (id = "XC-01", who: Person = people.owner) => (await who.get(path(`/controls/${id}`))).body;

test("owners and admins withdraw any item, members what they filed themselves, and nobody else anything", async () => {
  const theirs = await file("Filed by the owner");
  const own = await file("Filed by a member", {}, people.member);
  for (const [name, item, status] of [
    ["stranger", own, 404],
    ["auditor", own, 403],
    ["viewer", own, 403],
    ["other", own, 403],
    ["member", theirs, 403],
    ["member", own, 200],
    ["admin", theirs, 200],
  ] as const)
    expect([name, (await withdraw(item, people[name])).status]).toEqual([name, status]);
  // Whoever withdrew it may take that back, and so may admins.
  for (const [name, item, status] of [
    ["stranger", own, 404],
    ["auditor", own, 403],
    ["viewer", own, 403],
    ["other", own, 403],
    ["member", theirs, 403],
    ["member", own, 200],
    ["owner", theirs, 200],
  ] as const)
    expect([name, (await restore(item, people[name])).status]).toEqual([name, status]);
});

test("a withdrawal needs a reason, is made once, and is taken back once", async () => {
  const item = await file("Once");
  expect((await people.owner.post(path(`/evidence/${item.id}/withdrawal`), { reason: " " })).status).toBe(400);
  expect((await restore(item)).body.code).toBe("not-found");
  expect((await withdraw(item)).status).toBe(200);
  expect((await withdraw(item)).body.code).toBe("already-withdrawn");
  expect((await restore(item)).status).toBe(200);
  expect((await restore(item)).body.code).toBe("not-found");
});

test("what is withdrawn leaves counts, lists, searches, controls, the auditor's view and new versions, and comes back", async () => {
  const item = await file("Quicksand");
  const state = async () => {
    const overview = (await people.owner.get(path("/overview"))).body;
    const { total } = (await people.owner.get(path("/evidence"))).body;
    const aControl = await control();
    return {
      total,
      overview: JSON.stringify(overview).replaceAll(/"\d{4}-[^"]+Z"/g, ""),
      listed: await exhibits(),
      byControl: await exhibits("&control=XC-01"),
      current: await exhibits("&freshness=current"),
      search: (await people.owner.get(path("/search?text=quicksand"))).body.evidence.length,
      count: (await people.owner.get(path("/evidence-count?control=XC-01"))).body.count,
      same: (await people.owner.get(path(`/evidence-same?sha256=${item.sha256}`))).body.length,
      control: aControl.control.evidenceCount,
      status: aControl.control.status,
      ofControl: aControl.evidence.map((filed: Item) => filed.exhibit),
      pages: (await people.owner.get(path("/controls/XC-01/evidence"))).body.items.length,
      audited: await exhibits("", people.auditor),
      auditedControl: (await control("XC-01", people.auditor)).evidence.length,
      open: (await people.auditor.get(path(`/evidence/${item.id}`))).status,
      file: (await people.auditor.get(path(`/evidence/${item.id}/file`))).status,
    };
  };
  const before = await state();
  expect((await withdraw(item)).status).toBe(200);
  const gone = await state();
  const without = (list: readonly string[]) => list.filter((entry) => entry !== item.exhibit);
  expect(gone).toMatchObject({
    total: before.total - 1,
    listed: without(before.listed),
    byControl: without(before.byControl),
    current: without(before.current),
    search: 0,
    count: before.count - 1,
    same: 0,
    control: before.control - 1,
    ofControl: without(before.ofControl),
    pages: before.pages - 1,
    audited: without(before.audited),
    auditedControl: before.auditedControl - 1,
    open: 404,
    file: 404,
  });
  for (const who of [people.owner, people.viewer])
    expect(await exhibits("&freshness=withdrawn", who)).toEqual([item.exhibit]);
  expect(await exhibits("&freshness=withdrawn&control=XC-01")).toEqual([item.exhibit]);
  expect(await exhibits("&freshness=withdrawn&control=XC-09")).toEqual([]);
  expect(await exhibits("&freshness=withdrawn", people.auditor)).toEqual([]);
  const query = new URLSearchParams({
    name: "x",
    fileName: "x",
    type: "Policy",
    controls: "XC-01",
    supersedes: item.id,
  });
  expect((await people.owner.upload(path(`/evidence?${query}`), "x")).body.code).toBe("already-superseded");
  expect((await restore(item)).status).toBe(200);
  expect(await state()).toEqual(before);
});

test("its page keeps number, hash and custody, with the reason, and says who may restore it", async () => {
  const item = await file("On record", {}, people.member);
  await withdraw(item, people.member, "It names a customer");
  for (const [name, mends] of [
    ["owner", true],
    ["member", true],
    ["other", false],
    ["viewer", false],
  ] as const) {
    const { body } = await people[name].get(path(`/evidence/${item.id}`));
    expect([name, body.mends]).toEqual([name, mends]);
    expect(body.item).toMatchObject({
      exhibit: item.exhibit,
      sha256: item.sha256,
      withdrawn: true,
      controls: ["XC-01", "XC-02"],
    });
    expect(body.withdrawal).toMatchObject({ by: "member Example", reason: "It names a customer" });
  }
  await restore(item, people.admin);
  const { body } = await people.auditor.get(path(`/evidence/${item.id}`));
  expect(body).toMatchObject({ withdrawal: null, mends: false });
  expect(body.custody.map(({ event, by, detail }: Record<string, string>) => `${event} by ${by}: ${detail}`)).toEqual(
    expect.arrayContaining([
      "Withdrawn by member Example: It names a customer",
      "Restored by admin Example: It counts again.",
    ]),
  );
  const { entries } = (await people.owner.get(path("/activity"))).body;
  expect(entries.map((entry: { sentence: string }) => entry.sentence).slice(0, 3)).toEqual([
    `restored ${item.exhibit}, “On record”`,
    `withdrew ${item.exhibit}, “On record”: It names a customer`,
    expect.stringContaining(`filed ${item.exhibit}`),
  ]);
});

test("to withdraw a report makes nothing pass: its checks are not decided, and no older result speaks in its place", async () => {
  const bring = async (text: string) => {
    const answer = await people.owner.upload(path("/imports?fileName=prowler.ocsf.json"), text);
    expect(answer.status).toBe(201);
    await running.app.runTasks();
    const { body } = await people.owner.get(path("/evidence"));
    return body.items[0] as Item;
  };
  const outcomes = async () => {
    const all = (await people.owner.get(path("/controls"))).body as { id: string }[];
    const found = new Map<string, string>();
    for (const { id } of all) {
      for (const check of (await control(id)).checks as {
        id: string;
        title: string;
        outcome?: string;
        state?: string;
      }[])
        found.set(JSON.stringify([id, check.id ?? check.title]), JSON.stringify(check));
    }
    return found;
  };
  const statuses = async () =>
    new Map(
      ((await people.owner.get(path("/controls"))).body as { id: string; status: string }[]).map((item) => [
        item.id,
        item.status,
      ]),
    );
  // The same checks, all of them passing first, and then as they are.
  await bring(prowlerReport(new Date(Date.now() - 60_000)).replaceAll("FAIL", "PASS"));
  const failing = await bring(prowlerReport(new Date()));
  const then = await statuses();
  const said = await outcomes();
  expect([...then.values()]).toContain("failing");
  expect((await withdraw(failing)).status).toBe(200);
  const now = await statuses();
  const changed = [...(await outcomes())].filter(([check, text]) => said.get(check) !== text);
  expect(changed.length).toBeGreaterThan(0);
  for (const [, text] of changed) expect(text).toContain(`${failing.exhibit} was withdrawn`);
  for (const [, text] of changed) expect(text).not.toMatch(/"outcome":"(pass|fail)"/);
  // What the worker judges is what pages show.
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    "SELECT control_id, status FROM app.control_standings WHERE company_id = $1",
    [company],
  );
  expect(new Map(rows.map((row) => [row.control_id, row.status]))).toEqual(now);
  const auditors = (await people.auditor.get(path("/controls"))).body as { id: string; status: string }[];
  expect(new Map(auditors.map((auditor) => [auditor.id, auditor.status]))).toEqual(now);
  expect((await restore(failing)).status).toBe(200);
  expect(await outcomes()).toEqual(said);
  expect(await statuses()).toEqual(then);
});

test("a document whose item is withdrawn is missing, until the item is restored", async () => {
  const id = "auth.authentication-standard";
  const item = await file("Our rules", { controls: "XC-08" });
  const day = new Date().toISOString().slice(0, 10);
  const period = { evidenceId: item.id, from: day, to: day };
  expect((await people.owner.post(path(`/controls/XC-08/documents/${id}/filings`), period)).status).toBe(200);
  const state = async (who: Person) =>
    (await who.get(path("/documents?control=XC-08"))).body.find((item: { id: string }) => item.id === id)
      .state as string;
  expect(await state(people.owner)).toBe("waiting");
  await withdraw(item);
  for (const who of [people.owner, people.viewer]) expect(await state(who)).toBe("missing");
  await restore(item);
  expect(await state(people.owner)).toBe("waiting");
});

test("a privileged item is not withdrawn, and a report not while it is read", async () => {
  const matter = (await people.owner.post(path("/matters"), { name: "A v. B", basis: "work product", join: true })).body
    .id;
  const memo = await file("Memo", { matter });
  expect((await withdraw(memo)).body.code).toBe("privileged-withdrawal");
  expect((await withdraw(memo, people.admin)).status).toBe(404);
  const answer = await people.owner.upload(path("/imports?fileName=prowler.ocsf.json"), prowlerReport(new Date()));
  expect(answer.status).toBe(201);
  const { body } = await people.owner.get(path("/evidence"));
  expect((await withdraw(body.items[0])).body.code).toBe("report-being-read");
  await running.app.runTasks();
  expect((await withdraw(body.items[0])).status).toBe(200);
  await restore(body.items[0]);
});

test("a bundle names what is withdrawn by number, hash and custody, without its content, and verifies", async () => {
  const item = await file("Heliotrope", { fileName: "heliotrope.txt" });
  await withdraw(item, people.owner, "The wrong quarter");
  const made = await people.owner.post(path("/exports"), {});
  const { response } = await people.owner.get(path(`/exports/${made.body.id}/bundle`));
  const bytes = Buffer.from(await response.arrayBuffer());
  const whole = bytes.toString("latin1");
  expect(whole).not.toMatch(/heliotrope/i);
  const { files } = await openZip(async (into, at) => bytes.copy(into, 0, at), bytes.length);
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.find((file) => file.path === "withdrawn.json")!.read()) chunks.push(chunk);
  const listed = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>[];
  expect(listed.find(({ exhibit }) => exhibit === item.exhibit)).toMatchObject({
    sha256: item.sha256,
    reason: "The wrong quarter",
    withdrawnBy: "owner Example",
    entry: expect.stringContaining(item.id),
  });
  const zip = join(running.folder, "withdrawn.zip");
  writeFileSync(zip, bytes);
  const { key } = (await people.owner.get(path("/ledger"))).body;
  const lines: string[] = [];
  expect([await verifyCommand([zip, "--key", key], { out: (line) => void lines.push(line) }), lines]).toEqual([
    0,
    expect.anything(),
  ]);
  const records = await (await people.owner.get(path("/records"))).response.text();
  expect(JSON.parse(records).tables.evidence.map((row: Item) => row.id)).not.toContain(item.id);
  expect(JSON.parse(records).tables.withdrawals.map((row: { evidence_id: string }) => row.evidence_id)).toContain(
    item.id,
  );
  await restore(item);
});

test("after any filing, replacing, withdrawing and restoring, every figure is what a count of the standing items says", async () => {
  const asExpected = ({ status }: { status: number }, expected: number) => {
    if (status !== expected) throw new Error(`${status} instead of ${expected}`);
  };
  const step = fc.record({ act: fc.constantFrom("file", "file", "withdraw", "restore", "replace"), at: fc.nat(40) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      company = await people.owner.found(`Counted ${Math.random()}`);
      const shelf: { item: Item; controls: string[]; withdrawn: boolean; replaced: boolean }[] = [];
      const sets = ["XC-01", "XC-01,XC-02", "XC-03"];
      for (const { act, at } of steps) {
        const aControl = shelf[at % Math.max(shelf.length, 1)];
        if (act === "file" || !aControl) {
          const controls = sets[at % 3]!;
          const item = await file(`Item ${shelf.length}`, { controls });
          shelf.push({ item, controls: controls.split(","), withdrawn: false, replaced: false });
        } else if (act === "withdraw") {
          asExpected(await withdraw(aControl.item), aControl.withdrawn ? 409 : 200);
          aControl.withdrawn = true;
        } else if (act === "restore") {
          asExpected(await restore(aControl.item), aControl.withdrawn ? 200 : 404);
          aControl.withdrawn = false;
        } else if (!aControl.withdrawn && !aControl.replaced) {
          const item = await file(`Newer ${shelf.length}`, {
            controls: aControl.controls.join(","),
            supersedes: aControl.item.id,
          });
          aControl.replaced = true;
          shelf.push({ item, controls: aControl.controls, withdrawn: false, replaced: false });
        }
      }
      const standing = shelf.filter(({ withdrawn }) => !withdrawn);
      const numbers = (list: typeof shelf) => list.map(({ item }) => item.exhibit).toReversed();
      expect(await exhibits()).toEqual(numbers(standing));
      expect(await exhibits("&freshness=withdrawn")).toEqual(numbers(shelf.filter(({ withdrawn }) => withdrawn)));
      expect((await people.owner.get(path("/evidence"))).body.total).toBe(standing.length);
      for (const id of ["XC-01", "XC-02", "XC-03"]) {
        const under = standing.filter(({ controls }) => controls.includes(id));
        expect((await control(id)).control.evidenceCount).toBe(under.length);
        expect((await control(id)).evidence.map((item: Item) => item.exhibit)).toEqual(numbers(under));
      }
    }),
    { numRuns: 6 },
  );
});
