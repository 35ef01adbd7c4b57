import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { courses } from "#catalog/training/courses.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff } from "#tests/support/staff.ts";
import { countTraining } from "./count-training.ts";
import { listTraining } from "./list-training.ts";
import { readStandings } from "./read-standings.ts";

const DAY = 86_400_000;
let running: RunningApp;

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

test("what is counted of courses, and each page of the list, is what a look at everybody says, now and on later days", async () => {
  const olga = await running.person("Olga");
  const company = await olga.found("Counted courses");
  const { admin } = running.database;
  const begun = Date.now();
  const day = (count: number) => new Date(begun + count * DAY);
  const add = async (daysAgo: number, fields: object) => {
    running.setNow(day(-daysAgo));
    return await addToStaff(olga, company, { name: `Somebody ${Math.random()}`, ...fields });
  };
  const people = [
    await add(40, { jobTitle: "Engineer" }),
    await add(40, { jobTitle: "Partner" }),
    await add(40, { jobTitle: "Partner", endsAt: day(20).toISOString() }),
    await add(3, { jobTitle: "Engineer", startsAt: day(2).toISOString() }),
    await add(3, { name: "Zoë Öhm" }),
    await add(3, { endsAt: day(-1).toISOString() }),
  ];
  running.setNow(undefined);
  const passes: [person: number, course: string, daysAgo: number, how?: "unvouched" | "import"][] = [
    [0, "security", 350],
    [0, "security", 500],
    [0, "secure-coding", 400],
    [1, "security", 10],
    [1, "privacy", -5],
    [2, "security", 340],
    [3, "privacy", 20, "unvouched"],
    [4, "security", 20, "import"],
    [4, "phishing", 364.9],
    [5, "security", 20],
  ];
  const client = await admin.connect();
  // As the database has them: how somebody comes to a pass is no matter here.
  await client.query("BEGIN; SET LOCAL session_replication_role = replica");
  const quiz = ["quiz", 1, randomUUID(), "[]", 5, 5, null, null, null, null];
  const list = ["import", null, null, null, null, null, "Elsewhere", 1, randomUUID(), olga.id];
  for (const [number, [person, course, daysAgo, how]] of passes.entries())
    await client.query(
      `INSERT INTO app.completions (company_id, id, number, person_id, course, passed, completed_at, vouched,
          source, course_version, attempt_id, answers, score, out_of, provider, exhibit, batch_id, imported_by)
        VALUES ($1, gen_random_uuid(), $2, $3, $4, true, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        company,
        number + 1,
        people[person],
        course,
        day(-daysAgo),
        how === "unvouched" ? null : "another",
        ...(how === "import" ? list : quiz.with(2, randomUUID())),
      ],
    );
  // What a trigger would have written.
  await client.query("SELECT app.list_passes($1, $2)", [company, people]);
  await client.query("COMMIT");
  client.release();
  const asked = <T>(work: Parameters<typeof asCaller<T>>[2]) =>
    asCaller(running.app.services.databases.user, { userId: olga.id, companyId: company }, work);
  for (const now of [0, 1, 6, 24, 31, 60, 400].map(day)) {
    const standings = await asked((tx) => readStandings(tx, company, now));
    expect(standings.length).toBeGreaterThan(3);
    const listed = courses.map(({ key, title }) => {
      const own = standings.flatMap(({ own: all }) => all.filter((course) => course.key === key));
      const due = own.flatMap(({ isToDo, until }) => (isToDo ? Date.parse(until) : []));
      return {
        key,
        title,
        left: own.filter(({ state }) => state !== "passed").length,
        late: own.filter(({ state }) => state === "late").length,
        again: own.filter(({ state, isToDo }) => state === "passed" && isToDo).length,
        nextDue: due.length > 0 ? new Date(Math.min(...due)) : null,
      };
    });
    expect(await asked((tx) => countTraining(tx, company, now)), now.toISOString()).toEqual(listed);
    for (const search of [undefined, " BODY  3", "per-", "ö", "per-5 zo", "xylophone"])
      expect(await turnedThrough(asked, { company, now, search }), `${now.toISOString()} ${search}`).toEqual(
        listedOneByOne(standings, search),
      );
  }
});

type Standings = Awaited<ReturnType<typeof readStandings>>;
type Asking = <T>(work: Parameters<typeof asCaller<T>>[2]) => Promise<T>;

/** What the list says on all of its pages, two people each. */
async function turnedThrough(
  asked: Asking,
  { company, now, search }: { company: string; now: Date; search: string | undefined },
) {
  const people: { personId: string; courses: unknown }[] = [];
  let after: string | undefined;
  for (;;) {
    const list = await asked((tx) => listTraining(tx, { companyId: company }, now, { limit: 2, search, after }));
    people.push(...list.people.map(({ personId, courses: own }) => ({ personId, courses: own })));
    if (list.next === null) {
      const counts = list.courses.map(({ key, needed, passed, listed, late, again }) => ({
        key,
        needed,
        passed,
        listed,
        late,
        again,
      }));
      return { total: list.total, found: list.found, counts, people };
    }
    after = list.next;
  }
}

/** The same by reading everybody: late ones first, then who has something to do, by their names. */
function listedOneByOne(standings: Standings, search = "") {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rankOf = ({ own, isDone }: Standings[number]) =>
    own.some(({ state }) => state === "late") ? 0 : isDone ? 2 : 1;
  const found = standings.filter(({ row }) => {
    let from = 0;
    const text = `per-${row.number} ${row.name.toLowerCase()}`;
    return words.every((word) => {
      const at = text.indexOf(word, from);
      from = at + word.length;
      return at !== -1;
    });
  });
  const order = (a: Standings[number], b: Standings[number]) => {
    const [first, other] = [a.row.name.toLowerCase(), b.row.name.toLowerCase()];
    return rankOf(a) - rankOf(b) || (first < other ? -1 : first > other ? 1 : a.row.number - b.row.number);
  };
  const all = standings.flatMap(({ own }) => own);
  return {
    total: standings.length,
    found: found.length,
    counts: courses.map(({ key }) => {
      const of = all.filter((course) => course.key === key);
      return {
        key,
        needed: of.length,
        passed: of.filter(({ state }) => state === "passed").length,
        listed: of.filter(({ state, listedAt }) => state !== "passed" && listedAt !== null).length,
        late: of.filter(({ state }) => state === "late").length,
        again: of.filter(({ state, isToDo }) => state === "passed" && isToDo).length,
      };
    }),
    people: found.toSorted(order).map(({ row, own }) => ({ personId: row.id, courses: own })),
  };
}
