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
  instance.believeForwarded();
  const person = await signUp(instance, 902);
  const companyId = await person.found("Many People");
  await liftLimits(instance.admin, companyId);
  const filled: Filled = { instance, person, companyId };
  const people = await addPeople(filled);
  const versions = await putPoliciesInForce(filled, POLICIES);
  const own = versions.slice(0, ACKNOWLEDGED);
  const acknowledged = await acknowledgmentRatio(filled, people.rows.slice(0, WATCHED), own);
  await putAcknowledged(filled, people.rows.slice(WATCHED), own);
  await connectSystems(filled, SYSTEMS, Math.ceil(ACCOUNTS / SYSTEMS));
  const listed = await listRatio(filled);
  const runs = await runRatios(filled);
  return [people.preview, listed, acknowledged, ...runs, await verdictRatio(filled, people.rows[6_000]!.id)];
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
    what: `a preview of a CSV file with ${PEOPLE} rows / 3 s`,
    figures: seconds(preview),
    ratio: preview / 3,
    goal: { atMost: 1 },
  };
  return { rows, preview: ratio };
}

async function listRatio({ person, companyId }: Filled): Promise<Ratio> {
  const times: number[] = [];
  for (let at = 0; at < LISTED; at += 1) {
    const query = ["sort=name", "search=person+5000", "field=kind&equals=employee"][at % 3]!;
    times.push(
      await timed(async () => {
        const { status } = await person.get(`/companies/${companyId}/registers/people/records?${query}`);
        if (status !== 200) throw new Error(`list: ${status}`);
      }),
    );
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]! * 1_000;
  return {
    what: `a page of ${PEOPLE} people, 95 of 100 / 100 ms`,
    figures: `${p95.toFixed(1)} ms`,
    ratio: p95 / 100,
    goal: { atMost: 1 },
  };
}

/** Against what a database could do at most: one row and one leaf of a ledger, each alone in its transaction. */
async function acknowledgmentRatio(filled: Filled, people: readonly Row[], versions: readonly string[]) {
  const { admin } = filled.instance;
  await admin.query("CREATE TABLE raw_acknowledgments (id uuid PRIMARY KEY, person uuid, sha256 text)");
  await admin.query("CREATE TABLE raw_leaves (seq bigint PRIMARY KEY, hash bytea, entry text)");
  const raws = 2_000;
  const waiting = Array.from({ length: raws }, (_, at) => at).values();
  const writer = async () => {
    for (const at of waiting)
      await admin.query(
        `WITH a AS (INSERT INTO raw_acknowledgments VALUES ($1, $1, repeat('a', 64)))
          INSERT INTO raw_leaves VALUES ($2, sha256($3::bytea), repeat('e', 300))`,
        [randomUUID(), at, `${at}`],
      );
  };
  const raw = await timed(async () => void (await Promise.all(Array.from({ length: AT_ONCE }, writer))));
  const ours = await acknowledge(filled, people, versions, AT_ONCE);
  const [own, most] = [(people.length * versions.length) / ours, raws / raw];
  return {
    what: "acknowledgments a second, read and kept as staff / raw inserts of a row and its leaf",
    figures: `${own.toFixed(0)} / ${most.toFixed(0)} a second, ${people.length * versions.length} in all`,
    ratio: own / most,
    goal: { atLeast: 0.1 },
  };
}

/** The whole run, and what one changed row seals anew. */
async function runRatios({ instance, person, companyId }: Filled): Promise<Ratio[]> {
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
  const before = process.memoryUsage().rss;
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
  const second = await timed(async () => void (await once()));
  clearInterval(watch);
  const anew = (await pages()) - sealed;
  return [
    {
      what: `a run of the registers of ${PEOPLE} people, ${PEOPLE * ACKNOWLEDGED} acknowledgments, ${ACCOUNTS} accounts / 10 s`,
      figures: `${seconds(first)} at first, ${seconds(second)} after one change, ${sealed} pages`,
      ratio: second / 10,
      goal: { atMost: 1 },
    },
    {
      what: "memory of the process while it runs / 1,500 MiB",
      figures: `${(most / MIB).toFixed(0)} MiB, ${(before / MIB).toFixed(0)} before`,
      ratio: most / MIB / 1_500,
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
