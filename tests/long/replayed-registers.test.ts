import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { replayRegisters } from "#tests/support/replayed-registers.ts";

// The registers of any day that was sealed are what the changes up to then come to, and the ledger holds a hash of each change: nobody can
// say later that a register said something else.

const DAYS = 120;
const DAY_MS = 86_400_000;
let running: RunningApp;
let olga: Person;
let adam: Person;
let company: string;
let clock: Date;

const ask = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}/registers/${more}`;
const json = { "content-type": "application/json" };

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = (await Promise.all(["Olga", "Adam"].map((name) => running.person(name)))) as [Person, Person];
  clock = new Date("2026-01-05T09:00:00.000Z");
  running.setNow(clock);
  company = await olga.found("Replayed");
  await addMember(running, company, adam.id, "admin");
});
afterAll(() => running.close());

/** The same numbers each time, between 0 and 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Known {
  readonly register: string;
  readonly id: string;
  version: number;
}

test(`${DAYS} days of generated changes: each day's snapshot is what they come to, and each is in the ledger`, async () => {
  const next = generator(20_261_126);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  const records: Known[] = [];
  const person = { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2025-01-01" };
  const { id: dan } = (await olga.post(at("people/records"), { fields: person })).body;
  records.push({ register: "people", id: dan, version: 1 });
  const words = () => `Said ${Math.floor(next() * 1e6)} “quoted”, ünïcode`;
  const fieldsOf: Record<string, () => object> = {
    people: () => ({ name: words(), kind: "employee", startsAt: "2025-01-01" }),
    actions: () => ({ title: words(), source: "other", ownerId: dan, dueOn: "2026-12-01" }),
    incidents: () => ({
      title: words(),
      kind: "incident",
      discoveredAt: "2025-12-01T00:00:00.000Z",
      leadId: dan,
      cause: words(),
    }),
    disposals: () => ({ subject: words(), method: "wipe", disposedOn: "2025-12-01" }),
    screenings: () => ({ kind: "background", personId: dan, completedOn: "2025-12-01", note: words() }),
  };
  const title: Record<string, string> = {
    people: "name",
    actions: "title",
    incidents: "title",
    disposals: "subject",
    screenings: "note",
  };
  const send = (by: Person, method: string, path: string, body: object) =>
    by.send(method, at(path), JSON.stringify(body), json);
  const statuses = new Map<string, number>();
  const note = (what: string, { status, body }: { status: number; body: any }) => {
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
    return status === 200 ? body : undefined;
  };
  for (let day = 0; day < DAYS; day += 1) {
    await running.forgetTries();
    for (let work = 0; work < 6; work += 1) {
      const by = pick([olga, adam]);
      const register = pick(Object.keys(fieldsOf));
      const known = records.length > 0 ? pick(records) : undefined;
      const act = pick([
        "add",
        "add",
        "change",
        "change",
        "change",
        "move",
        "end",
        "reopen",
        "reopen",
        "approve",
        "many",
        "import",
      ]);
      if (act === "add") {
        const made = note(act, await send(by, "POST", `${register}/records`, { fields: fieldsOf[register]!() }));
        if (made) records.push({ register, id: made.id, version: made.version });
      } else if (act === "import") {
        const lines = Array.from(
          { length: 3 },
          () => `Import ${Math.floor(next() * 1e6)},i${Math.floor(next() * 20)}@acme.test,Employee,2025-01-01`,
        );
        const csv = `Name,Work email,Employment,Starts\n${lines.filter((line, at) => !lines.slice(0, at).some((other) => other.split(",")[1] === line.split(",")[1])).join("\n")}\n`;
        const done = note(act, await send(by, "POST", "people/csv", { csv }));
        if (done && next() < 0.3)
          note("undo", await by.send("DELETE", at(`people/batches/${done.batchId}`), "{}", json));
      } else if (known) {
        const path = `${known.register}/records/${known.id}`;
        const fields = { [title[known.register]!]: words() };
        const { version } = (await by.get(at(path))).body;
        if (act === "change") note(act, await send(by, "PATCH", path, { version, fields }));
        const dueOn = `2026-12-${10 + Math.floor(next() * 20)}`;
        if (act === "move" && known.register === "actions")
          note(act, await send(by, "PATCH", path, { version, fields: { dueOn } }));
        if (act === "end")
          note(
            act,
            await send(by, "POST", `${path}/end`, { reason: words(), lastDay: new Date().toISOString().slice(0, 10) }),
          );
        if (act === "reopen") note(act, await send(by, "DELETE", `${path}/end`, {}));
        if (act === "approve") note(act, await send(by, "POST", `${path}/approval`, { version }));
        if (act === "many") {
          const recordIds = records
            .filter(({ register: key }) => key === known.register)
            .map(({ id }) => id)
            .slice(0, 5);
          note(act, await send(by, "PATCH", `${known.register}/records`, { recordIds, fields }));
        }
      }
      clock = new Date(clock.getTime() + 60_000);
      running.setNow(clock);
    }
    clock = new Date(clock.getTime() + DAY_MS);
    running.setNow(clock);
    await running.app.runTasks();
  }
  const found = await replayRegisters(ask, company);
  console.log(
    `${found.changes} changes, ${found.snapshots} snapshots, ${found.rows} rows; ${[...statuses].map(([what, count]) => `${what}: ${count}`).join(", ")}`,
  );
  for (const what of ["add", "change", "end", "reopen", "approve", "move", "many", "import", "undo"])
    expect(statuses.get(`${what} 200`) ?? 0, what).toBeGreaterThan(0);
  expect(found.snapshots).toBeGreaterThan(DAYS / 2);
  expect([found.differing, found.unheld]).toEqual([[], []]);
  expect([...found.said].toSorted()).toEqual(["approvedBefore", "endApproval", "moved", "screenings"]);

  // One value of a change that is not the one that was made is found in both ways.
  await ask("ALTER TABLE app.record_changes DISABLE TRIGGER USER");
  await ask(
    `UPDATE app.record_changes SET changes = replace(changes::text, 'Said', 'Sald')::jsonb WHERE company_id = $1 AND ctid =
      (SELECT ctid FROM app.record_changes WHERE company_id = $1 AND register IN ('actions', 'disposals') AND changes::text LIKE '%Said%'
        ORDER BY ledger_index DESC LIMIT 1)`,
    [company],
  );
  const forged = await replayRegisters(ask, company);
  expect([forged.differing.length > 0, forged.unheld.length > 0]).toEqual([true, true]);
});
