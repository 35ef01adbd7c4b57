import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { readJudgeFile } from "#server/judge/judge-file.ts";
import { registerJobs } from "#server/registers/run-registers.ts";
import { liftLimits } from "#tests/support/without-limits.ts";
import { acknowledge, connectSystems, putAcknowledged, putPoliciesInForce } from "./fill-people.ts";
import type { Filled } from "./fill-people.ts";
import type { Instance } from "./instance.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { signUp } from "./sign-in.ts";
import { staffPageRatios } from "./staff-page.ts";

const PEOPLE = 10_000;
const POLICIES = 22;
/** By each person, in the first ten policies. */
const ACKNOWLEDGED = 10;
/** As many people acknowledge theirs while somebody looks at the clock. */
const WATCHED = 200;
const SYSTEMS = 30;
const ACCOUNTS = 40_000;
const AT_ONCE = 8;
const LISTED = 60;

const MIB = 1024 * 1024;
const seconds = (value: number) => `${value.toFixed(1)} s`;

/** A company of 10,000 people, with 22 policies, 100,000 acknowledgments and 30 systems of 40,000 accounts: what it waits for. */
export async function peopleRatios(instance: Instance): Promise<Ratio[]> {
  const idle = process.memoryUsage().rss;
  instance.believeForwarded();
  const person = await signUp(instance, 902);
  const companyId = await person.found("Many People");
  await liftLimits(instance.admin, companyId);
  const filled: Filled = { instance, person, companyId };
  const people = await addPeople(filled);
  const versions = await putPoliciesInForce(filled, POLICIES);
  const own = versions.slice(0, ACKNOWLEDGED);
  const acknowledged = await acknowledgmentRatios(filled, people.rows.slice(0, WATCHED), own);
  await putAcknowledged(filled, people.rows.slice(WATCHED), own);
  await connectSystems(filled, SYSTEMS, Math.ceil(ACCOUNTS / SYSTEMS));
  const listed = await listRatios(filled);
  const runs = await runRatios(filled, idle);
  const staffPage = await staffPageRatios(filled, people.rows[300]!.id);
  return [
    people.preview,
    ...listed,
    ...acknowledged,
    ...runs,
    ...staffPage,
    await verdictRatio(filled, people.rows[6_000]!.id),
  ];
}

interface Row {
  readonly id: string;
  readonly number: string;
}

async function addPeople({ instance, person, companyId }: Filled) {
  const row = (at: number) => `Person ${at},person-${at}@firm.example,Engineer ${at % 40},Employee,2024-03-01`;
  const csv = ["Name,Work email,Job title,Employment,Starts", ...Array.from({ length: PEOPLE }, (_, at) => row(at))];
  const register = `/companies/${companyId}/registers/people`;
  const post = async (what: string, body: object) => {
    const answer = await person.post(`${register}/${what}`, body);
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  };
  const preview = await timed(() => post("csv-preview", { csv: csv.join("\n") }));
  await post("csv", { csv: csv.join("\n") });
  await post("confirmation", { count: PEOPLE });
  const { rows } = await instance.admin.query<Row>(
    "SELECT id, number FROM app.records WHERE company_id = $1 AND register = 'people' ORDER BY number",
    [companyId],
  );
  const ratio: Ratio = {
    what: `a preview of a CSV file with ${PEOPLE} rows / 5 s`,
    figures: seconds(preview),
    ratio: preview / 5,
    goal: { atMost: 1 },
  };
  return { rows, preview: ratio };
}

/** What screens of a company ask, each as often, over HTTP with a session. */
const lists: Readonly<Record<string, string>> = {
  "people by number": "registers/people/records?sort=number&direction=down",
  "people by name": "registers/people/records?sort=name",
  "people by a word": "registers/people/records?search=person+5000",
  "people by a choice": "registers/people/records?field=kind&equals=employee",
  registers: "registers",
  policies: "policies",
};

async function listRatios({ person, companyId }: Filled): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const [what, path] of Object.entries(lists)) {
    const times: number[] = [];
    for (let at = 0; at < LISTED; at += 1)
      times.push(
        await timed(async () => {
          const { status } = await person.get(`/companies/${companyId}/${path}`);
          if (status !== 200) throw new Error(`${what}: ${status}`);
        }),
      );
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(times.length * 0.95)]! * 1_000;
    ratios.push({
      what: `a page of a list, ${what}, 95 of 100 / 30 ms`,
      figures: `${p95.toFixed(1)} ms, ${(sorted[0]! * 1_000).toFixed(1)} ms at best`,
      ratio: p95 / 30,
      goal: { atMost: 1 },
    });
  }
  return ratios;
}

/**
 * Against the same by hand: one function that locks a ledger's head, adds a row and its leaf and moves the head on, a transaction each, by
 * as many at once. What locks one head waits for its commit, there as here.
 */
