import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asCaller } from "#server/db/as-caller.ts";
import { connectOkta, sayOwner } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { OktaUser } from "#tests/support/read-system.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let vera: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  // While a property is made smaller, each try has a company of its own.
  await running.database.admin.query("UPDATE app.owner_limits SET most = 1_000_000");
  [olga, adam, mia, vera] = (await Promise.all(
    ["Olga", "Adam", "Mia", "Vera"].map((name) => running.person(name)),
  )) as [Person, Person, Person, Person];
});
afterAll(() => running.close());
beforeEach(() => begin());

/** A company of its own, with a system of which nothing was read yet. */
async function begin(): Promise<void> {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Reviews ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
  for (const { email } of [olga, adam, mia]) await addPerson(email);
  okta = await connectOkta(admin, olga, company);
}

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const addPerson = async (email: string) =>
  (
    await olga.post(at("/registers/people/records"), {
      fields: { name: email, email, kind: "employee", startsAt: "2026-01-01" },
    })
  ).body;
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
async function read(users: readonly OktaUser[], steps?: readonly string[]): Promise<void> {
  await okta.read(users, clock, steps);
  await sayOwner(
    admin,
    olga,
    company,
    users.filter(({ login }) => ![olga, adam, mia].some(({ email }) => email === login)),
  );
  await pass(30);
}
const user = (id: string, more: Partial<OktaUser> = {}): OktaUser => ({ id, login: `${id}@acme.test`, ...more });
const open = async (person = olga, reviewer = mia) =>
  await person.post(at("/reviews"), {
    name: "Fourth quarter",
    dueOn: "2026-12-31",
    systems: [{ systemId: okta.systemId, reviewerId: reviewer.id }],
  });
const accountsOf = async (review: any, person = mia) =>
  (await person.get(at(`/reviews/${review.id}/populations/${review.populations[0].id}/accounts`))).body.accounts;
const decide = (review: any, person: Person, decisions: readonly unknown[]) =>
  person.post(at(`/reviews/${review.id}/decisions`), { decisions });
const close = (review: any, person = olga) => person.post(at(`/reviews/${review.id}/closing`), {});
const keepAll = async (review: any, person = mia) => {
  const all = await accountsOf(review, person);
  return await decide(
    review,
    person,
    all.map(({ id }: any) => ({ rowId: id, decision: "keep" })),
  );
};
const entries = async () =>
  (
    await admin("SELECT event FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'review.%' ORDER BY seq", [
      company,
    ])
  ).map(({ event }) => event);

test("a review freezes the newest complete snapshot with its exhibit, administrators first, and each step is an entry", async () => {
  await read([user("b"), user("a"), user("root", { roles: ["SUPER_ADMIN"] }), user("gone", { status: "SUSPENDED" })]);
  const { status, body: review } = await open();
  expect(status).toBe(200);
  expect(review).toMatchObject({
    notRead: 0,
    populations: [{ exhibit: expect.stringMatching(/^EX-/), reviewer: { userId: mia.id }, other: { userId: olga.id } }],
  });
  const all = await accountsOf(review);
  expect(all[0]).toMatchObject({ label: "root@acme.test", administrator: true, mayDecide: true });
  const before = all.map(({ label }: any) => label);
  // Who comes later, and who leaves, changes nothing of what was frozen.
  await read([user("b"), user("late")]);
  expect((await accountsOf(review)).map(({ label }: any) => label)).toEqual(before);
  expect((await close(review)).body.code).toBe("review-undecided");
  const done = await keepAll(review);
  expect(done.body.populations[0].quick).toEqual([
    { person: { userId: mia.id, name: expect.any(String) }, rows: all.length, kept: all.length, seconds: 0 },
  ]);
  expect((await close(review)).status).toBe(200);
  expect((await decide(review, mia, [{ rowId: all[0].id, decision: "none" }])).body.code).toBe("review-closed");
  expect((await close(review)).body.code).toBe("review-closed");
  expect(await entries()).toEqual(["review.opened", "review.decided", "review.closed"]);
});

