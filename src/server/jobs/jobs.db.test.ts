import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { jobKindNames, jobKindOf } from "#domain/job-kinds.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { machineClock } from "../clock.ts";
import { claimJobs, failJob, finishJob, keepJob } from "./claim-jobs.ts";
import { scheduleJobs, startJobs } from "./jobs.ts";
import { workOff } from "./run-jobs.ts";
import type { JobHandlers } from "./run-jobs.ts";

let database: FreshDatabase;
const BEGIN = new Date("2027-03-01T00:00:00Z").getTime();
const at = (seconds: number) => new Date(BEGIN + seconds * 1_000);
const log = pino({ level: "silent" });
const neverEnds = new AbortController().signal;
const company = (name: string) => `${name.repeat(8)}-0000-4000-8000-000000000001`;
const admin = async (text: string, values: unknown[] = []) => (await database.admin.query(text, values)).rows;
const make = (kind: JobKindName, key: string, of: string | null = null, when: Date | null = null) =>
  admin("SELECT app.enqueue_job($1, $2, $3, $4)", [kind, key, of, when]);
const claim = (seconds: number, kind: JobKindName = "imports", places = 1) =>
  claimJobs(database.databases.worker, () => at(seconds), new Map([[kind, places]]));
const jobs = () => admin("SELECT * FROM app.jobs ORDER BY created_at");
const deps = (seconds = 0) => ({ worker: database.databases.worker, now: () => at(seconds), log });

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(() => admin("DELETE FROM app.jobs"));

test("the database makes jobs of every kind that is declared, except what is done again and again, and of no other", async () => {
  const [{ texts }] = await admin(`SELECT string_agg(text, E'\\n') AS texts FROM (
    SELECT p.prosrc FROM pg_proc p WHERE p.pronamespace = 'app'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal) x (text)`);
  const made: string[] = [...texts.matchAll(/(?:enqueue_job|enqueue_row)\('(\w+)'/g)].map(([, kind]) => kind);
  const [found] = await admin("SELECT prosrc FROM pg_proc WHERE proname = 'enqueue_waiting'");
  const waiting: string[] = [...found.prosrc.matchAll(/SELECT (?:DISTINCT )?'(\w+)', /g)].map(([, kind]) => kind);
  const declared = jobKindNames.filter((kind) => jobKindOf(kind).everySeconds === undefined).toSorted();
  expect([...new Set(made)].toSorted()).toEqual(declared);
  expect([...new Set(waiting)].toSorted(), "what waits without a job is found").toEqual(declared);
});

test("what waits for a place that becomes free while another claim is under way is done, too", async () => {
  for (const key of ["a", "b"]) await make("mail", key);
  const [asked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let claims = 0;
  const of = new WeakMap<object, string>();
  // The second claim is answered once the first job has ended: none of its places were free as it was asked.
  const worker = database.databases.worker.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const name = /app"?[.",]+"?(claim|finish)_jobs?/.exec(JSON.stringify(node))?.[1];
      if (name !== undefined) of.set(queryId, name);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (of.get(queryId) === "finish") done.resolve();
      if (of.get(queryId) !== "claim" || (claims += 1) !== 2) return result;
      asked.resolve();
      await done.promise;
      await setTimeout(20);
      return result;
    },
  });
  const worked: string[] = [];
  const handlers: JobHandlers = {
    imports: async () => {},
    mail: async ({ key }) => {
      worked.push(key);
      if (worked.length === 1) await asked.promise;
    },
  };
  expect(await workOff({ ...deps(), worker }, handlers, neverEnds)).toBe(2);
  expect([worked.toSorted(), await jobs()]).toEqual([["a", "b"], []]);
});