async function acknowledgmentRatios(filled: Filled, people: readonly Row[], versions: readonly string[]) {
  const { admin } = filled.instance;
  await admin.query(`CREATE TABLE raw_acknowledgments (id uuid PRIMARY KEY, person uuid, sha256 text, at timestamptz);
    CREATE TABLE raw_leaves (seq bigint PRIMARY KEY, hash bytea, entry text);
    CREATE TABLE raw_heads (id integer PRIMARY KEY, size bigint);
    INSERT INTO raw_heads VALUES (1, 0);
    CREATE FUNCTION raw_acknowledge(p_id uuid, p_entry text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE v_size bigint;
    BEGIN
      SELECT size INTO v_size FROM raw_heads WHERE id = 1 FOR UPDATE;
      INSERT INTO raw_acknowledgments VALUES (p_id, p_id, repeat('a', 64), now());
      INSERT INTO raw_leaves VALUES (v_size, sha256(convert_to(p_entry, 'UTF8')), p_entry);
      UPDATE raw_heads SET size = v_size + 1 WHERE id = 1;
    END $$`);
  const raws = 2_000;
  const waiting = Array.from({ length: raws }, (_, at) => at).values();
  const writer = async () => {
    for (const _ of waiting) await admin.query("SELECT raw_acknowledge($1, repeat('e', 300))", [randomUUID()]);
  };
  const raw = await timed(async () => void (await Promise.all(Array.from({ length: AT_ONCE }, writer))));
  const ours = await acknowledge(filled, people, versions, AT_ONCE);
  const count = people.length * versions.length;
  const [own, most] = [count / ours.keeping, raws / raw];
  const inAll = count / (ours.reading + ours.keeping);
  return [
    {
      what: "acknowledgments a second in one company, each text read and kept / 200",
      figures: `${inAll.toFixed(0)} a second, ${count} in all`,
      ratio: inAll / 200,
      goal: { atLeast: 1 },
    },
    {
      what: "acknowledgments kept a second / the same row and leaf under one head, by hand",
      figures: `${own.toFixed(0)} / ${most.toFixed(0)} a second`,
      ratio: own / most,
      goal: { atLeast: 0.8 },
    },
  ] satisfies Ratio[];
}

/** The whole run, and what one changed row seals anew. */
async function runRatios({ instance, person, companyId }: Filled, idle: number): Promise<Ratio[]> {
  const { databases, keys, folder, admin } = instance;
  const judge = await readJudgeFile(path.resolve(import.meta.dirname, "../build/judge.js"));
  const run = registerJobs({
    databases,
    keys,
    now: () => new Date(),
    judge,
    blobs: () => folderBlobStore(path.join(folder, "us")),
  });
  const job = { id: "", kind: "registers", key: companyId, companyId, attempts: 1, token: "" } as const;
  const once = () => run(job, new AbortController().signal);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const first = await timed(async () => void (await once()));
  const pages = async () =>
    (await admin.query("SELECT count(*)::integer AS n FROM app.snapshot_pages WHERE company_id = $1", [companyId]))
      .rows[0].n;
  const sealed = await pages();
  const register = `/companies/${companyId}/registers/people`;
  const { body } = await person.get(`${register}/records?search=person+5000`);
  const fields = JSON.stringify({ version: 1, fields: { jobTitle: "Chief" } });
  await person.send("PATCH", `${register}/records/${body.records[0].id}`, fields, {
    "content-type": "application/json",
  });
  const cpu = process.cpuUsage();
  const second = await timed(async () => void (await once()));
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  const anew = (await pages()) - sealed;
  return [
    {
      what: `a run of the registers of ${PEOPLE} people, ${PEOPLE * ACKNOWLEDGED} acknowledgments, ${ACCOUNTS} accounts / 3 s`,
      figures: `${seconds(first)} at first, ${seconds(second)} after one change, ${seconds((user + system) / 1e6)} of it on a processor here, ${sealed} pages`,
      ratio: second / 3,
      goal: { atMost: 1 },
    },
    {
      what: "memory of the process until a run has ended, over what it had idle / 150 MiB",
      figures: `${((most - idle) / MIB).toFixed(0)} MiB, ${(idle / MIB).toFixed(0)} idle; filling the company is a part of it`,
      ratio: (most - idle) / MIB / 150,
      goal: { atMost: 1 },
    },
    {
      what: "pages that one changed row seals anew / 2",
      figures: `${anew}`,
      ratio: anew / 2,
      goal: { atMost: 1 },
    },
  ];
}

/** From the answer to a change until a new verdict can be read, with a worker that looks for work all the while. */
async function verdictRatio({ instance, person, companyId }: Filled, personId: string): Promise<Ratio> {
  const count = async () =>
    (
      await instance.admin.query("SELECT count(*)::integer AS n FROM app.register_runs WHERE company_id = $1", [
        companyId,
      ])
    ).rows[0].n;
  await instance.app.runTasks();
  const before = await count();
  const path = `/companies/${companyId}/registers/people/records/${personId}/end`;
  const { status } = await person.post(path, { reason: "Resigned" });
  if (status >= 300) throw new Error(`end: ${status}`);
  const waited = await timed(async () => {
    while ((await count()) === before) {
      await instance.app.runTasks();
      await setTimeout(250);
    }
  });
  return {
    what: "from a change to its new verdict / 15 s",
    figures: seconds(waited),
    ratio: waited / 15,
    goal: { atMost: 1 },
  };
}
