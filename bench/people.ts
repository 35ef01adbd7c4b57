import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { readJudgeFile } from "#server/judge/judge-file.ts";
import { registerJobs } from "#server/registers/run-registers.ts";
import { threadedReader } from "#server/registers/threaded-reader.ts";
import { liftLimits } from "#tests/support/without-limits.ts";
import { acknowledgmentRatios } from "./acknowledgments.ts";
import { campaignRatios, takeInAccounts } from "./campaign.ts";
import { exhibitsIn } from "./exhibits-in.ts";
import { connectSystems, putAcknowledged, putPassed, putPoliciesInForce } from "./fill-people.ts";
import type { Filled } from "./fill-people.ts";
import type { Instance } from "./instance.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { listRatios, listsOf } from "./people-lists.ts";
import { printedRatios } from "./printed.ts";
import { registersAlone } from "./registers-alone.ts";
import { signUp } from "./sign-in.ts";
import { staffPageRatios } from "./staff-page.ts";

const PEOPLE = 10_000;
const POLICIES = 22;
/** By each person, in the first ten policies. */
const ACKNOWLEDGED = 10;
/** As many people acknowledge theirs while somebody looks at the clock. */
const WATCHED = 400;
const SYSTEMS = 30;
const ACCOUNTS = 40_000;
const LEAVERS = 100;

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
  await putAcknowledged(filled, people.rows.slice(WATCHED), own);
  // Statements are planned by what the database knows of its tables: within a minute it would learn by itself that they are no longer empty.
  await instance.admin.query("ANALYZE");
  const acknowledged = await acknowledgmentRatios(filled, people.rows.slice(0, WATCHED), own);
  await connectSystems(filled, SYSTEMS, Math.ceil(ACCOUNTS / SYSTEMS));
  await putPassed(filled);
  await takeInAccounts(filled);
  const listed = await listRatios(filled, await listsOf(filled));
  const runs = await runRatios(filled);
  const campaign = await campaignRatios(filled);
  const staffPage = await staffPageRatios(filled, people.rows[300]!.id);
  return [
    people.preview,
    ...listed,
    ...acknowledged,
    ...runs,
    ...campaign,
    ...staffPage,
    ...(await printedRatios()),
    await verdictRatio(filled, people.rows[6_000]!.id),
    ...(await taskRatios(filled, people.rows.slice(7_000, 7_000 + LEAVERS))),
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

const leaving = () => ({ reason: "Resigned", lastDay: new Date().toISOString().slice(0, 10) });

/** What there is to do where people left whose accounts in 30 systems are not closed yet: a clock runs for each of them. */
async function taskRatios(filled: Filled, leavers: readonly Row[]): Promise<Ratio[]> {
  const { instance, person, companyId } = filled;
  const { status } = await person.post(`/companies/${companyId}/registers/people/ends`, {
    recordIds: leavers.map(({ id }) => id),
    ...leaving(),
  });
  if (status >= 300) throw new Error(`end: ${status}`);
  await instance.app.runTasks();
  return await listRatios(filled, { [`tasks, ${leavers.length} of ${PEOPLE} people gone`]: "tasks" });
}

/** The whole run, and what one changed row seals anew. */
async function runRatios(filled: Filled): Promise<Ratio[]> {
  const { instance, person, companyId } = filled;
  const { databases, keys, folder, admin } = instance;
  const judge = await readJudgeFile(path.resolve(import.meta.dirname, "../build/judge.js"));
  const registerReader = threadedReader();
  const run = registerJobs({
    registerReader,
    databases,
    keys,
    now: () => new Date(),
    judge,
    blobs: () => folderBlobStore(path.join(folder, "us")),
  });
  const job = { id: "", kind: "registers", key: companyId, companyId, attempts: 1, token: "" } as const;
  const once = () => run(job, new AbortController().signal);
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
  registerReader.close();
  const alone = await registersAlone({
    databaseUrl: databases.userUrl(),
    exhibits: await exhibitsIn(filled),
    companyId,
    judge: judge!.sha256,
  });
  const [idle, more] = [alone.idleBytes / MIB, (alone.mostBytes - alone.idleBytes) / MIB];
  const anew = (await pages()) - sealed;
  return [
    {
      what: `a run of the registers of ${PEOPLE} people, ${PEOPLE * ACKNOWLEDGED} acknowledgments, ${ACCOUNTS} accounts / 3 s`,
      figures: `${seconds(first)} at first, ${seconds(second)} after one change, ${seconds((user + system) / 1e6)} of it on a processor here, ${sealed} pages`,
      ratio: second / 3,
      goal: { atMost: 1 },
    },
    {
      what: "memory of a process that does nothing else while registers run twice, its thread included, over what it had idle / 150 MiB",
      figures: `${more.toFixed(0)} MiB, ${idle.toFixed(0)} idle`,
      ratio: more / 150,
      goal: { atMost: 1 },
    },
    {
      what: "the longest that a run keeps other answers waiting, by the event loop of that process / 50 ms",
      figures: `${alone.longestMs.toFixed(0)} ms`,
      ratio: alone.longestMs / 50,
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
  const { status } = await person.post(path, leaving());
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