test("a job is made with the work's transaction, and not at all when that is undone", async () => {
  const client = await database.admin.connect();
  const write = "INSERT INTO app.outbox (recipient, subject) VALUES ('a@b.test', 'x')";
  await client.query("BEGIN");
  await client.query(write);
  expect(await claim(0, "mail"), "nobody sees it before").toEqual([]);
  await client.query("ROLLBACK");
  expect(await jobs()).toEqual([]);
  await client.query(write);
  client.release();
  expect(await claim(0, "mail")).toMatchObject([{ kind: "mail", attempts: 1 }]);
  await admin("DELETE FROM app.outbox");
});

test("one job of a kind has a key, however often it is asked for, and the sooner time counts", async () => {
  for (const seconds of [60, 30, 90]) await make("standings", "one", company("a"), at(seconds));
  expect(await jobs()).toMatchObject([{ key: "one", run_at: at(30) }]);
  expect(await claim(29, "standings")).toEqual([]);
  expect(await claim(30, "standings")).toHaveLength(1);
});

test("what is asked for while somebody works on it is done once more afterwards, and never twice at once", async () => {
  await make("standings", "one", company("a"));
  const [job] = await claim(0, "standings");
  await make("standings", "one", company("a"));
  expect(await claim(0, "standings")).toEqual([]);
  await finishJob(database.databases.worker, job!, at(1), at(500));
  const [again] = await claim(1, "standings");
  expect(again).toMatchObject({ key: "one", attempts: 1 });
  await finishJob(database.databases.worker, again!, at(2), undefined);
  expect(await jobs()).toEqual([]);
});

test("work that is not committed yet keeps its waiting job from being claimed without it", async () => {
  await make("standings", "one", company("a"));
  const client = await database.admin.connect();
  await client.query("BEGIN");
  await client.query("SELECT app.enqueue_job('standings', 'one', $1)", [company("a")]);
  expect(await claim(0, "standings")).toEqual([]);
  await client.query("COMMIT");
  client.release();
  expect(await claim(0, "standings")).toHaveLength(1);
});

test("S8: companies take turns: who brought a hundred before keeps nobody waiting for all of them", async () => {
  for (let n = 0; n < 100; n += 1) await make("webhooks", `many ${n}`, company("a"));
  const served: string[] = [];
  const serve = async (count: number) => {
    for (const job of await claim(0, "webhooks", count)) {
      served.push(job.key);
      await finishJob(database.databases.worker, job, at(0), undefined);
    }
  };
  await serve(1);
  await serve(1);
  await make("webhooks", "few", company("b"));
  await make("webhooks", "late", company("c"), at(0));
  for (let n = 0; n < 5; n += 1) await serve(1);
  expect(served.slice(0, 3)).toEqual(["many 0", "many 1", "many 2"]);
  expect(served.slice(3, 5).toSorted()).toEqual(["few", "late"]);
  expect(served.slice(5)).toEqual(["many 3", "many 4"]);
});

test("S8: of one company no more are under way than its kind allows, in all processes together", async () => {
  for (const key of ["one", "two"]) await make("imports", key, company("a"));
  await make("imports", "other", company("b"));
  const first = await claim(0, "imports", 3);
  expect(first.map(({ key }) => key).toSorted()).toEqual(["one", "other"]);
  expect(await claim(0, "imports", 3)).toEqual([]);
  await finishJob(
    database.databases.worker,
    first.find(({ key }) => key === "one")!,
    at(0),
    undefined,
  );
  expect(await claim(0, "imports", 3)).toMatchObject([{ key: "two" }]);
});

test("S8: the last places are kept for companies that have nothing under way", async () => {
  for (let n = 0; n < 20; n += 1) await make("collections", `many ${n}`, company("a"));
  expect(await claim(0, "collections", 12)).toHaveLength(9);
  expect(await claim(0, "collections", 3)).toEqual([]);
  await make("collections", "other", company("b"));
  expect(await claim(0, "collections", 3)).toMatchObject([{ key: "other" }]);
});

test("eight that claim at once get each job once", async () => {
  for (let n = 0; n < 60; n += 1) await make("mail", `mail ${n}`);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(0, "mail", 10)));
  const keys = claims.flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const rest = await claim(0, "mail", 60);
  expect(keys.length + rest.length).toBe(60);
});

