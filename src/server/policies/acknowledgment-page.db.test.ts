import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asCaller } from "#server/db/as-caller.ts";
import type { Tx } from "#server/db/as-caller.ts";
import { readDue } from "#server/staff/read-due.ts";
import { readStandings } from "#server/staff/training/read-standings.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { readPeoplePage } from "./acknowledgment-page.ts";
import { readAssigned } from "./assigned-people.ts";

let running: RunningApp;
let olga: Person;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());

const DAY = 86_400_000;
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * DAY);
const of = <T>(values: readonly T[]) => fc.constantFrom(...values);

const person = fc.record({
  name: of(["Ann", "ann", "Zoë", "Ödön", "Bob 2"]),
  kind: of(["employee", "partner", "intern", undefined]),
  startsAgo: of([400, 31, 30, 12, -3]),
  endsAgo: of([undefined, undefined, 4, -4]),
  ended: of([false, false, false, true]),
  email: of(["vouched", "unvouched", undefined] as const),
});
const assignment = fc.record({
  audience: of(["everyone", "everyone", "employee", "intern", "person"]),
  who: fc.nat({ max: 7 }),
  daysAgo: of([200, 60, 31, 29.5, 10, 2]),
  ended: of([false, false, true]),
});
const version = fc.record({
  text: of(["a", "b"]),
  assignments: fc.array(assignment, { maxLength: 3 }),
  acknowledged: fc.array(
    fc.record({ who: fc.nat({ max: 7 }), daysAgo: of([150, 40, 15, 2, 1]), vouched: of([true, true, false]) }),
    {
      maxLength: 6,
    },
  ),
});
const company = fc.record({
  people: fc.array(person, { minLength: 5, maxLength: 8 }),
  // The last of its versions is in force.
  policies: fc.array(fc.array(version, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
});
type Company = typeof company extends fc.Arbitrary<infer T> ? T : never;

test("pages of who acknowledged a policy, and the list of who has something to do, are what a look at everybody says", async () => {
  await fc.assert(
    fc.asyncProperty(company, fc.integer({ min: 1, max: 3 }), async (given, limit) => {
      const companyId = await olga.found(`Pages ${randomUUID()}`);
      const policies = await write(companyId, given);
      await asCaller(running.app.services.databases.user, { userId: olga.id, companyId }, async (tx) => {
        const all = await readAssigned(tx, companyId, policies, now);
        for (const policyId of policies) {
          const own = all.get(policyId) ?? [];
          const expected = own.toSorted(
            (a, b) =>
              Number(a.acknowledged !== null) - Number(b.acknowledged !== null) || a.due.getTime() - b.due.getTime(),
          );
          const seen: unknown[] = [];
          for (let after: string | undefined, isMore = true; isMore;) {
            const page = await readPeoplePage(tx, companyId, policyId, now, { limit, after });
            seen.push(...page.people);
            expect(page.people.length).toBeLessThanOrEqual(limit);
            isMore = page.next !== null;
            after = page.next ?? undefined;
          }
          expect(seen).toEqual(expected);
          const open = expected.filter(({ acknowledged }) => !acknowledged);
          const due = await dueOf(tx, companyId, policyId, limit);
          expect(
            Object.fromEntries(
              due.map(({ personId, policies: count, courses, late }) => [personId, [count, courses, late]]),
            ),
          ).toEqual(Object.fromEntries(open.map(({ personId, due: at }) => [personId, [1, 0, at <= now]])));
        }
        const standings = await readStandings(tx, companyId, now);
        const owed = new Map<string, { policies: number; courses: number; late: boolean }>();
        const owe = (id: string, policies: number, courses: number, late: boolean) => {
          const before = owed.get(id) ?? { policies: 0, courses: 0, late: false };
          owed.set(id, {
            policies: before.policies + policies,
            courses: before.courses + courses,
            late: before.late || late,
          });
        };
        for (const { personId, due, acknowledged } of [...all.values()].flat())
          if (!acknowledged) owe(personId, 1, 0, due <= now);
        for (const { row, own } of standings)
          for (const { isToDo, state } of own) if (isToDo) owe(row.id, 0, 1, state === "late");
        const due = await dueOf(tx, companyId, undefined, limit);
        expect(
          new Map(
            due.map(({ personId, policies: count, courses, late }) => [personId, { policies: count, courses, late }]),
          ),
        ).toEqual(owed);
      });
    }),
    { numRuns: 12, seed: 43, endOnFailure: true },
  );
});

/** Everybody who has something to do, in one answer; page by page and counted it is the same. */
async function dueOf(tx: Tx, companyId: string, policyId: string | undefined, limit: number) {
  const { people, next, skipped, ...counts } = await readDue(tx, companyId, now, { policyId });
  expect(next).toBeNull();
  const without = (why: string) => people.filter(({ reach }) => reach === why);
  expect(counts).toEqual({
    total: people.length,
    late: people.filter(({ late }) => late).length,
    ready: without("ready").length,
  });
  const expected = (["no email", "unvouched"] as const).flatMap((why) => {
    const own = without(why);
    const first = own.map(({ personId, number, name }) => ({ personId, number, name }));
    return own.length === 0 ? [] : [{ why, people: own.length, first }];
  });
  expect(skipped).toEqual(expected);
  const seen: unknown[] = [];
  for (let after: string | undefined, isMore = true; isMore;) {
    const page = await readDue(tx, companyId, now, { policyId, limit, after });
    expect(page.people.length).toBeLessThanOrEqual(limit);
    expect([page.total, page.late]).toEqual([counts.total, counts.late]);
    seen.push(...page.people);
    isMore = page.next !== null;
    after = page.next ?? undefined;
  }
  expect(seen).toEqual(people);
  return people;
}

/** Puts a company down as the database has it in the end, and answers its policies. */
async function write(companyId: string, { people, policies }: Company): Promise<readonly string[]> {
  const client = await running.database.admin.connect();
  const ask = async (text: string, values: readonly unknown[]) => void (await client.query(text, [...values]));
  const ids = people.map(() => randomUUID());
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    for (const [at, { name, kind, startsAgo, endsAgo, ended, email }] of people.entries())
      await ask(
        `INSERT INTO app.records (company_id, id, register, number, fields, created_by, created_at, changed_by, changed_at, ended_at, ended_reason,
            salt, ledger_index, vouched_email, vouched_how, vouched_at)
          VALUES ($1, $2, 'people', $3, $4, $5, $6, $5, $6, $7, $8, decode(repeat('00', 16), 'hex'), 1, $9, $10, $11)`,
        [
          companyId,
          ids[at],
          at + 1,
          {
            name,
            kind,
            startsAt: ago(startsAgo).toISOString(),
            ...(endsAgo !== undefined && { endsAt: ago(endsAgo).toISOString() }),
            ...(email && { email: `p${at}@pages.test` }),
          },
          olga.id,
          ago(startsAgo / 2),
          ended ? ago(1) : null,
          ended ? "Resigned" : null,
          ...(email === "vouched" ? [`p${at}@pages.test`, "alone", ago(1)] : [null, null, null]),
        ],
      );
    const written: string[] = [];
    for (const versions of policies) {
      const policy = randomUUID();
      written.push(policy);
      await ask(
        "INSERT INTO app.policies (company_id, id, number, title, created_by, created_at) VALUES ($1, $2, $3, 'P', $4, $5)",
        [companyId, policy, written.length, olga.id, ago(300)],
      );
      for (const [at, { text, assignments, acknowledged }] of versions.entries()) {
        const id = randomUUID();
        const isLast = at === versions.length - 1;
        await ask(
          `INSERT INTO app.policy_versions (company_id, id, policy_id, number, state, text, sha256, quorum, created_by, created_at, changed_by,
              changed_at, in_force_at, in_force_index, replaced_at)
            VALUES ($1, $2, $3, $4, $5, $6, $6, 1, $7, $8, $7, $8, $8, 1, $9)`,
          [
            companyId,
            id,
            policy,
            at + 1,
            isLast ? "in force" : "replaced",
            text,
            olga.id,
            ago(290),
            isLast ? null : ago(280),
          ],
        );
        for (const { audience, who, daysAgo, ended } of assignments)
          await ask(
            `INSERT INTO app.assignments (company_id, id, version_id, audience, person_register, person_id, assigned_by, assigned_at, ended_at, ended_by)
              VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
            [
              companyId,
              id,
              audience,
              ...(audience === "person" ? ["people", ids[who % ids.length]] : [null, null]),
              olga.id,
              ago(daysAgo),
              ...(ended ? [ago(1), olga.id] : [null, null]),
            ],
          );
        for (const { who, daysAgo, vouched } of acknowledged)
          await ask(
            `INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at, ledger_index, vouched)
              VALUES ($1, gen_random_uuid(), $2, $3, $4, 'staff link', $5, 1, $6) ON CONFLICT DO NOTHING`,
            [companyId, id, ids[who % ids.length], text, ago(daysAgo), vouched ? "alone" : null],
          );
      }
    }
    // What triggers would have written.
    await ask("SELECT app.list_people($1, $2)", [companyId, ids]);
    await client.query("COMMIT");
    return written;
  } finally {
    client.release();
  }
}