test("a system that was not read completely keeps the review open until it is", async () => {
  await read([user("a")], []);
  const { body: review } = await open();
  expect(review).toMatchObject({ notRead: 1, populations: [{ exhibit: null, frozenAt: null }] });
  expect((await close(review)).body).toEqual({
    code: "review-not-read",
    message: expect.stringMatching(/^A system was not read completely, so this review cannot be closed\. /),
  });
  const freeze = () => olga.post(at(`/reviews/${review.id}/populations/${review.populations[0].id}/reading`), {});
  expect((await freeze()).body.code).toBe("review-not-read");
  await read([user("a")]);
  expect((await freeze()).body).toMatchObject({ notRead: 0, decided: { accounts: 1 } });
  await keepAll(review);
  expect((await close(review)).status).toBe(200);
  expect(await entries()).toEqual(["review.opened", "review.frozen", "review.decided", "review.closed"]);
});

test("nobody decides on their own account, in the page, the API and the database", async () => {
  await read([user("a"), { id: "mia", login: mia.email }, { id: "olga", login: olga.email }]);
  const { body: review } = await open();
  const all = await accountsOf(review);
  const own = all.find(({ accountId }: any) => accountId === "mia");
  expect(own).toMatchObject({ own: true, mayDecide: false, reviewer: { userId: olga.id } });
  expect((await keepAll(review)).body).toEqual({
    code: "review-own-account",
    message: expect.stringMatching(/^You cannot review your own access\. Another person decides\. /),
  });
  // Nothing of a batch is kept where a part of it is refused.
  expect((await accountsOf(review)).every(({ decision }: any) => decision === null)).toBe(true);
  expect((await decide(review, olga, [{ rowId: own.id, decision: "keep" }])).status).toBe(200);
  // Somebody says meanwhile that another account is Mia's, too.
  const [person] = await admin("SELECT id FROM app.records WHERE company_id = $1 AND fields ->> 'email' = $2", [
    company,
    mia.email,
  ]);
  await admin("ALTER TABLE app.person_accounts DISABLE TRIGGER USER");
  await admin(
    `INSERT INTO app.person_accounts (company_id, provider, scope, account_id, label, kind, person_register, person_id, decided_by, decided_at)
      VALUES ($1, 'okta', 'acme', 'a', 'a', 'person', 'people', $2, $3, now())`,
    [company, person.id, olga.id],
  );
  await admin("ALTER TABLE app.person_accounts ENABLE TRIGGER USER");
  const other = all.find(({ accountId }: any) => accountId === "a");
  expect((await decide(review, mia, [{ rowId: other.id, decision: "keep" }])).body.code).toBe("review-own-account");
});

test("an account that nobody is known for is kept by nobody until its owner is said, and may be removed", async () => {
  await okta.read([user("a"), user("b")], clock);
  await pass(30);
  const { body: review } = await open();
  const [a, b] = await accountsOf(review);
  expect([a.unknown, b.unknown]).toEqual([true, true]);
  const say = async (decision: string, { id }: any = a) =>
    (await decide(review, mia, [{ rowId: id, decision, reason: "Known" }])).body.code;
  const about = (kind: string, personId: string | null) =>
    olga.post(at("/accounts/decisions"), {
      accounts: [{ provider: "okta", scope: "acme", id: a.accountId }],
      kind,
      personId,
    });
  expect(await say("keep")).toBe("review-unknown-account");
  // Okta says that a person uses it, whatever somebody says.
  await about("program", null);
  expect(await say("keep")).toBe("review-unknown-account");
  expect((await close(review)).body.code).toBe("review-undecided");
  expect(await say("remove", b)).toBeUndefined();
  await about("person", (await addPerson("ann@own.test")).id);
  expect(await say("keep")).toBeUndefined();
  expect((await close(review)).status).toBe(200);
});

