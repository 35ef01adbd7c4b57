import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asCaller } from "#server/db/as-caller.ts";
import type { Caller, Tx } from "#server/db/as-caller.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { liftLimits } from "#tests/support/without-limits.ts";

// Four companies share two connections: whatever one leaves behind on a connection, another would meet at once.
const COMPANIES = 4;
const CONNECTIONS = 2;

let db: FreshDatabase;
const callers: readonly (Caller & { readonly companyId: string })[] = Array.from({ length: COMPANIES }, () => {
  return { userId: randomUUID(), companyId: randomUUID() };
});
const markerOf = (company: number) => `marker-${company}`;

beforeAll(async () => {
  db = await freshDatabase(CONNECTIONS);
  for (const [company, caller] of callers.entries()) {
    const { userId, companyId } = caller;
    await asCaller(db.databases.user, caller, async (tx) => {
      const name = markerOf(company);
      await sql`SELECT app.create_company(${companyId}, ${name}, ${name}, NULL, '\\x00')`.execute(tx);
      await sql`SELECT set_config('app.company_id', ${companyId}, true)`.execute(tx);
      await addProject(tx, company);
    });
    await liftLimits(db.admin, companyId);
    await db.admin.query("INSERT INTO app.profiles VALUES ($1, $2, $2)", [userId, markerOf(company)]);
  }
});
afterAll(() => db.close());

async function addProject(tx: Tx, company: number): Promise<void> {
  const { userId, companyId } = callers[company]!;
  await sql`INSERT INTO app.projects (company_id, id, name, framework, created_by)
    VALUES (${companyId}, ${randomUUID()}, ${markerOf(company)}, 'soc2', ${userId})`.execute(tx);
}

/** Everything that a caller can see, in one text. Bare of a caller, it must be empty. */
const everything = `SELECT coalesce(string_agg(seen, ' '), '') AS text FROM (
  SELECT name AS seen FROM app.projects UNION ALL SELECT name FROM app.companies UNION ALL
  SELECT first_name FROM app.profiles UNION ALL SELECT 'member of ' || company_id FROM app.company_members) x`;

const steps = ["read", "write", "pause", "statement error", "exception", "cancelled", "disconnected"] as const;
type Step = (typeof steps)[number];

/** A transaction of one company, or a query that forgot to say for whom. */
interface Lane {
  readonly company: number | "nobody";
  readonly steps: readonly Step[];
}

const endings: readonly Step[] = ["statement error", "exception", "cancelled", "disconnected"];
const fails = ({ company, steps: taken }: Lane) => company !== "nobody" && taken.some((step) => endings.includes(step));

async function take(tx: Tx, step: Step, company: number): Promise<void> {
  switch (step) {
    case "read":
      expectOnly(company, (await sql<{ text: string }>`${sql.raw(everything)}`.execute(tx)).rows[0]!.text);
      return;
    case "write":
      await addProject(tx, company);
      return;
    case "pause":
      await sleep(1);
      return;
    case "statement error":
      await sql`SELECT 1 / 0`.execute(tx);
      return;
    case "exception":
      throw new Error("the program failed");
    case "cancelled":
      await interrupted(tx, "pg_cancel_backend");
      return;
    case "disconnected":
      await interrupted(tx, "pg_terminate_backend");
      return;
  }
}

/** Sleeps in the database until the administrator ends it. */
async function interrupted(tx: Tx, by: "pg_cancel_backend" | "pg_terminate_backend"): Promise<void> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
  const end = async () => {
    const asleep = `SELECT ${by}(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
    while ((await db.admin.query(asleep, [rows[0]!.pid])).rowCount === 0) await sleep(1);
  };
  await Promise.all([sql`SELECT pg_sleep(20)`.execute(tx), end()]);
}

function expectOnly(company: number, text: string): void {
  expect(text).toContain(markerOf(company));
  expect(text).toContain(callers[company]!.companyId);
  const foreign = callers.flatMap(({ companyId }, other) => (other === company ? [] : [markerOf(other), companyId]));
  for (const mark of foreign) expect(text).not.toContain(mark);
}

async function run({ company, steps: taken }: Lane, as: typeof asCaller): Promise<void> {
  if (company === "nobody") {
    expectNothing((await db.databases.userPool.query<{ text: string }>(everything)).rows[0]!.text);
    return;
  }
  await as(db.databases.user, callers[company]!, async (tx) => {
    for (const step of taken) await take(tx, step, company);
  });
}

function expectNothing(text: string): void {
  expect(text).toBe("");
}

async function projectsByCompany(): Promise<number[]> {
  const { rows } = await db.admin.query("SELECT company_id, count(*)::integer AS count FROM app.projects GROUP BY 1");
  return callers.map(({ companyId }) => rows.find(({ company_id }) => company_id === companyId).count);
}

/** Takes every connection of the pool at once and looks at what the callers left there. */
async function leftBehind(): Promise<unknown[]> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.databases.userPool.connect()));
  const look = `SELECT nullif(current_setting('app.user_id', true), '') AS user,
    nullif(current_setting('app.company_id', true), '') AS company, current_user AS role,
    now() = statement_timestamp() AS "outside any transaction", (${everything}) AS sees`;
  try {
    return await Promise.all(clients.map(async (client) => (await client.query(look)).rows[0]));
  } finally {
    for (const client of clients) client.release();
  }
}

const lane: fc.Arbitrary<Lane> = fc.record({
  company: fc.oneof(
    { weight: 5, arbitrary: fc.nat(COMPANIES - 1) },
    { weight: 1, arbitrary: fc.constant("nobody" as const) },
  ),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<Step>("read", "write", "pause") },
      { weight: 1, arbitrary: fc.constantFrom(...steps) },
    ),
    { minLength: 1, maxLength: 5 },
  ),
});

const nothing = { user: null, company: null, role: "app_user", "outside any transaction": true, sees: "" };

const property = (as: typeof asCaller) =>
  fc.asyncProperty(fc.array(lane, { minLength: 2, maxLength: 8 }), async (lanes) => {
    const before = await projectsByCompany();
    const outcomes = await Promise.allSettled(lanes.map((each) => run(each, as)));
    const unexpected = outcomes.filter(({ status }, index) => (status === "rejected") !== fails(lanes[index]!));
    expect(unexpected).toEqual([]);
    // A failed transaction has written nothing, a finished one everything.
    const finished = lanes.filter((each) => !fails(each));
    const written = (company: number) =>
      finished
        .filter((each) => each.company === company)
        .flatMap((each) => each.steps.filter((step) => step === "write")).length;
    expect(await projectsByCompany()).toEqual(before.map((count, company) => count + written(company)));
    expect(await leftBehind()).toEqual([nothing, nothing]);
  });

test("however transactions interleave and fail, no answer holds another company's data, and nothing of a caller stays", async () => {
  await fc.assert(property(asCaller), { numRuns: 100 });
});

test("callers who are set for the session and not for the transaction are found out", async () => {
  const forTheSession: typeof asCaller = async (kysely, caller, work) => {
    return await kysely.transaction().execute(async (tx) => {
      await sql`SELECT set_config('app.user_id', ${caller.userId}, false),
        set_config('app.company_id', ${caller.companyId ?? ""}, false)`.execute(tx);
      return await work(tx);
    });
  };
  const { failed } = await fc.check(property(forTheSession), { numRuns: 100, endOnFailure: true });
  expect(failed).toBe(true);
});
