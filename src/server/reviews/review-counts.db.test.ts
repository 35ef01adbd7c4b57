import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quickApproval } from "#domain/reviews/review.ts";
import { connectOkta, sayOwner } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// Lists of reviews show counts that are kept where something is decided, and pages ask of all their accounts at once whose they are.

let running: RunningApp;
let olga: Person;
let mia: Person;
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, mia] = (await Promise.all(["Olga", "Mia"].map((name) => running.person(name)))) as [Person, Person];
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
};

interface Decision {
  readonly population: string;
  readonly review: string;
  readonly row: string;
  readonly decision: string;
  readonly by: string;
  readonly at: Date;
}

/** The decisions that stand, by the decisions themselves. */
async function standing(): Promise<readonly Decision[]> {
  const all: Decision[] = await admin(
    `SELECT w.population_id AS population, p.review_id AS review, d.row_id AS row, d.decision, d.decided_by AS by, d.decided_at AS at
      FROM app.review_decisions d JOIN app.review_rows w ON w.id = d.row_id JOIN app.review_populations p ON p.id = w.population_id
      WHERE d.company_id = $1 ORDER BY d.ledger_index`,
    [company],
  );
  return [...new Map(all.map((each) => [each.row, each])).values()].filter(({ decision }) => decision !== "none");
}
const count = (decisions: readonly Decision[]) => {
  const of = (decision: string) => decisions.filter((each) => each.decision === decision).length;
  return { keep: of("keep"), change: of("change"), remove: of("remove") };
};

/** What is kept beside what the decisions say, and what pages show beside that. */
async function compare(): Promise<void> {
  const decisions = await standing();
  const kept = await admin(
    `SELECT population_id AS population, decided_by AS by, keep, change, remove, first_at AS first, last_at AS last
      FROM app.review_counts WHERE company_id = $1 ORDER BY 1, 2`,
    [company],
  );
  const groups = Map.groupBy(decisions, ({ population, by }) => `${population} ${by}`);
  expect(kept).toEqual(
    [...groups.values()]
      .map((own) => {
        const [{ population, by }] = own as [Decision];
        const times = own.map((each) => each.at.getTime());
        return {
          population,
          by,
          ...count(own),
          first: new Date(Math.min(...times)),
          last: new Date(Math.max(...times)),
        };
      })
      .toSorted((a, b) => (`${a.population} ${a.by}` < `${b.population} ${b.by}` ? -1 : 1)),
  );
  const rows = await admin(
    `SELECT p.review_id AS review, p.id AS population, count(w.id)::integer AS accounts FROM app.review_populations p
      LEFT JOIN app.review_rows w ON w.population_id = p.id WHERE p.company_id = $1 GROUP BY 1, 2`,
    [company],
  );
  const tasks: readonly { key: string; detail: string }[] = (await olga.get(at("/tasks"))).body;
  for (const summary of (await olga.get(at("/reviews"))).body) {
    const own = decisions.filter(({ review }) => review === summary.id);
    const accounts = rows.filter(({ review }) => review === summary.id).reduce((sum, row) => sum + row.accounts, 0);
    expect(summary.decided).toEqual({ accounts, ...count(own) });
    const { populations, removals, decided } = (await olga.get(at(`/reviews/${summary.id}`))).body;
    expect(decided).toEqual(summary.decided);
    const left = accounts - own.length;
    const words = left === 0 ? "Every account is decided: close it" : `${left} account${left === 1 ? "" : "s"} left`;
    const asked = tasks.flatMap(({ key, detail }) => (key === `review ${summary.id}` ? detail : []));
    expect(asked).toEqual(summary.closedAt === null ? [words] : []);
    for (const { id, decided: shown, quick } of populations) {
      const here = own.filter(({ population }) => population === id);
      const accountsHere = rows.find(({ population }) => population === id).accounts;
      expect(shown).toEqual({ accounts: accountsHere, ...count(here) });
      const quickest = [...Map.groupBy(here, ({ by }) => by)].flatMap(([by, each]) => {
        const fast = quickApproval(each);
        return fast ? [{ by, ...fast }] : [];
      });
      const told = quick.map(({ person, ...fast }: any) => ({ by: person.userId, ...fast }));
      expect(new Set(told)).toEqual(new Set(quickest));
    }
    const removed = own.filter(({ decision }) => decision === "remove").map(({ row }) => row);
    const shown = summary.cancelled === null ? removed : [];
    expect(removals.map(({ rowId }: any) => rowId).toSorted()).toEqual(shown.toSorted());
  }
  await compareWhose();
}

