import path from "node:path";
import { printedDocuments } from "#catalog/printed/index.ts";
import { ownedCompanies } from "#domain/limits.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { readJudgeFile } from "#server/judge/judge-file.ts";
import { registerJobs } from "#server/registers/run-registers.ts";
import { threadedReader } from "#server/registers/threaded-reader.ts";
import { cpuSeconds } from "./cpu-time.ts";
import { exhibitsIn } from "./exhibits-in.ts";
import type { Filled } from "./fill-people.ts";
import type { Instance } from "./instance.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { registersAlone } from "./registers-alone.ts";
import { from, signUp } from "./sign-in.ts";

const MIB = 1024 * 1024;
const COMPANIES = 40;
/** As many have a daily snapshot. */
const OF_A_DAY = 10_000;
const DAY_MS = 24 * 60 * 60_000;
/** After so many days all is sealed anew: a week has what each day costs on average. */
const DAYS = 7;

async function openJobs({ databases, keys, folder }: Instance) {
  const judge = await readJudgeFile(path.resolve(import.meta.dirname, "../build/judge.js"));
  const registerReader = threadedReader();
  const clock = { now: new Date() };
  const blobs = () => folderBlobStore(path.join(folder, "us"));
  const run = registerJobs({ registerReader, databases, keys, now: () => clock.now, judge, blobs });
  return {
    clock,
    judge: judge!.sha256,
    run: async (companyId: string) => {
      const job = { id: "", kind: "registers", key: companyId, companyId, attempts: 1, token: "" } as const;
      await run(job, new AbortController().signal);
    },
    close: () => registerReader.close(),
  };
}

/** Seals all registers of a company, full and confirmed, for the first time. */
async function sealAll({ instance, person, companyId }: Filled): Promise<{ seconds: number; judge: string }> {
  const at = (more: string) => `/companies/${companyId}${more}`;
  for (const { key, counts } of (await person.get(at("/registers"))).body)
    await person.post(at(`/registers/${key}/confirmation`), { count: counts.open + counts.waiting });
  const jobs = await openJobs(instance);
  const seconds = await timed(() => jobs.run(companyId));
  jobs.close();
  return { seconds, judge: jobs.judge };
}

/** Seals them again once one record of one register changed. */
async function sealChanged({ instance, person, companyId }: Filled): Promise<{ seconds: number; pages: number }> {
  const at = `/companies/${companyId}/registers/sites/records`;
  const [record] = (await person.get(`${at}?limit=1`)).body.records;
  const given = JSON.stringify({ version: record.version, fields: { name: `${record.fields.name}, moved` } });
  const { status } = await person.send("PATCH", `${at}/${record.id}`, given, { "content-type": "application/json" });
  if (status !== 200) throw new Error(`a changed site: ${status}`);
  const kept = async () => {
    const { rows } = await instance.admin.query<{ pages: number }>(
      "SELECT count(*)::integer AS pages FROM app.snapshot_pages WHERE company_id = $1",
      [companyId],
    );
    return rows[0]!.pages;
  };
  const before = await kept();
  const jobs = await openJobs(instance);
  const seconds = await timed(() => jobs.run(companyId));
  jobs.close();
  return { seconds, pages: (await kept()) - before };
}

/** All registers of a company, full and confirmed, sealed and judged. */
export async function sealRatios(filled: Filled): Promise<Ratio[]> {
  const { instance, companyId } = filled;
  const { seconds: sealed, judge } = await sealAll(filled);
  const again = await sealChanged(filled);
  const alone = await registersAlone({
    databaseUrl: instance.databases.userUrl(),
    exhibits: await exhibitsIn(filled),
    companyId,
    judge,
  });
  const more = (alone.mostBytes - alone.idleBytes) / MIB;
  return [
    {
      what: "all registers sealed for the first time and judged / 5 s",
      figures: `${sealed.toFixed(1)} s; read and judged again, without sealing, ${alone.seconds.toFixed(1)} s`,
      ratio: sealed / 5,
      goal: { atMost: 1 },
    },
    {
      what: "all registers read and judged, and what is new of them sealed, once one record changed / 5 s",
      figures: `${again.seconds.toFixed(1)} s; ${again.pages} of their pages written`,
      ratio: again.seconds / 5,
      goal: { atMost: 1 },
    },
    {
      what: "memory of a process that reads and judges all registers twice, over what it had idle / 200 MiB",
      figures: `${more.toFixed(0)} MiB`,
      ratio: more / 200,
      goal: { atMost: 1 },
    },
  ];
}

