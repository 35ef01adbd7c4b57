import { createHash, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drawSample } from "#domain/sample.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let [olga, mia, moss, vera, stranger]: Person[] = [];
let company: string;
let exhibit: string;

beforeAll(async () => {
  running = await runApp();
  [olga, mia, moss, vera, stranger] = await Promise.all(
    ["Olga", "Mia", "Moss", "Vera", "Sam"].map((name) => running.person(name)),
  );
  await stranger!.found("Elsewhere");
});
afterAll(() => running.close());
afterEach(() => running.setNow(undefined));
beforeEach(async () => {
  company = await olga!.found(`Tests ${randomUUID()}`);
  for (const [person, role] of [
    [mia, "member"],
    [moss, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person!.id, role);
  exhibit = await file("Open matters");
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();
const at = (more = "", control = "XC-13") => `/companies/${company}/controls/${control}/tests${more}`;
const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60_000);

async function file(name: string, by = olga!, of = company, more: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-13", ...more });
  const { body } = await by.upload(`/companies/${of}/evidence?${query}`, `${name} ${randomUUID()}`);
  return body.exhibit;
}

const checkId = "confidentiality.matter-access";
const draw = async (size = 3, population: object = { kind: "numbered", size: 38 }, aspect?: string) =>
  (await mia!.post(at("/sample"), { checkId, ...(aspect && { aspect }), population, size })).body;

/** A test that passes, with changes. */
async function sign(more: Record<string, unknown> = {}, by = mia!) {
  const { seed = "not drawn", numbers = [] } = await draw(3, undefined, more["aspect"] as string | undefined);
  return await by.post(at(), {
    checkId,
    populationSource: "Open matters in NetDocuments",
    population: { kind: "numbered", size: 38 },
    seed,
    size: 3,
    passed: numbers,
    exceptions: [],
    conclusion: "passes",
    exhibits: [exhibit],
    ...more,
  });
}
const failing = { size: 0, population: { kind: "numbered", size: 0 }, passed: [], exceptions: [] };
const list = async (by = mia!) => (await by.get(at())).body.tests;
const withdraw = (id: string, by = mia!) => by.post(at(`/${id}/withdrawal`), { reason: "The list was not complete." });

describe("a person's test", () => {
  test("holds what somebody else needs to repeat it, and who signed it when, for as long as the control's cadence", async () => {
    const added = { procedureAdded: "Also compared the “Everyone” group.", aspect: "matters" };
    const { status, body } = await sign(added);
    expect(status).toBe(200);
    const { seed, numbers } = body.sample;
    expect(body).toMatchObject({
      checkId: "confidentiality.matter-access",
      aspect: "matters",
      part: "access to confidential matters",
      procedureAdded: added.procedureAdded,
      population: { source: "Open matters in NetDocuments", size: 38, exhibits: null },
      passed: numbers,
      exceptions: [],
      conclusion: "passes",
      exhibits: [{ exhibit, name: "Open matters" }],
      testedBy: "Mia Example",
      state: "current",
      withdrawn: null,
    });
    expect(body.procedure.length).toBeGreaterThan(20);
    // Anybody draws the same sample again.
    const population = Array.from({ length: 38 }, (_, index) => index + 1);
    expect(drawSample(sha256, { seed, population, size: 3 })).toEqual(numbers);
    const life = (Date.parse(body.validUntil) - Date.parse(body.testedAt)) / (24 * 60 * 60_000);
    expect(life).toBe(31);
    expect(await list(vera)).toEqual([{ ...body, withdrawable: false }]);
    const { entries } = (await olga!.get(`/companies/${company}/activity?kind=control`)).body;
    expect(entries[0].sentence).toBe(
      `tested “${body.check}” (access to confidential matters), passes: 3 of 38, no exception`,
    );
    running.setNow(days(32));
    expect((await list())[0].state).toBe("expired");
  });

  test("is signed by members, read by viewers, and unknown to other companies", async () => {
    expect((await sign({}, vera)).status).toBe(403);
    expect((await sign({}, stranger)).status).toBe(404);
    expect((await stranger!.get(at())).status).toBe(404);
    expect(
      (await vera!.post(at("/sample"), { checkId, population: { kind: "numbered", size: 3 }, size: 1 })).status,
    ).toBe(403);
    expect((await sign({ checkId: "encryption.at-rest" })).status).toBe(404);
    expect((await sign({ aspect: "moons" })).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test("is drawn from its seed where it is signed: results of other items, or of none, are refused", async () => {
    const refused = async (more: Record<string, unknown>) => (await sign(more)).body.code;
    expect(await refused({ size: 0, passed: [] })).toBe("test-sample-empty");
    expect(await refused({ passed: [39] })).toBe("test-item-unknown");
    expect(await refused({ seed: "another seed" })).toBe("test-not-drawn");
    expect(await refused({ passed: [] })).toBe("test-items-open");
    expect(await refused(failing)).toBe("test-nothing-tested");
    expect(await refused({ ...failing, conclusion: "not decided" })).toBe("test-without-reason");
    expect(await refused({ conclusion: "fails" })).toBe("test-without-exception");
    expect((await sign({ ...failing, conclusion: "not decided", note: "No matter is open." })).status).toBe(200);
  });

  test("rests on a draw of the server's own, of that check, population and size, and says how many there were", async () => {
    const drawn = [await draw(), await draw(), await draw(9, { kind: "numbered", size: 5 })];
    const [first, , small] = drawn;
    expect(new Set(drawn.map(({ seed }) => seed)).size).toBe(3);
    expect(small.numbers).toHaveLength(5);
    const { seed, numbers: passed } = first;
    const code = async (more: object) => (await sign({ seed, passed, ...more })).body.code;
    expect(await code({ population: { kind: "numbered", size: 39 } })).toBe("test-not-drawn");
    expect(await code({ size: 2 })).toBe("test-not-drawn");
    expect(await code({ aspect: "matters" })).toBe("test-not-drawn");
    expect(await code({ seed: small.seed })).toBe("test-not-drawn");
    // Each try to sign draws once more.
    const { sample } = (await sign({ seed, passed })).body;
    expect(sample).toEqual({ seed, numbers: passed, draws: 7 });
    expect((await sign()).body.sample.draws).toBe(1);
    expect(await code({})).toBe("test-not-drawn");
    const { entries } = (await olga!.get(`/companies/${company}/activity?kind=control`)).body;
    const sampled = entries.filter((entry: { event: string }) => entry.event === "control.sampled");
    expect(sampled[0].sentence).toMatch(/^drew a sample for a test of “.+”: 3 of 38$/);
  });

  test("does not pass with an exception", async () => {
    const { seed, numbers } = await draw();
    const [bad, ...good] = numbers;
    const found = { seed, passed: good, exceptions: [{ number: bad, found: "Marcus could still open it." }] };
    const refused = await sign(found);
    expect(refused.body).toMatchObject({ code: "test-exceptions-open" });
    expect(refused.body.message).toContain("can't pass with an exception");
    const { body } = await sign({ ...found, conclusion: "fails" });
    expect(body).toMatchObject({ conclusion: "fails", exceptions: found.exceptions, passed: good });
  });

  test("cites an exhibit at least, and only of its own company that nobody is kept from", async () => {
    expect((await sign({ exhibits: [] })).status).toBe(400);
    expect((await sign({ exhibits: ["EX-000099"] })).body.code).toBe("test-exhibits");
    const elsewhere = await olga!.found(`Elsewhere ${randomUUID()}`);
    for (const name of ["one", "two", "three"]) await file(name, olga, elsewhere);
    expect((await sign({ exhibits: [exhibit, "EX-000003"] })).body.code).toBe("test-exhibits");
    const beside = await file("Another control's", olga, company, { controls: "XC-14" });
    expect((await sign({ exhibits: [beside] })).body.code).toBe("test-exhibit-elsewhere");
    expect((await sign({ exhibits: [beside, exhibit] })).status).toBe(200);
    const matter = (
      await olga!.post(`/companies/${company}/matters`, { name: "Quicksilver", basis: "work product", join: true })
    ).body.id;
    const privileged = await file("Memo", olga, company, { matter });
    expect((await sign({ exhibits: [privileged] }, olga)).body.code).toBe("test-exhibits");
    expect((await sign({ population: { kind: "exhibits", exhibits: [privileged] }, size: 1 }, olga)).body.code).toBe(
      "test-exhibits",
    );
  });

  test("may be of exhibits, by their numbers", async () => {
    const population = { kind: "exhibits", exhibits: [exhibit, await file("b"), await file("c"), await file("d")] };
    const { seed, numbers } = await draw(2, population);
    expect(numbers).toEqual(drawSample(sha256, { seed, population: [1, 2, 3, 4], size: 2 }));
    const { body } = await sign({ population, seed, size: 2, passed: numbers });
    expect(body.population).toMatchObject({ size: 4, exhibits: population.exhibits });
  });

  test("is superseded by a newer one of the same part, and by no other", async () => {
    const first = (await sign()).body;
    await sign({ aspect: "matters" });
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(["current", "current"]);
    await sign({ ...failing, conclusion: "not decided", note: "The list was not given." });
    const states = Object.fromEntries(
      (await list()).map((item: { id: string; state: string }) => [item.id, item.state]),
    );
    expect(states[first.id]).toBe("superseded");
    expect(Object.values(states).filter((state) => state === "current")).toHaveLength(2);
  });

  test("is withdrawn with a reason by who signed it or by an admin, once, and no older one takes its place", async () => {
    const older = (await sign()).body;
    const newest = (await sign()).body;
    expect((await withdraw(newest.id, vera)).status).toBe(403);
    expect((await withdraw(newest.id, moss)).status).toBe(404);
    expect((await withdraw(newest.id, stranger)).status).toBe(404);
    expect((await mia!.post(at(`/${newest.id}/withdrawal`), { reason: " " })).status).toBe(400);
    expect((await withdraw(newest.id)).body).toMatchObject({
      state: "withdrawn",
      withdrawn: { by: "Mia Example", reason: "The list was not complete." },
    });
    expect((await withdraw(newest.id)).status).toBe(404);
    expect((await list()).map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      [newest.id, "withdrawn"],
      [older.id, "superseded"],
    ]);
    expect((await withdraw(older.id, olga)).status).toBe(200);
  });

  test("is never edited or deleted, also in the database, which holds the same rules", async () => {
    const { id } = (await sign()).body;
    await expect(admin("UPDATE app.manual_tests SET conclusion = 'fails' WHERE id = $1", [id])).rejects.toThrow(
      /append-only/,
    );
    await expect(admin("DELETE FROM app.manual_tests WHERE id = $1", [id])).rejects.toThrow(/append-only/);
    await expect(admin("DELETE FROM app.manual_test_exhibits WHERE test_id = $1", [id])).rejects.toThrow(/append-only/);
    const client = await running.database.admin.connect();
    await client.query("SELECT set_config('app.user_id', $1, false), set_config('app.company_id', $2, false)", [
      mia!.id,
      company,
    ]);
    const copy = (column: string, value: string) =>
      client.query(
        `INSERT INTO app.manual_tests SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), '${column}', ${value}))).*
          FROM app.manual_tests t WHERE id = $1`,
        [id],
      );
    try {
      await expect(copy("sample", "'[]'::jsonb")).rejects.toThrow(/manual_tests_a_sample|manual_tests_of_the_sample/);
      await expect(copy("passed", "'[]'::jsonb")).rejects.toThrow(/manual_tests_concluded/);
      await expect(copy("population_size", "to_jsonb(2)")).rejects.toThrow(/manual_tests_/);
      await expect(copy("conclusion", `'"fails"'::jsonb`)).rejects.toThrow(/manual_tests_concluded/);
      await expect(copy("valid_until", `'"2099-01-01T00:00:00Z"'::jsonb`)).rejects.toThrow(/manual_tests_a_cadence/);
      expect((await copy("note", `'"As it was"'::jsonb`)).rowCount).toBe(1);
    } finally {
      client.release(true);
    }
  });
});