/** What a page says of whose its accounts are, beside what a decision on each of them asks. */
async function compareWhose(): Promise<void> {
  const client = await running.database.admin.connect();
  try {
    await client.query("SELECT set_config('app.company_id', $1, false), set_config('app.user_id', $2, false)", [
      company,
      mia.id,
    ]);
    const { rows } = await client.query(
      `SELECT w.id, app.is_own_account(w) AS own, app.is_unknown_account(w, $2) AS unknown, o.own AS own_of_page, o.unknown AS unknown_of_page
        FROM app.review_rows w LEFT JOIN app.review_populations p ON p.id = w.population_id
        LEFT JOIN LATERAL app.whose_reviewed(p.id, ARRAY[w.id], $2) o ON o.row_id = w.id WHERE w.company_id = $1`,
      [company, clock],
    );
    for (const { own, unknown, own_of_page: ownOfPage, unknown_of_page: unknownOfPage } of rows)
      expect([ownOfPage, unknownOfPage]).toEqual([own, unknown]);
    seen.push(...rows.map(({ own, unknown }) => `${own} ${unknown}`));
  } finally {
    client.release(true);
  }
}
const seen: string[] = [];

const ids = ["a", "b", "c", "d", "e"];
const some = fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 1 });
const decision = fc.constantFrom("keep", "keep", "keep", "change", "remove", "none");
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ verb: fc.constant("decide" as const), by: fc.nat(1), some, decision, wait: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("read" as const), some, late: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constantFrom("close" as const, "cancel" as const, "open" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant("say" as const), id: fc.constantFrom(...ids), own: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("leave" as const), who: fc.nat(1) }) },
);

test("counts of reviews equal a count of their decisions, and pages say whose accounts are as decisions ask it, after any acts in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 11, maxLength: 13 }), async (steps) => {
      clock = new Date();
      running.setNow(undefined);
      company = await olga.found(`Counts ${randomUUID()}`);
      await addMember(running, company, mia.id, "member");
      const add = async (email: string) => {
        const fields = { name: email, email, kind: "employee", startsAt: "2026-01-01" };
        return (await olga.post(at("/registers/people/records"), { fields })).body.id as string;
      };
      const people: string[] = [];
      for (const email of [olga.email, mia.email, "a@acme.test", "b@acme.test"]) people.push(await add(email));
      const systems: ConnectedOkta[] = [];
      for (const name of ["acme", "other"]) systems.push(await connectOkta(admin, olga, company, name));
      const logins = [...ids.map((id) => ({ id, login: `${id}@acme.test` })), { id: "mia", login: mia.email }];
      const read = async (users: typeof logins) => {
        for (const system of systems) await system.read(users, clock);
        pass(30);
        await running.app.runTasks();
      };
      await read(logins);
      await sayOwner(
        admin,
        olga,
        company,
        ["c", "d"].map((id) => ({ id })),
      );
      const rows: string[] = [];
      let review = "";
      const open = async () => {
        const { body } = await olga.post(at("/reviews"), {
          name: "Quarter",
          dueOn: "2036-12-31",
          systems: systems.map(({ systemId }) => ({ systemId, reviewerId: mia.id })),
        });
        review = body.id;
        rows.length = 0;
        for (const { id } of body.populations) {
          const { accounts } = (await mia.get(at(`/reviews/${review}/populations/${id}/accounts`))).body;
          rows.push(...accounts.map((account: any) => account.id));
        }
      };
      await open();
      for (const each of steps) {
        pass(1);
        if (each.verb === "decide") {
          pass(each.wait);
          const decisions = each.some.map((place) => ({
            rowId: rows[place % rows.length],
            decision: each.decision,
            reason: "Because",
          }));
          // One by one where one of all could not be: of whoever decides it may be the own account.
          const who = [olga, mia][each.by]!;
          const { status } = await who.post(at(`/reviews/${review}/decisions`), { decisions });
          if (status !== 200)
            for (const own of decisions) await who.post(at(`/reviews/${review}/decisions`), { decisions: [own] });
        } else if (each.verb === "read")
          await read([
            ...logins.filter((_, place) => !each.some.includes(place)),
            ...Array.from({ length: each.late }, (_, late) => ({ id: `late${late}`, login: `late${late}@acme.test` })),
          ]);
        else if (each.verb === "close") {
          const decisions = rows.map((rowId) => ({ rowId, decision: "remove", reason: "Because" }));
          for (const own of decisions)
            for (const who of [olga, mia]) await who.post(at(`/reviews/${review}/decisions`), { decisions: [own] });
          await olga.post(at(`/reviews/${review}/closing`), {});
        } else if (each.verb === "cancel") await olga.post(at(`/reviews/${review}/cancellation`), { reason: "Twice" });
        else if (each.verb === "open") await open();
        else if (each.verb === "say")
          await olga.post(at("/accounts/decisions"), {
            accounts: [{ provider: "okta", scope: "acme", id: each.id }],
            kind: each.own ? "person" : "none",
            personId: each.own ? people[1] : null,
          });
        else if (each.verb === "leave")
          await olga.post(at(`/registers/people/records/${people[2 + each.who]}/end`), {
            reason: "Entered by mistake",
          });
        await compare();
      }
      await admin("UPDATE app.companies SET deleted_at = now() WHERE id = $1", [company]);
      await admin("SELECT app.erase_company($1)", [company]);
      expect(await admin("SELECT FROM app.review_counts WHERE company_id = $1", [company])).toEqual([]);
    }),
    { numRuns: 2, seed: 7, endOnFailure: true },
  );
  // All that can be said of an account was said of one.
  expect(new Set(seen)).toEqual(new Set(["false false", "false true", "true false"]));
});