test("whether a program's word is over is asked by the product's clock, and by no earlier one than that of what was read", async () => {
  await okta.read([user("deploy")], clock);
  await pass(30);
  const account = { provider: "okta", scope: "acme", id: "deploy" };
  await olga.post(at("/accounts/decisions"), { accounts: [account], kind: "program" });
  const { body: review } = await open();
  // A system that does not say which accounts are people's.
  await admin("ALTER TABLE app.review_rows DISABLE TRIGGER USER");
  await admin("UPDATE app.review_rows SET class = NULL WHERE company_id = $1", [company]);
  await admin("ALTER TABLE app.review_rows ENABLE TRIGGER USER");
  await admin("ALTER TABLE app.person_accounts DISABLE TRIGGER USER");
  const endsIn = async (hours: number) => {
    await admin("UPDATE app.person_accounts SET valid_until = $2 WHERE company_id = $1", [
      company,
      new Date(clock.getTime() + hours * 3_600_000),
    ]);
  };
  const keep = async () => {
    const [{ id, unknown }] = await accountsOf(review);
    return [unknown, (await decide(review, mia, [{ rowId: id, decision: "keep" }])).body.code];
  };
  // Over by the product's clock alone.
  await endsIn(1);
  running.setNow(new Date(clock.getTime() + 2 * 3_600_000));
  expect(await keep()).toEqual([true, "review-unknown-account"]);
  // Over when it was read, and said to be decided on before.
  await endsIn(-1);
  await admin("ALTER TABLE app.person_accounts ENABLE TRIGGER USER");
  const asked = await asCaller(running.database.databases.user, { userId: mia.id, companyId: company }, (tx) =>
    sql<{ unknown: boolean }>`SELECT app.is_unknown_account(w, ${new Date(clock.getTime() - 2 * 3_600_000)}) AS unknown
      FROM app.review_rows w`.execute(tx),
  );
  expect(asked.rows).toEqual([{ unknown: true }]);
  // Over by the database's own clock alone: this review was frozen a year ago.
  const then = new Date(clock.getTime() - 365 * 86_400_000);
  await admin("UPDATE app.review_populations SET frozen_at = $2 WHERE company_id = $1", [company, then]);
  running.setNow(new Date(then.getTime() + 3_600_000));
  expect(await keep()).toEqual([false, undefined]);
});

test("who decides on an account is not who said whose it is, before the review or during it, and an address is vouched for", async () => {
  const ann = await addPerson("ann@own.test");
  const about = (person: Person, accountId: string) =>
    person.post(at("/accounts/decisions"), {
      accounts: [{ provider: "okta", scope: "acme", id: accountId }],
      kind: "person",
      personId: ann.id,
    });
  await okta.read([user("before"), user("during"), user("addressed")], clock);
  await pass(30);
  await about(mia, "before");
  await pass(30);
  const { body: review } = await open();
  const rowOf = async (account: string) =>
    (await accountsOf(review)).find(({ accountId }: any) => accountId === account);
  expect((await rowOf("before")).person).toMatchObject({ id: ann.id });
  const keep = async (account: string) =>
    (await decide(review, mia, [{ rowId: (await rowOf(account)).id, decision: "keep" }])).body.code;
  for (const account of ["before", "during"]) {
    await about(mia, account);
    expect([account, await keep(account)]).toEqual([account, "review-unknown-account"]);
    expect(await rowOf(account)).toMatchObject({ unknown: true });
    await about(olga, account);
    expect([account, await keep(account)]).toEqual([account, undefined]);
  }
  const dan = await addPerson("addressed@acme.test");
  expect(await keep("addressed")).toBe("review-unknown-account");
  const address = { personId: dan.id, email: "addressed@acme.test" };
  expect((await adam.post(at("/staff/addresses"), { addresses: [address] })).body).toMatchObject({ vouched: 1 });
  expect(await keep("addressed")).toBeUndefined();
  expect((await close(review)).status).toBe(200);
  const outcome = async () => {
    await pass(30);
    const [found] = await admin(
      `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = 'review.done-this-quarter'
        AND source = 'Exhibit registers (Okta acme)' ORDER BY observed_at DESC LIMIT 1`,
      [company],
    );
    return found;
  };
  expect(await outcome()).toMatchObject({ outcome: "pass" });
  // The newest word is asked for. In a new company it counts for a month.
  await admin("UPDATE app.company_members SET created_at = now() - interval '40 days' WHERE company_id = $1", [
    company,
  ]);
  await about(mia, "during");
  expect(await outcome()).toMatchObject({
    outcome: "unknown",
    reason: "Kept by the same person who said whose they are: during@acme.test. Have someone else say it in People.",
  });
});

test("an account with the address of somebody in People is theirs, whatever is said of it", async () => {
  const ann = await addPerson("ann@acme.test");
  // Somebody said before that it is another's.
  await sayOwner(admin, olga, company, [{ id: "dan" }]);
  const gone = await addPerson("dan@acme.test");
  await okta.read([user("dan")], clock);
  await pass(30);
  const { accounts } = (await olga.get(at(`/accounts?show=all&personId=${gone.id}`))).body;
  expect(accounts).toMatchObject([{ label: "dan@acme.test", by: "email" }]);
  for (const [kind, personId, code] of [
    ["person", ann.id, "account-address"],
    ["program", null, "account-address"],
    ["person", gone.id, undefined],
  ]) {
    const said = { accounts: [{ provider: "okta", scope: "acme", id: "dan" }], kind, personId };
    expect((await olga.post(at("/accounts/decisions"), said)).body.code).toBe(code);
  }
});

