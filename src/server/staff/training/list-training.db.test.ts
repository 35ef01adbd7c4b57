import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readCsvFile } from "#web/workspace/program/csv-text.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff } from "#tests/support/staff.ts";
import { bytesOf } from "../../registers/file-bytes.ts";

let running: RunningApp;
let owner: Person;
let company: string;
let companies = 0;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  await running.forgetTries();
  company = await owner.found(`Lists ${(companies += 1)}`);
});

const at = (path = "") => `/companies/${company}/training${path}`;
const today = () => new Date().toISOString().slice(0, 10);
const recently = () => new Date(Date.now() - 86_400_000).toISOString();

/** Adds somebody to the people as if it were so many days ago. */
async function addedBefore(days: number, fields: Parameters<typeof addToStaff>[2]): Promise<string> {
  running.setNow(new Date(Date.now() - days * 86_400_000));
  try {
    return await addToStaff(owner, company, fields);
  } finally {
    running.setNow(undefined);
  }
}

/** Files a list as evidence; answers with its number. */
async function file(csv: string): Promise<string> {
  const query = new URLSearchParams({ name: "List", fileName: "list.csv", type: "Document", controls: "XC-06" });
  return (await owner.upload(`/companies/${company}/evidence?${query}`, csv)).body.exhibit;
}
const preview = async (csv: string) => (await owner.post(at("/import-preview"), { csv, course: "security" })).body;
const asked = async (csv: string, more: Record<string, string> = {}) => ({
  csv,
  exhibit: await file(csv),
  course: "security",
  provider: "Elsewhere",
  ...more,
});
const standing = async (personId: string) =>
  (await owner.get(at())).body.people
    .find((person: { personId: string }) => person.personId === personId)
    .courses.find(({ key }: { key: string }) => key === "security");

test("who needs which course, and who is due or late, follows from the register and from when they were added", async () => {
  const late = await addedBefore(31, { name: "Late", email: "late@lists.test" });
  const longHere = await addToStaff(owner, company, { name: "Long here" });
  const fresh = await addToStaff(owner, company, { name: "Fresh", startsAt: recently() });
  await addToStaff(owner, company, { name: "Gone", endsAt: "2021-01-01T00:00:00.000Z" });
  const { body } = await owner.get(at());
  expect(body.total).toBe(3);
  expect(body.courses.find(({ key }: { key: string }) => key === "security")).toMatchObject({
    needed: 3,
    passed: 0,
    late: 1,
  });
  expect([(await standing(late)).state, (await standing(fresh)).state]).toEqual(["late", "due"]);
  // They started in 2020, before the company used Exhibit.
  expect(await standing(longHere)).toMatchObject({ state: "due" });
  expect((await standing(longHere)).until.slice(0, 10) > today()).toBe(true);
  expect(body.people.map(({ name, hasEmail }: { name: string; hasEmail: boolean }) => [name, hasEmail])).toEqual([
    ["Late", true],
    ["Fresh", false],
    ["Long here", false],
  ]);
  const page = async (query: Record<string, string>) =>
    (await owner.get(`${at()}?${new URLSearchParams(query)}`)).body as {
      people: { name: string }[];
      found: number;
      next: string | null;
    };
  const first = await page({ limit: "2" });
  expect([first.people.map(({ name }) => name), first.found]).toEqual([["Late", "Fresh"], 3]);
  const second = await page({ limit: "2", after: first.next! });
  expect([second.people.map(({ name }) => name), second.next]).toEqual([["Long here"], null]);
  expect(await page({ search: "HERE" })).toMatchObject({ people: [{ name: "Long here" }], found: 1, total: 3 });
  expect((await owner.get(`${at()}?after=elsewhere`)).body.code).toBe("invalid-input");
});

