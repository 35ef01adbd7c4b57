import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { fillRegisters } from "#tests/support/filled-registers.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { readRegisters } from "./read-registers.ts";
import { threadedWriter } from "./threaded-writer.ts";

// Pages that a thread of their own writes are those that the run would, whatever becomes of it.

type Writer = ReturnType<typeof threadedWriter>;

let running: RunningApp;
let olga: Person;
let company: string;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("By Two Ltd");
  const query = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
  const exhibit = (await olga.upload(`/companies/${company}/evidence?${query}`, "a report")).body.exhibit;
  const retest = (await olga.upload(`/companies/${company}/evidence?${query}`, "a report of later")).body.exhibit;
  const systemId = (await olga.post(`/companies/${company}/systems`, { name: "Sandbox", kinds: ["cloud"] })).body.id;
  const text = ({ label }: { readonly label: string }) => `Sample ${label}, müde 🙂`;
  const filled = fillRegisters(olga, company, { exhibit, retest, systemId, text });
  for (const { key } of registers) {
    await filled.recordOf(key);
    await running.forgetTries();
  }
  // Of some all is as it was confirmed, of some not, and some nobody confirmed.
  const confirm = async (key: string) => {
    const { counts } = (await olga.get(`/companies/${company}/registers`)).body.find(
      (own: { readonly key: string }) => own.key === key,
    );
    await olga.post(`/companies/${company}/registers/${key}/confirmation`, { count: counts.open + counts.waiting });
  };
  for (const key of ["people", "sites", "actions", "tests", "vendors"]) await confirm(key);
  const site = await filled.recordOf("sites");
  const body = JSON.stringify({ version: 1, fields: { name: "Elsewhere" } });
  await olga.send("PATCH", `/companies/${company}/registers/sites/records/${site}`, body, {
    "content-type": "application/json",
  });
});
afterAll(() => running.close());

/** What broke threads that wrote. */
const broken: unknown[] = [];
const heard = (error: unknown) => void broken.push(error);

/** As if the company had never been sealed. */
async function forget(): Promise<void> {
  const client = await running.database.admin.connect();
  await client.query("BEGIN; SET LOCAL session_replication_role = replica");
  for (const table of ["made_pages", "snapshot_pages"])
    await client.query(`DELETE FROM app.${table} WHERE company_id = $1`, [company]);
  await client.query("COMMIT");
  client.release();
}
beforeEach(async () => {
  broken.length = 0;
  await forget();
});

const at = new Date(Date.now() + 60_000);
const user = () => running.database.databases.user;

/** A run that takes what is kept of an earlier one, if any is, from the first record on. */
async function run(writer?: Writer) {
  const caller = { userId: company, companyId: company };
  const read = await readRegisters(
    () => Promise.reject(new Error("There is no exhibit.")),
    (work) => asCaller(user(), caller, work),
    { companyId: company, at, judge: "a".repeat(64), madeFrom: 0, writer },
  );
  const missing = await admin(
    `SELECT p AS sha256 FROM unnest($2::text[]) p WHERE NOT EXISTS (SELECT FROM app.snapshot_pages s
      WHERE s.company_id = $1 AND s.sha256 = p)`,
    [company, read!.pages],
  );
  const made = await admin(
    `SELECT register, page, encode(source, 'hex') AS source, sha256, encode(packed, 'hex') AS packed, told
      FROM app.made_pages WHERE company_id = $1 ORDER BY register, page`,
    [company],
  );
  return { read: { ...read!, digest: Buffer.from(read!.digest).toString("hex") }, missing, made };
}

const url = () => running.database.databases.userUrl();

/** Tells of each page that is to be written, before it is. */
const telling =
  (writer: Writer, tell: (register: string) => void): Writer =>
  (within, companyId) => {
    const own = writer(within, companyId);
    const write: typeof own.write = (page) => {
      tell(page.register);
      own.write(page);
    };
    return { ...own, write };
  };

/** Ends connections that did last, or do, what is like this. */
const cut = async (query: string): Promise<number> =>
  (
    await admin(
      `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.datname = current_database()
        AND a.pid <> pg_backend_pid() AND a.query LIKE $1`,
      [query],
    )
  ).length;

test("a run whose pages a thread writes says what one says that writes them itself, and both leave the same there", async () => {
  const alone = await run();
  expect(alone.missing).toEqual([]);
  expect(alone.read.pages.length).toBeGreaterThan(20);
  await forget();
  const written: string[] = [];
  expect(await run(telling(threadedWriter(url(), heard, 1), (register) => void written.push(register)))).toEqual(alone);
  expect(written.length).toBeGreaterThan(20);
});

test("a company's first run keeps pages by the print that the next one asks the database for, which makes none of them again", async () => {
  const first = await run();
  const again: string[] = [];
  expect(await run(telling(threadedWriter(url(), heard), (register) => void again.push(register)))).toEqual(first);
  // These are made anew by each run.
  expect(again).toEqual(["devices", "people"]);
});

test("where the thread cannot reach the database nothing is missing", async () => {
  const alone = await run();
  await forget();
  expect(await run(threadedWriter("postgres://nobody@127.0.0.1:1/nothing", heard, 1))).toEqual(alone);
  expect(broken).toHaveLength(1);
});

test("where the thread loses its connection while it writes nothing is missing", async () => {
  const alone = await run();
  await forget();
  const client = await running.database.admin.connect();
  // Nobody writes a page while this is held.
  await client.query("BEGIN; LOCK TABLE app.snapshot_pages IN EXCLUSIVE MODE");
  const whole = run(threadedWriter(url(), heard, 1));
  await expect.poll(() => cut("INSERT INTO app.snapshot_pages%"), { timeout: 10_000 }).toBe(1);
  await client.query("COMMIT");
  client.release();
  expect(await whole).toEqual(alone);
});

test("a run whose own connection is lost seals and keeps nothing, and the next one says what it would have", async () => {
  const alone = await run();
  await forget();
  const client = await running.database.admin.connect();
  // Nobody keeps a page for the next run while this is held: all of them are made then, and some are written.
  await client.query("BEGIN; LOCK TABLE app.made_pages IN EXCLUSIVE MODE");
  const lost = run(threadedWriter(url(), heard, 1)).catch((error: unknown) => error);
  await expect.poll(() => cut("INSERT INTO app.made_pages%"), { timeout: 10_000 }).toBe(1);
  await client.query("COMMIT");
  client.release();
  expect(String(await lost)).toMatch(/terminat|connection|ECONNRESET/i);
  expect(await admin("SELECT evidence_id FROM app.register_runs WHERE company_id = $1", [company])).toEqual([]);
  expect(await admin("SELECT page FROM app.made_pages WHERE company_id = $1", [company])).toEqual([]);
  expect(await run(threadedWriter(url(), heard, 1))).toEqual(alone);
});