test("what a killed process left is taken up when its lease has ended, and given up when it kills every process", async () => {
  await make("linking", "one", company("a"));
  const { leaseSeconds, attempts } = jobKindOf("linking");
  let now = 0;
  for (let tries = 1; tries <= attempts; tries += 1) {
    expect(await claim(now, "linking")).toMatchObject([{ key: "one", attempts: tries }]);
    expect(await claim(now + leaseSeconds - 1, "linking")).toEqual([]);
    now += leaseSeconds;
  }
  expect(await claim(now, "linking")).toEqual([]);
  expect(await jobs()).toMatchObject([{ dead_at: at(now), last_error: "interrupted" }]);
});

test("a worker that lives keeps its job, and one that lost it changes nothing any more", async () => {
  const { worker } = database.databases;
  await make("imports", "one", company("a"));
  const [first] = await claim(0);
  const { leaseSeconds } = jobKindOf("imports");
  expect(await keepJob(worker, first!, () => at(80))).toBe(true);
  expect(await claim(79 + leaseSeconds)).toEqual([]);
  const [second] = await claim(80 + leaseSeconds);
  expect(second).toMatchObject({ key: "one", attempts: 2 });
  expect(await keepJob(worker, first!, () => at(400))).toBe(false);
  await finishJob(worker, first!, at(201), undefined);
  await failJob(worker, first!, { now: at(201), next: undefined, error: "late" });
  expect(await jobs()).toMatchObject([{ lease_token: second!.token, dead_at: null }]);
});

test.each([-45, 45])(
  "a machine whose clock is %s seconds off takes no job of another's, and loses none",
  async (off) => {
    const { worker } = database.databases;
    const { leaseSeconds } = jobKindOf("webhooks");
    await make("webhooks", "one", company("a"));
    await make("webhooks", "later", company("a"), new Date(Date.now() + 20_000));
    const until = async () =>
      (
        await admin(
          "SELECT extract(epoch FROM lease_until - clock_timestamp()) AS left FROM app.jobs WHERE key = 'one'",
        )
      )[0].left;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off * 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    const claimHere = () => claimJobs(worker, machineClock, new Map([["webhooks", 1]]));
    const [job, ...more] = await claimHere();
    expect([job?.key, more]).toEqual(["one", []]);
    for (const look of [async () => true, () => keepJob(worker, job!, machineClock)]) {
      expect(await look()).toBe(true);
      expect(Number(await until())).toBeGreaterThan(leaseSeconds - 15);
      expect(Number(await until())).toBeLessThanOrEqual(leaseSeconds);
      expect(await claimHere(), "neither what is another's nor what is not due").toEqual([]);
    }
  },
);

test("what fails is tried later and later, then waits for an operator, and new work brings it back", async () => {
  await make("rights", "one", company("a"));
  let now = 0;
  let tries = 0;
  const handlers: JobHandlers = {
    rights: async () => {
      tries += 1;
      throw Object.assign(new Error("connect to 10.0.0.1 as secret"), { code: "ECONNREFUSED" });
    },
  };
  const waits: number[] = [];
  for (; tries < jobKindOf("rights").attempts;) {
    await workOff(deps(now), handlers, neverEnds);
    const [job] = await jobs();
    expect(job.last_error).toBe("ECONNREFUSED");
    if (job.dead_at) break;
    waits.push((job.run_at.getTime() - at(now).getTime()) / 1_000);
    now = (job.run_at.getTime() - BEGIN) / 1_000;
  }
  expect(tries).toBe(8);
  expect(waits).toHaveLength(7);
  waits.forEach((wait, index) => {
    expect(wait).toBeGreaterThan(30 * 2 ** index * 0.79);
    expect(wait).toBeLessThanOrEqual(30 * 2 ** index);
  });
  expect(await workOff(deps(now + 1e6), handlers, neverEnds)).toBe(0);
  await make("rights", "one", company("a"));
  expect(await jobs()).toMatchObject([{ attempts: 0, dead_at: null, last_error: null }]);
});