describe("a list of another provider", () => {
  test("is imported by email or number, names its exhibit, and can be undone", async () => {
    const [ann, bob] = [
      await addedBefore(40, { name: "Ann", email: "Ann@lists.test" }),
      await addedBefore(40, { name: "Bob" }),
    ];
    const list = await asked(`Email,Completed\nann@lists.test,${today()}\nPER-2,${today()}\n`);
    expect(await preview(list.csv)).toEqual({
      added: 2,
      left: 0,
      wrong: 0,
      sample: [
        { row: 2, number: "PER-1", name: "Ann", completedOn: today() },
        { row: 3, number: "PER-2", name: "Bob", completedOn: today() },
      ],
      leftRows: [],
      problems: [],
    });
    expect((await standing(ann)).state, "a preview changes nothing").toBe("late");
    const { body } = await owner.post(at("/imports"), list);
    expect(body.added).toBe(2);
    // Nobody else looked at it: the course stays to do, and says where they passed.
    for (const person of [ann, bob])
      expect(await standing(person)).toMatchObject({
        state: "late",
        passedAt: null,
        listedAt: `${today()}T00:00:00.000Z`,
      });
    expect((await owner.get(at())).body.courses[0]).toMatchObject({ key: "security", passed: 0, listed: 2, late: 2 });
    expect((await owner.get(at())).body.imports).toMatchObject([{ exhibit: list.exhibit, people: 2, undone: false }]);
    expect((await owner.send("DELETE", at(`/imports/${body.batchId}`))).body).toEqual({ undone: 2 });
    expect(await standing(ann)).toMatchObject({ state: "late", listedAt: null });
    expect((await owner.get(at())).body.imports).toMatchObject([{ undone: true }]);
    expect((await owner.send("DELETE", at(`/imports/${body.batchId}`))).status).toBe(404);
  });

  test("with a wrong row is not imported at all, and each wrong row is told", async () => {
    await addToStaff(owner, company, { name: "Ann", email: "ann@lists.test" });
    const csv = `Email,Completed\nann@lists.test,${today()}\nnobody@lists.test,${today()}\nann@lists.test,2999-01-01\nPER-1,31.1.2026\nPER-1,${today()}\n`;
    const list = await asked(csv);
    const body = await preview(csv);
    expect(body.problems.map(({ row }: { row: number }) => row)).toEqual([3, 4, 5, 6]);
    expect((await owner.post(at("/imports"), list)).body).toMatchObject({
      code: "record-rows-wrong",
      message: "Nothing was imported. Row 3: Nobody in People has this email address or number.",
    });
    expect((await owner.get(at())).body.imports).toEqual([]);
  });

  test("of whom only those are taken who completed it, and the others are listed", async () => {
    await addToStaff(owner, company, { name: "Ann", email: "ann@lists.test" });
    await addToStaff(owner, company, { name: "Bob", email: "bob@lists.test" });
    const csv = `Email,Enrollment Date,Completion Date,Status\nann@lists.test,2025-01-01,,In Progress\nbob@lists.test,2025-01-01,${today()},Passed\n`;
    expect(await preview(csv)).toMatchObject({
      added: 1,
      sample: [{ row: 3, name: "Bob", completedOn: today() }],
      leftRows: [{ row: 2, message: "Not completed." }],
    });
    expect((await owner.post(at("/imports"), await asked(csv))).body.added).toBe(1);
    const none = await asked("Email,Completion Date,Status\nann@lists.test,,Failed\n");
    expect((await owner.post(at("/imports"), none)).body.code).toBe("record-rows-wrong");
  });

  test("is the very file that is on file: other bytes, another number and another company's are refused", async () => {
    await addToStaff(owner, company, { name: "Ann", email: "ann@lists.test" });
    const list = await asked(`Email,Completed\nann@lists.test,${today()}\n`);
    const code = async (changed: Record<string, string>) =>
      (await owner.post(at("/imports"), { ...list, ...changed })).body.code;
    expect(await code({ csv: `${list.csv} ` })).toBe("training-other-file");
    expect(await code({ exhibit: "EX-000099" })).toBe("training-other-file");
    expect(await code({ course: "juggling" })).toBe("not-found");
    company = await owner.found(`Lists ${(companies += 1)}`);
    expect(await code({})).toBe("training-other-file");
  });

  test("is sealed with its leaf: what was changed in the database is named", async () => {
    await addToStaff(owner, company, { name: "Ann", email: "ann@lists.test" });
    await owner.post(`/companies/${company}/registers/people/confirmation`, { count: 1 });
    await owner.post(at("/imports"), await asked(`Email,Completed\nann@lists.test,${today()}\n`));
    const said = async (later: number) => {
      running.setNow(new Date(Date.now() + later * 1_000));
      await running.app.runTasks();
      running.setNow(undefined);
      const { rows } = await running.database.admin.query(
        "SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = 'training.completed' ORDER BY ledger_index DESC LIMIT 1",
        [company],
      );
      return rows[0];
    };
    // Nobody else looked at the list.
    expect(await said(60)).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("nobody else reviewed it"),
    });
    await running.database.admin.query("ALTER TABLE app.completions DISABLE TRIGGER hold_undone");
    await running.database.admin.query(
      "UPDATE app.completions SET completed_at = completed_at + interval '1 hour' WHERE company_id = $1",
      [company],
    );
    await running.database.admin.query("ALTER TABLE app.completions ENABLE TRIGGER hold_undone");
    expect(await said(120)).toMatchObject({ outcome: "fail", reason: "Not as the ledger has it: completion 1." });
  });
});