/** Each document that is printed from the registers as they were sealed last. */
export async function documentRatios(filled: Filled): Promise<Ratio[]> {
  const { person, companyId } = filled;
  await sealAll(filled);
  const ratios: Ratio[] = [];
  for (const format of ["pdf", "docx"]) {
    const worst = { id: "", seconds: 0 };
    let printed = 0;
    const slow: string[] = [];
    for (const [at, { document }] of printedDocuments.entries()) {
      const seconds = await timed(async () => {
        const { status } = await person.get(
          `/companies/${companyId}/printed-documents/${document}/file?format=${format}`,
          // One address may print only so many documents a minute.
          from(at),
        );
        if (status !== 200) throw new Error(`${document} as ${format}: ${status}`);
        printed += 1;
      });
      if (seconds > 3) slow.push(`${document} ${seconds.toFixed(1)}`);
      if (seconds > worst.seconds) Object.assign(worst, { id: document, seconds });
    }
    ratios.push({
      what: `the slowest of ${printed} documents as ${format.toUpperCase()} / 3 s`,
      figures: `${worst.seconds.toFixed(2)} s, ${worst.id}; over it: ${slow.join(", ") || "none"}`,
      ratio: worst.seconds / 3,
      goal: { atMost: 1 },
    });
  }
  return ratios;
}

/** What a day costs in which nothing changed, on average of a week: on six of its days the ledger says so, and on one all is sealed anew. */
export async function dailyRatios(instance: Instance): Promise<Ratio[]> {
  const ids: string[] = [];
  let person = await signUp(instance, 904);
  for (let number = 0; number < COMPANIES; number += 1) {
    if (number > 0 && number % ownedCompanies.manager === 0) person = await signUp(instance, 904 + number);
    // They stand for people at many addresses; from one, no more than so many are founded in a minute.
    await instance.admin.query("DELETE FROM app.rate_limits");
    const id = await person.found(`Quiet ${number}`);
    const csv = ["Name,Employment,Starts", ...Array.from({ length: 12 }, (_, n) => `Person ${n},Employee,2026-01-05`)];
    await person.post(`/companies/${id}/registers/people/csv`, { csv: csv.join("\n") });
    await person.post(`/companies/${id}/registers/people/confirmation`, { count: 12 });
    ids.push(id);
  }
  const jobs = await openJobs(instance);
  const runAll = async () => {
    for (const id of ids) await jobs.run(id);
  };
  await runAll();
  const size = async () => {
    const { rows } = await instance.admin.query<{ bytes: string }>(
      `SELECT sum(pg_column_size(t.*))::bigint AS bytes FROM (
        SELECT e::text AS row FROM app.evidence e WHERE e.company_id = ANY ($1) UNION ALL SELECT r::text FROM app.register_runs r WHERE r.company_id = ANY ($1)
        UNION ALL SELECT c::text FROM app.check_results c WHERE c.company_id = ANY ($1) UNION ALL SELECT p::text FROM app.snapshot_pages p WHERE p.company_id = ANY ($1)
        UNION ALL SELECT l::text FROM app.ledger_entries l WHERE l.company_id = ANY ($1) UNION ALL SELECT a::text FROM app.ledger_acts a WHERE a.company_id = ANY ($1)) t`,
      [ids],
    );
    return Number(rows[0]!.bytes);
  };
  const before = await size();
  let first: number | undefined;
  const used = await cpuSeconds(instance.admin, async () => {
    for (let day = 0; day < DAYS; day += 1) {
      jobs.clock.now = new Date(jobs.clock.now.getTime() + DAY_MS + 1_000);
      await runAll();
      first ??= ((await size()) - before) / COMPANIES;
    }
  });
  jobs.close();
  const each = used.database / (COMPANIES * DAYS);
  const bytes = ((await size()) - before) / (COMPANIES * DAYS);
  return [
    {
      what: `a day's snapshots of ${OF_A_DAY.toLocaleString("en-US")} companies in which nothing changed, seconds of the database / 60`,
      figures: `${(each * OF_A_DAY).toFixed(0)} s, ${(each * 1_000).toFixed(1)} ms a company, of ${COMPANIES}; ${((used.node / (COMPANIES * DAYS)) * 1_000).toFixed(1)} ms of Node`,
      ratio: (each * OF_A_DAY) / 60,
      goal: { atMost: 1 },
    },
    {
      what: "bytes that such a day adds to a company / 1,024",
      figures: `${bytes.toFixed(0)} as text, ${first!.toFixed(0)} on the first of them`,
      ratio: bytes / 1_024,
      goal: { atMost: 1 },
    },
  ];
}