test("members decide on their own rows alone, viewers and strangers on none, and changes need a reason", async () => {
  await read([user("a"), user("b")]);
  const { body: review } = await open(olga, adam);
  const [first] = await accountsOf(review);
  const row = { rowId: first.id, decision: "remove" };
  expect((await decide(review, mia, [{ ...row, reason: "Unused" }])).body.code).toBe("review-not-yours");
  expect((await decide(review, vera, [{ ...row, reason: "Unused" }])).status).toBe(403);
  expect((await decide(review, adam, [row])).body.code).toBe("review-reason");
  expect((await open(mia)).status).toBe(403);
  expect((await close(review, mia)).status).toBe(403);
  expect((await decide(review, adam, [{ ...row, reason: "Unused" }])).body.decided).toMatchObject({ remove: 1 });
  expect((await decide(review, adam, [{ ...row, decision: "none" }])).body.decided).toMatchObject({ remove: 0 });
  // Which of two is Adam nobody can tell.
  await addPerson(adam.email);
  expect((await decide(review, adam, [{ ...row, reason: "Unused" }])).body.code).toBe("review-person");
  expect((await vera.get(at(`/reviews/${review.id}`))).status).toBe(200);
});

test("where nobody else could decide, the reviewer decides on their own account, which is printed; a disabled account is nobody", async () => {
  await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id <> ALL ($2)", [
    company,
    [olga.id, mia.id],
  ]);
  await read([user("a"), { id: "olga", login: olga.email }]);
  const reviewersNow = async () =>
    (await olga.get(at("/review-systems"))).body.reviewers.map(({ userId }: any) => userId).toSorted();
  expect(await reviewersNow()).toEqual([olga.id, mia.id].toSorted());
  const asked = (otherId: string | null) =>
    olga.post(at("/reviews"), {
      name: "Fourth quarter",
      dueOn: "2026-12-31",
      systems: [{ systemId: okta.systemId, reviewerId: olga.id, otherId }],
    });
  // While there is another, nobody is named twice.
  expect((await asked(olga.id)).body.code).toBe("review-reviewer");
  expect((await asked(null)).body.populations[0].other.userId).toBe(mia.id);
  await admin(
    "INSERT INTO app.account_bounds (user_id, disabled_at) VALUES ($1, now()) ON CONFLICT (user_id) DO UPDATE SET disabled_at = now()",
    [mia.id],
  );
  try {
    expect(await reviewersNow()).toEqual([olga.id]);
    const { status, body: review } = await asked(null);
    expect([status, review.populations[0].other.userId]).toEqual([200, olga.id]);
    const own = (await accountsOf(review, olga)).find(({ accountId }: any) => accountId === "olga");
    expect(own).toMatchObject({ own: true, mayDecide: true });
    await keepAll(review, olga);
    expect((await close(review)).status).toBe(200);
    await pass(30);
    const [{ reason }] = await admin(
      `SELECT reason FROM app.check_results WHERE company_id = $1 AND check_id = 'review.done-this-quarter'
        AND source = 'Exhibit registers (Okta acme)' ORDER BY observed_at DESC LIMIT 1`,
      [company],
    );
    expect(reason).toContain("1 by the person whose account it is, because nobody else could for 30 days.");
  } finally {
    await admin("UPDATE app.account_bounds SET disabled_at = NULL WHERE user_id = $1", [mia.id]);
  }
});

/** What happens while a review is open: somebody comes or leaves, clicks twice, decides at the same moment as another, or closes it. */
const happening = fc.oneof(
  fc.record({
    what: fc.constantFrom("twice" as const, "together" as const),
    row: fc.nat(100),
    decision: fc.constantFrom("keep", "remove", "none"),
  }),
  fc.record({ what: fc.constant("read" as const), leave: fc.nat(7), come: fc.nat(2) }),
  fc.record({ what: fc.constant("close" as const) }),
);
const accountIds = (count: { minLength: number; maxLength: number }) =>
  fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,12}$/), count);