test("a process that stops hands on what it was in the middle of, at once and without a failure", async () => {
  await make("imports", "one", company("a"));
  const stopping = new AbortController();
  await workOff(
    deps(),
    {
      imports: async () => {
        stopping.abort();
        throw new Error("stopped");
      },
    },
    stopping.signal,
  );
  expect(await claim(0)).toMatchObject([{ key: "one", attempts: 1 }]);
});

test("work without a job is found again: what waits is made up for, what was given up stays given up", async () => {
  await admin(
    "INSERT INTO app.outbox (recipient, subject, created_at) VALUES ('a@b.test', 'lost', $1), ('a@b.test', 'dead', $1)",
    [at(0)],
  );
  await admin("DELETE FROM app.jobs WHERE key = (SELECT id::text FROM app.outbox WHERE subject = 'lost')");
  await admin("UPDATE app.jobs SET turn = NULL, dead_at = now(), discarded_at = now()");
  expect(await admin("SELECT app.enqueue_waiting() AS made")).toEqual([{ made: 1 }]);
  expect(await admin("SELECT app.enqueue_waiting() AS made")).toEqual([{ made: 0 }]);
  const [lost] = await admin("SELECT id FROM app.outbox WHERE subject = 'lost'");
  expect((await claim(0, "mail", 5)).map(({ key }) => key)).toEqual([lost.id]);
  await admin("DELETE FROM app.outbox");
});

test("what is done again and again is one job for the whole installation, done so long after the last time", async () => {
  let done = 0;
  const handlers: JobHandlers = {
    checkpoints: async () => {
      done += 1;
      return { next: at(60) };
    },
  };
  const start = () => startJobs({ ...deps(), pool: database.databases.workerPool }, handlers);
  const [first, other] = [start(), start()];
  await expect.poll(() => done).toBe(1);
  await Promise.all([first.stop(), other.stop()]);
  expect(await jobs()).toMatchObject([{ kind: "checkpoints", key: "", run_at: at(60) }]);
  expect(done).toBe(1);
});

test("a worker hears of a job that another process made long before it would look, also after its connection was cut", async () => {
  let done = 0;
  const worker = startJobs({ ...deps(), pool: database.databases.workerPool }, { mail: async () => void (done += 1) });
  await expect
    .poll(() => admin("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN jobs'"))
    .toHaveLength(1);
  // It has looked, found nothing, and rests.
  await setTimeout(300);
  const begun = performance.now();
  await make("mail", "one");
  await expect.poll(() => done, { interval: 5 }).toBe(1);
  expect(performance.now() - begun).toBeLessThan(2_500);
  await admin(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN jobs'",
  );
  await make("mail", "two");
  await expect.poll(() => done, { timeout: 10_000 }).toBe(2);
  await worker.stop();
});

test("what is done again and again goes on after a clock that was once ahead, and so does what was leased by it", async () => {
  const handlers: JobHandlers = { cleaning: async () => {}, plans: async () => {} };
  const YEAR = 31_536_000;
  await scheduleJobs(deps(), handlers);
  await make("imports", "one");
  for (const kind of ["cleaning", "imports"] as const) {
    const [job] = await claim(YEAR, kind);
    if (kind === "cleaning") await finishJob(database.databases.worker, job!, at(YEAR), at(YEAR + 3_600));
  }
  expect(await claim(10, "cleaning"), "it waits for a year").toEqual([]);
  await scheduleJobs(deps(10), handlers);
  expect(await claim(10, "cleaning")).toMatchObject([{ kind: "cleaning" }]);
  expect(await claim(10, "imports")).toMatchObject([{ kind: "imports" }]);
  await make("standings", "later", company("a"), at(YEAR));
  await scheduleJobs(deps(10), handlers);
  expect(await claim(10, "standings"), "what is to be done in a year is not").toEqual([]);
});