describe("a list as spreadsheets of Windows save it", () => {
  /** Files bytes as they are; answers with their number. */
  async function fileBytes(bytes: Buffer): Promise<string> {
    const query = new URLSearchParams({ name: "List", fileName: "list.csv", type: "Document", controls: "XC-06" });
    return (await owner.upload(`/companies/${company}/evidence?${query}`, bytes)).body.exhibit;
  }
  const cp1252 = (text: string) => bytesOf(text, "windows-1252")!;
  const imported = async () => (await owner.get(at())).body.imports.length;

  test("in Windows-1252 with semicolons is imported, and the exhibit has the very bytes of the provider", async () => {
    const zoe = await addToStaff(owner, company, { name: "Zoë", email: "zoë@lists.test" });
    const csv = `Name;Email;Completion Date;Status\r\nZoë Müller;zoë@lists.test;${today()};Completed\r\n`;
    const bytes = cp1252(csv);
    const { csv: read, encoding } = readCsvFile(new Uint8Array(bytes).buffer);
    expect([read, encoding]).toEqual([csv, "windows-1252"]);
    const list = { csv: read, encoding, exhibit: await fileBytes(bytes), course: "security", provider: "Elsewhere" };
    expect(await preview(read)).toMatchObject({ added: 1, wrong: 0 });
    // The same text in another encoding is another file.
    expect((await owner.post(at("/imports"), { ...list, encoding: "utf-8" })).body.code).toBe("training-other-file");
    expect((await owner.post(at("/imports"), list)).body.added).toBe(1);
    expect((await standing(zoe)).listedAt).not.toBeNull();
  });

  test("with a byte order mark is the file that it is", async () => {
    await addToStaff(owner, company, { name: "Dan", email: "dan@lists.test" });
    const text = `\uFEFFEmail,Completed\r\ndan@lists.test,${today()}\r\n`;
    const bytes = Buffer.from(text, "utf8");
    const { csv, encoding } = readCsvFile(new Uint8Array(bytes).buffer);
    const list = { csv, encoding, exhibit: await fileBytes(bytes), course: "security", provider: "Elsewhere" };
    expect((await owner.post(at("/imports"), list)).body.added).toBe(1);
  });

  test("with formulas and 300 wrong rows imports nothing, and each wrong row is listed", async () => {
    await addToStaff(owner, company, { name: "Dan", email: "dan@lists.test" });
    const wrong = Array.from({ length: 300 }, (_, n) =>
      n % 2 === 0 ? `Müller ${n};=HYPERLINK("x");${today()}` : `Müller ${n};+1+${n};=NOW()`,
    ).map((row) => row.replaceAll('"', ""));
    const csv = ["Name;Email;Completion Date", `Dan;dan@lists.test;${today()}`, ...wrong, ""].join("\r\n");
    const said = await preview(csv);
    expect([said.added, said.wrong, said.problems.length]).toEqual([1, 300, 300]);
    expect(said.problems.map(({ row }: { row: number }) => row)).toEqual(wrong.map((_, at) => at + 3));
    const list = { csv, encoding: "windows-1252", exhibit: await fileBytes(cp1252(csv)) };
    const refused = await owner.post(at("/imports"), { ...list, course: "security", provider: "Elsewhere" });
    expect([refused.status, refused.body.code, refused.body.data.rows.length]).toEqual([422, "record-rows-wrong", 300]);
    expect(refused.body.message).toMatch(/^Nothing was imported\. Row 3: /);
    expect(await imported()).toBe(0);
  });
});