test("decisions equal the frozen population, whoever comes, leaves or clicks twice in between", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      accountIds({ minLength: 1, maxLength: 7 }),
      fc.array(happening, { maxLength: 12, size: "max" }),
      async (ids, happenings) => {
        if (run++ > 0) await begin();
        const users = ids.map((id) => user(id));
        await read(users);
        const { body: review } = await open();
        const rows = await accountsOf(review);
        const frozen = rows.map(({ accountId }: any) => accountId).toSorted();
        expect(frozen).toEqual(ids.toSorted());
        for (const [step, happens] of happenings.entries()) {
          if (happens.what === "close") await close(review);
          else if (happens.what === "read") {
            const late = Array.from({ length: happens.come }, (_, at) => user(`LATE${step}x${at}`));
            await read([...users.slice(happens.leave), ...late]);
          } else {
            const said = { rowId: rows[happens.row % rows.length].id, decision: happens.decision, reason: "Because" };
            const other =
              happens.what === "twice"
                ? [decide(review, mia, [said])]
                : [decide(review, olga, [{ ...said, decision: "change" }]), close(review)];
            await Promise.all([decide(review, mia, [said]), ...other]);
          }
        }
        await keepAll(review);
        await Promise.all([close(review), close(review), keepAll(review)]);
        const [row] = await admin("SELECT closed_at FROM app.reviews WHERE company_id = $1 AND id = $2", [
          company,
          review.id,
        ]);
        expect(row.closed_at).not.toBeNull();
        const last = await accountsOf(review);
        expect(last.map(({ accountId }: any) => accountId).toSorted()).toEqual(frozen);
        expect(last.every(({ decision }: any) => decision !== null)).toBe(true);
        // Two decisions of one account never stand beside each other, and a second click adds none.
        const twice = await admin(
          `SELECT FROM (SELECT d.decision, d.reason, lag(d.decision) OVER w AS before, lag(d.reason) OVER w AS said FROM app.review_decisions d
            WHERE d.company_id = $1 WINDOW w AS (PARTITION BY d.row_id ORDER BY d.ledger_index)) x WHERE decision = before AND reason = said`,
          [company],
        );
        expect(twice).toEqual([]);
      },
    ),
    { numRuns: 3, interruptAfterTimeLimit: 100_000 },
  );
}, 180_000);

const POPULATION = 1_000;

test("a thousand accounts are each decided exactly once, while others come, leave and are decided twice", async () => {
  const whole = { minLength: POPULATION, maxLength: POPULATION };
  const places = Array.from({ length: POPULATION }, (_, at) => at);
  const batch = fc.record({
    size: fc.integer({ min: 1, max: 300 }),
    // Who is left of the population in a reading meanwhile; undefined where nothing is read.
    readFrom: fc.option(fc.nat(POPULATION - 1), { nil: undefined, freq: 1 }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      accountIds(whole),
      fc.shuffledSubarray(places, whole),
      fc.array(fc.constantFrom("keep", "change", "remove"), whole),
      fc.array(batch, { minLength: 4, maxLength: 8 }),
      async (ids, order, decisions, batches) => {
        if (run++ > 0) await begin();
        const users = ids.map((id) => user(id));
        await read(users);
        const { body: review } = await open();
        const path = at(`/reviews/${review.id}/populations/${review.populations[0].id}/accounts?limit=500`);
        const pages = [await mia.get(path), await mia.get(`${path}&after=500`)];
        const rows = pages.flatMap(({ body }) => body.accounts);
        expect(new Set(rows.map(({ accountId }: any) => accountId))).toEqual(new Set(ids));
        expect(rows).toHaveLength(ids.length);
        const left = order.map((place) => ({ rowId: rows[place].id, decision: decisions[place], reason: "Because" }));
        for (const [step, { size, readFrom }] of [...batches, ...Array(4).fill({ size: 300 })].entries()) {
          const some = left.splice(0, size);
          if (some.length === 0) break;
          const answers = await Promise.all([decide(review, mia, some), decide(review, mia, some)]);
          expect(answers.map(({ status }) => status)).toEqual([200, 200]);
          if (readFrom !== undefined) await read([...users.slice(readFrom), user(`LATE${step}`)]);
        }
        const { status, body } = await close(review);
        expect([status, body.decided.accounts]).toEqual([200, POPULATION]);
        const count = (decision: string) => decisions.filter((said) => said === decision).length;
        const { keep, change, remove } = body.decided;
        expect([keep, change, remove]).toEqual(["keep", "change", "remove"].map(count));
        const [{ kept }] = await admin(
          "SELECT count(*)::integer AS kept FROM app.review_decisions WHERE company_id = $1",
          [company],
        );
        expect(kept).toBe(POPULATION);
      },
    ),
    { numRuns: 1, interruptAfterTimeLimit: 100_000 },
  );
}, 180_000);
