import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { earnControl } from "#tests/support/earned.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let paul: Person;
let mia: Person;
let vera: Person;
let stranger: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  paul = await running.person("Paul");
  mia = await running.person("Mia");
  vera = await running.person("Vera");
  stranger = await running.person("Sam");
  company = await paul.found("Projects Ltd");
  await stranger.found("Elsewhere Ltd");
  for (const [person, role] of [
    [mia, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
});
afterAll(() => running.close());

const query = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const projects = () => `/companies/${company}/projects`;
const at = (id: string, verb = "") => `${projects()}/${id}${verb}`;
const create = async (name: string, framework = "soc2") =>
  (await paul.post(projects(), { name, framework })).body.id as string;
const write = (controlId: string, instant: string, status: string, reason = status) =>
  query("INSERT INTO app.control_changes (company_id, control_id, at, status, reason) VALUES ($1, $2, $3, $4, $5)", [
    company,
    controlId,
    instant,
    status,
    reason,
  ]);

describe("a project's name", () => {
  test("is changed by a member, not by a viewer, and the ledger says from what to what", async () => {
    const id = await create("First name");
    expect((await mia.send("PATCH", at(id), ...json({ name: " Second name " }))).body.name).toBe("Second name");
    expect((await vera.send("PATCH", at(id), ...json({ name: "Third" }))).status).toBe(403);
    expect((await mia.send("PATCH", at(id), ...json({ name: " " }))).body.message).toBe("Please enter a project name");
    const { body } = await paul.get(`/companies/${company}/activity?kind=project`);
    expect(JSON.stringify(body)).toContain("renamed the project “First name” to “Second name”");
  });

  test("that stays the same leaves no entry", async () => {
    const id = await create("Same");
    const entries = async () =>
      (await query("SELECT size FROM app.ledger_heads WHERE company_id = $1", [company]))[0].size;
    const before = await entries();
    expect((await mia.send("PATCH", at(id), ...json({ name: "Same" }))).status).toBe(200);
    expect(await entries()).toBe(before);
  });
});

describe("the audit window", () => {
  test("is set and cleared by admins alone, may lie in the future, and is refused by its rules", async () => {
    const id = await create("Windows");
    const window = { from: "2031-01-01", to: "2031-12-31" };
    expect((await mia.post(at(id, "/window"), { window })).status).toBe(403);
    expect((await paul.post(at(id, "/window"), { window })).body.window).toEqual(window);
    const refused = async (from: string, to: string) =>
      (await paul.post(at(id, "/window"), { window: { from, to } })).body.data?.fields?.[0];
    expect(await refused("2026-02-01", "2026-02-01")).toEqual({
      path: "window.to",
      message: "The last day must be after the first",
    });
    expect((await refused("2026-01-01", "2029-01-01")).message).toBe("A window is 36 months long at most");
    expect((await refused("2026-02-30", "2026-03-01")).message).toBe("Please enter a date");
    expect((await paul.get(at(id))).body.project.window).toEqual(window);
    expect((await paul.post(at(id, "/window"), { window: null })).body.window).toBeNull();
    expect((await paul.get(at(id, "/days-covered"))).body).toEqual({ window: null, controls: [] });
  });

  test("has the days that each control covered by its history, for every member and nobody else", async () => {
    const id = await create("Covered");
    await paul.post(at(id, "/window"), { window: { from: "2026-01-01", to: "2026-01-31" } });
    await write("XC-05", "2025-12-01T00:00:00Z", "passing");
    await write("XC-05", "2026-01-10T12:00:00Z", "failing", "A door stood open.");
    await write("XC-05", "2026-01-11T12:00:00Z", "passing");
    // Mended at the stroke of midnight, and again and again within one day.
    await write("XC-06", "2025-12-31T10:00:00Z", "failing", "Late.");
    await write("XC-06", "2026-01-03T00:00:00Z", "passing");
    await write("XC-06", "2026-01-03T09:00:00Z", "not applicable");
    for (let hour = 10; hour < 20; hour += 2) {
      await write("XC-06", `2026-01-08T${hour}:00:00Z`, "needs evidence", "Expired.");
      await write("XC-06", `2026-01-08T${hour}:30:00Z`, "failing", "Late.");
      await write("XC-06", `2026-01-08T${hour + 1}:00:00Z`, "passing");
    }
    await write("XC-07", "2026-01-05T00:00:00Z", "passing");
    await write("XC-07", "2026-01-05T00:00:00Z", "failing", "Written in the same moment.");
    await write("XC-07", "2026-01-06T00:00:00Z", "passing");
    running.setNow(new Date("2026-01-21T06:00:00Z"));
    const { body } = await vera.get(at(id, "/days-covered"));
    running.setNow(undefined);
    expect(body.controls).toHaveLength(22);
    const days = (control: string) => body.controls.find((item: { controlId: string }) => item.controlId === control);
    expect(days("XC-05")).toEqual({
      controlId: "XC-05",
      covered: 18,
      passed: 20,
      gaps: [{ from: "2026-01-10", to: "2026-01-11", status: "failing", reason: "A door stood open." }],
      gapCount: 1,
    });
    expect(days("XC-06")).toMatchObject({
      covered: 17,
      gaps: [
        { from: "2026-01-01", to: "2026-01-02", reason: "Late." },
        { from: "2026-01-08", to: "2026-01-08", status: "needs evidence", reason: "Expired." },
      ],
    });
    expect(days("XC-07")).toMatchObject({
      covered: 15,
      gaps: [
        { from: "2026-01-01", to: "2026-01-04", status: null, reason: "Nothing was recorded yet." },
        { from: "2026-01-05", to: "2026-01-05", status: "failing", reason: "Written in the same moment." },
      ],
    });
    expect(days("XC-08")).toMatchObject({ covered: 0, passed: 20, gapCount: 1 });
    expect((await stranger.get(at(id, "/days-covered"))).status).toBe(404);
  });
});

describe("an archived project", () => {
  test("keeps its figures, is only read, and goes on when it is restored", async () => {
    await earnControl(paul, company, "XC-01", { reviewer: mia });
    const id = await create("Ends");
    await paul.post(at(id, "/start"), {});
    expect((await mia.post(at(id, "/archive"), {})).status).toBe(403);
    const archived = (await paul.post(at(id, "/archive"), {})).body;
    expect(archived).toMatchObject({ status: "Archived", controlsPassed: 1, controls: 22, next: null });

    await earnControl(paul, company, "XC-05", { reviewer: mia });
    const read = (await vera.get(at(id))).body;
    expect(read.project.controlsPassed).toBe(1);
    expect(read.controls.find((control: { id: string }) => control.id === "XC-05").status).toBe("needs evidence");
    for (const answer of [
      await paul.send("PATCH", at(id), ...json({ name: "No" })),
      await paul.post(at(id, "/window"), { window: { from: "2026-01-01", to: "2026-02-01" } }),
      await paul.post(at(id, "/start"), {}),
      await paul.post(at(id, "/archive"), {}),
    ])
      expect(answer.body.code).toBe("project-archived");
    await expect(query("UPDATE app.projects SET name = 'No' WHERE id = $1", [id])).rejects.toThrow("archived");

    expect((await mia.post(at(id, "/restore"), {})).status).toBe(403);
    expect((await paul.post(at(id, "/restore"), {})).body).toMatchObject({ status: "In Progress", controlsPassed: 2 });
    expect((await paul.post(at(id, "/restore"), {})).body.code).toBe("project-not-archived");
  });

  test("frees its framework's place, and is not restored where another has taken it", async () => {
    const own = await stranger.found("One framework Ltd");
    const limit = "INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, 'frameworks', 1)";
    await query(limit, [own]);
    const path = `/companies/${own}/projects`;
    const first = (await stranger.post(path, { name: "A", framework: "soc2" })).body.id;
    expect((await stranger.post(path, { name: "B", framework: "hipaa" })).body.code).toBe("framework-limit");
    await stranger.post(`${path}/${first}/archive`, {});
    expect((await stranger.post(path, { name: "B", framework: "hipaa" })).status).toBe(200);
    expect((await stranger.post(`${path}/${first}/restore`, {})).body.code).toBe("framework-limit");
  });
});

test("the database itself lets no member archive, and none set a window", async () => {
  const id = await create("Held");
  const attempt = async (set: string) => {
    const client = await running.database.admin.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
        mia.id,
        company,
      ]);
      await client.query("SET LOCAL ROLE app_user");
      return (await client.query(`UPDATE app.projects SET ${set} WHERE id = $1`, [id])).rowCount;
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };
  expect(await attempt("name = 'Other'")).toBe(1);
  for (const set of [
    "archived_at = now()",
    "window_from = '2026-01-01', window_to = '2026-02-01'",
    "archived_controls = '[]'",
  ])
    await expect(attempt(set)).rejects.toThrow("only an admin archives");
});

test("a project says what to do next", async () => {
  const id = await create("Next");
  const next = async () => (await paul.get(at(id))).body.project.next;
  expect(await next()).toEqual({ message: "Start the project", controlId: null });
  await paul.post(at(id, "/start"), {});
  expect((await next()).message).toMatch(/^Add evidence for /);
});

function json(body: unknown): [string, Record<string, string>] {
  return [JSON.stringify(body), { "content-type": "application/json" }];
}
