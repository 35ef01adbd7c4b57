import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { earnControl } from "#tests/support/earned.ts";
import { addMember } from "#tests/support/members.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import { liftLimits } from "#tests/support/without-limits.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let paul: Person;
let mia: Person;
let moss: Person;
let vera: Person;
let stranger: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [paul, mia, moss, vera, stranger] = [
    await running.person("Paul"),
    await running.person("Mia"),
    await running.person("Moss"),
    await running.person("Vera"),
    await running.person("Sam"),
  ];
  company = await paul.found("Controls Ltd");
  await stranger.found("Elsewhere Ltd");
  for (const [person, role] of [
    [mia, "member"],
    [moss, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
});
afterAll(() => running.close());

const query = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (verb = "", control = "XC-07") => `/companies/${company}/controls/${control}${verb}`;
const plans = async (person: Person) => (await person.get(`/companies/${company}/control-plans`)).body;
const file = (name: string, type: string, control = "XC-07") =>
  paul.upload(
    `/companies/${company}/evidence?${new URLSearchParams({ name, fileName: "a.txt", type, controls: control })}`,
    name,
  );

describe("who sees to a control", () => {
  test("is said by members, read by viewers, and unknown to other companies", async () => {
    const set = await mia.post(at("/plan"), { ownerId: vera.id, dueOn: "2026-12-01" });
    const plan = { controlId: "XC-07", owner: { userId: vera.id, name: "Vera Example" }, dueOn: "2026-12-01" };
    expect(set.body).toEqual(plan);
    expect(await plans(vera)).toEqual([plan]);
    expect((await vera.post(at("/plan"), { ownerId: null, dueOn: null })).status).toBe(403);
    expect((await stranger.get(`/companies/${company}/control-plans`)).status).toBe(404);
    expect((await mia.post(at("/plan", "XC-99"), { ownerId: null, dueOn: null })).status).toBe(404);
    const { body } = await paul.get(`/companies/${company}/activity?kind=control`);
    expect(body.entries[0].sentence).toBe("assigned XC-07 to Vera Example, due on 2026-12-01");
  });

  test("must be an active member, and is nobody any more once they have left", async () => {
    const owner = (ownerId: string) => mia.post(at("/plan"), { ownerId, dueOn: "2026-12-01" });
    expect((await owner(stranger.id)).body.code).toBe("owner-not-member");
    await query("UPDATE app.company_members SET status = 'suspended' WHERE user_id = $1 AND company_id = $2", [
      moss.id,
      company,
    ]);
    expect((await owner(moss.id)).body.code).toBe("owner-not-member");
    await query("UPDATE app.company_members SET status = 'active' WHERE user_id = $1 AND company_id = $2", [
      moss.id,
      company,
    ]);
    expect((await owner(moss.id)).status).toBe(200);
    await moss.post(`/companies/${company}/leave`, {});
    expect(await plans(paul)).toEqual([{ controlId: "XC-07", owner: null, dueOn: "2026-12-01" }]);
  });

  test("is left out of the list when nothing is planned", async () => {
    await mia.post(at("/plan"), { ownerId: null, dueOn: null });
    expect(await plans(paul)).toEqual([]);
  });
});

describe("notes", () => {
  test("are written by members, read by all, and struck out by their author or an admin, never removed", async () => {
    const written = (await mia.post(at("/notes"), { body: " Asked the vendor.\nNo answer yet. " })).body;
    expect(written).toMatchObject({
      body: "Asked the vendor.\nNo answer yet.",
      author: { name: "Mia Example" },
      struck: null,
    });
    const other = (await paul.post(at("/notes"), { body: "Answered." })).body;
    expect((await vera.post(at("/notes"), { body: "Me, too" })).status).toBe(403);
    expect((await mia.post(at("/notes"), { body: "  " })).body.message).toBe("Please write something");
    const strike = (person: Person, id: string) => person.post(at(`/notes/${id}/strike`), {});
    expect((await strike(mia, other.id)).body.code).toBe("note-of-another");
    expect((await strike(vera, other.id)).status).toBe(403);
    expect((await strike(stranger, other.id)).status).toBe(404);
    expect((await strike(paul, written.id)).body.struck.by.name).toBe("Paul Example");
    expect((await strike(mia, written.id)).body.code).toBe("note-struck");
    expect((await mia.post(`/companies/${company}/controls/XC-08/notes/${other.id}/strike`, {})).status).toBe(404);
    const { notes } = (await vera.get(at("/notes"))).body;
    expect(notes.map((note: { body: string }) => note.body)).toEqual([
      "Answered.",
      "Asked the vendor.\nNo answer yet.",
    ]);
    expect((await vera.get(at("/notes", "XC-08"))).body).toEqual({ notes: [], next: null });
  });

  test("of members who left keep their names, and not even an administrator changes or deletes one", async () => {
    const nora = await running.person("Nora");
    const { id } = (await paul.post(at("/notes", "XC-09"), { body: "Not so" })).body;
    await paul.post(at(`/notes/${id}/strike`, "XC-09"), {});
    await addMember(running, company, nora.id, "member");
    await nora.post(at("/notes", "XC-09"), { body: "Before I left" });
    await nora.post(`/companies/${company}/leave`, {});
    expect((await vera.get(at("/notes", "XC-09"))).body.notes[0].author.name).toBe("Nora Example");
    for (const text of [
      "UPDATE app.control_notes SET body = 'Other'",
      "DELETE FROM app.control_notes",
      "TRUNCATE app.control_notes",
    ])
      await expect(query(text)).rejects.toThrow("control_notes is append-only");
    const struck = "UPDATE app.control_notes SET struck_at = NULL, struck_by = NULL WHERE struck_at IS NOT NULL";
    await expect(query(struck)).rejects.toThrow("control_notes is append-only");
  });

  test("come in pages, newest first, none twice", async () => {
    await liftLimits(running.database.admin, company);
    await query(
      `INSERT INTO app.control_notes (company_id, control_id, body, written_by, written_at)
        SELECT $1, 'XC-10', 'Note ' || n, $2, '2026-01-01'::timestamptz + (n / 2) * interval '1 minute' FROM generate_series(1, 120) n`,
      [company, mia.id],
    );
    const seen: string[] = [];
    for (let next = ""; ;) {
      const page = (await vera.get(at(`/notes${next}`, "XC-10"))).body;
      seen.push(...page.notes.map((note: { body: string }) => note.body));
      if (page.next === null) break;
      next = `?after=${page.next}`;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(seen[0]).toBe("Note 120");
  });
});

describe("a control", () => {
  test("says what is expected and on file, what is missing, and what of it is current or expired", async () => {
    const before = (await vera.get(at())).body;
    expect(before.expected.every(({ state }: { state: string }) => state === "missing")).toBe(true);
    expect(before.checks[0]).toMatchObject({
      outcome: "not run",
      reason: "Say whether you use an identity provider, an email and document service, code hosting and 13 more.",
      progress: { decided: 0, asked: 1 },
      next: { kind: "scope" },
    });
    expect(before.checks[0].wanted).toMatch(/^No account belonging to a person/);
    await file("Old access control policy", "Policy");
    running.setNow(new Date(Date.now() + 800 * 86_400_000));
    await file("Joiner, mover and leaver checklist", "Document");
    const now = (await vera.get(at())).body;
    running.setNow(undefined);
    // Whatever its name: nobody filed it as that document.
    expect(now.expected.map(({ state }: { state: string }) => state)).toEqual(["missing", "missing"]);
    expect(now.evidence.map((item: { state: string }) => item.state)).toEqual(["current", "expired"]);
  });

  test("gives its evidence in pages, newest first", async () => {
    for (const name of ["One", "Two", "Three"]) await file(name, "Document", "XC-11");
    const first = (await vera.get(at("/evidence?limit=2", "XC-11"))).body;
    expect(first.items.map((item: { name: string }) => item.name)).toEqual(["Three", "Two"]);
    const second = (await vera.get(at(`/evidence?limit=2&after=${first.next}`, "XC-11"))).body;
    expect(second).toMatchObject({ items: [{ name: "One" }], next: null });
  });

  test("has its history with the line that stood before, and nobody else's", async () => {
    const lines: [string, string][] = [
      ["2026-01-01T00:00:00Z", "needs evidence"],
      ["2026-02-01T00:00:00Z", "failing"],
      ["2026-05-01T00:00:00Z", "passing"],
    ];
    for (const [instant, status] of lines)
      await query(
        "INSERT INTO app.control_changes (company_id, control_id, at, status, reason) VALUES ($1, 'XC-12', $2, $3, $3)",
        [company, instant, status],
      );
    running.setNow(new Date("2026-05-10T00:00:00Z"));
    const { body } = await vera.get(at("/history?days=30", "XC-12"));
    running.setNow(undefined);
    expect(body.changes.map((change: { status: string }) => change.status)).toEqual(["failing", "passing"]);
    expect(body.cut).toBe(false);
    expect((await stranger.get(at("/history", "XC-12"))).status).toBe(404);
  });
});

test("a decided check names the SHA-256 of the very file that it rests on, and until when a passing control holds is said", async () => {
  const report = prowlerReport(new Date());
  expect((await paul.upload(`/companies/${company}/imports?fileName=hashed.ocsf.json`, report)).status).toBe(201);
  await running.app.runTasks();
  const sha256 = createHash("sha256").update(report).digest("hex");
  const { body } = await paul.get(at("", "XC-20"));
  const decided = (body.checks as { exhibit: string | null; sha256: string | null }[]).filter(({ exhibit }) => exhibit);
  expect(decided.length).toBeGreaterThan(0);
  for (const check of decided) expect(check.sha256).toBe(sha256);
  expect(body.control.until).toBeNull();
  const earned = await earnControl(paul, company, "XC-01", { reviewer: mia });
  const rows = (await paul.get(`/companies/${company}/controls`)).body as { id: string; until: string | null }[];
  const { until } = rows.find(({ id }) => id === earned.controlId)!;
  expect(Date.parse(until!)).toBeGreaterThan(Date.now());
});
