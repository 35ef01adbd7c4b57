import { controls } from "#catalog/controls/index.ts";
import { controlOfCheck } from "#catalog/index.ts";
import { registers } from "#catalog/registers/index.ts";
import { isLinkType } from "#domain/registers/register.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import { fillRegisters } from "#tests/support/filled-registers.ts";
import { liftLimits } from "#tests/support/without-limits.ts";
import { cpuSeconds } from "./cpu-time.ts";
import type { Filled } from "./fill-people.ts";
import type { Instance } from "./instance.ts";
import { p95, timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { dailyRatios, documentRatios, sealRatios } from "./program-runs.ts";
import { signUp } from "./sign-in.ts";

/** Records of each register; the others have as many as `OTHERS`. */
const SIZES: Readonly<Record<string, number>> = { devices: 5_000, systems: 2_000, vendors: 1_000, risks: 500 };
const OTHERS = 10_000;
/** Of so many one may be an outlier. */
const RUNS = 20;

type Report = (ratios: readonly Ratio[]) => void;

/** What each part measures in a company with every register full; `quiet` days are those of companies of its own. */
const PARTS: Readonly<Record<string, (filled: Filled, report: Report) => Promise<void>>> = {
  lists: async (filled, report) => {
    for (const register of registers) report([await listRatio(filled, register)]);
  },
  search: async (filled, report) => report([await searchRatio(filled)]),
  risks: async (filled, report) => report(await riskRatios(filled)),
  seal: async (filled, report) => report(await sealRatios(filled)),
  documents: async (filled, report) => report(await documentRatios(filled)),
};

/**
 * A company with every register full: what each list, the search over all of them, a changed control and a snapshot take; and what a day
 * costs in which nothing changed. One part alone where it is named.
 */
export async function programRatios(instance: Instance, report: Report, part?: string): Promise<void> {
  instance.believeForwarded();
  if (part !== "quiet") {
    const person = await signUp(instance, 903);
    const companyId = await person.found("Whole Program");
    await liftLimits(instance.admin, companyId);
    const filled: Filled = { instance, person, companyId };
    await fillCompany(filled);
    for (const [name, measure] of Object.entries(PARTS))
      if (part === undefined || part === name) await measure(filled, report);
  }
  if (part === undefined || part === "quiet") report(await dailyRatios(instance));
}

/** One record of each register with every field, by the API, and copies of it, which nobody would wait for. */
async function fillCompany({ instance, person, companyId }: Filled): Promise<void> {
  const at = (path: string) => `/companies/${companyId}${path}`;
  const about = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
  const filed = async (text: string) => (await person.upload(at(`/evidence?${about}`), text)).body.exhibit;
  const filled = fillRegisters(person, companyId, {
    exhibit: await filed("a report"),
    retest: await filed("a later report"),
    systemId: (await person.post(at("/systems"), { name: "Sandbox", kinds: ["cloud"] })).body.id,
    text: (field) => `Sample ${field.label}`,
    day: dayOf,
  });
  for (const { key } of registers) await filled.recordOf(key);
  for (const register of registers) await copy(instance, companyId, await filled.recordOf(register.key), register);
  await linkRisks(instance, companyId);
  await instance.admin.query("VACUUM ANALYZE app.records, app.record_links, app.record_names");
}

const DAY_MS = 24 * 60 * 60_000;
const controlIds = controls.map(({ id }) => id);
// One whose check rests on the risks lowers none of them.
const lowering = controlIds.filter((id) => id !== controlOfCheck("risk.treatment-owned").id);

/** Within the period of every document that is printed; what is due or ends does so later. */
function dayOf({ label, after }: Field): string {
  const days = /^(Due|Ends|Expires|Next)\b/.test(label) ? 200 : after === undefined ? -10 : -9;
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Rates all risks at the most that there is, and lowers each by three of the 22 controls, so that every control lowers as many. */
async function linkRisks({ admin }: Instance, companyId: string): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query(
      `UPDATE app.records r SET fields = r.fields || jsonb_build_object('likelihood', 5, 'impact', 5,
          'lowersLikelihood', jsonb_build_array(c.ids[1 + (r.number % c.many)::integer], c.ids[1 + ((r.number + 1) % c.many)::integer]),
          'lowersImpact', jsonb_build_array(c.ids[1 + ((r.number + 2) % c.many)::integer]))
        FROM (SELECT $2::text[] AS ids, cardinality($2::text[]) AS many) c
        WHERE r.company_id = $1 AND r.register = 'risks'`,
      [companyId, controlIds],
    );
    await client.query(
      "SELECT app.link_records($1, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = 'risks'))",
      [companyId],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

/** One approved by somebody else where its register asks for that. */
async function copy({ admin, userId }: Instance, companyId: string, id: string, register: Register): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const fields = Object.entries(register.fields);
    const text = fields.find(([name, { type }]) => type === "text" && name === register.title)?.[0];
    const named =
      text === undefined ? "r.fields" : "r.fields || jsonb_build_object($5::text, (r.fields ->> $5) || ' ' || i)";
    await client.query(
      `WITH copies AS (INSERT INTO app.records (company_id, id, register, number, fields, version, created_by, created_at, changed_by, changed_at,
            authors, salt, ledger_index, approved_by, approved_at)
          SELECT r.company_id, gen_random_uuid(), r.register, 1000 + i, ${named}, 1, r.created_by, r.created_at, r.changed_by, r.changed_at,
            r.authors, r.salt, r.ledger_index, CASE WHEN $6 THEN $7::uuid END, CASE WHEN $6 THEN r.changed_at END
          FROM app.records r, generate_series(1, $4::integer) i WHERE r.company_id = $1 AND r.id = $2 AND r.register = $3
            AND coalesce($5::text, '') IS NOT NULL RETURNING id)
        INSERT INTO app.record_links (company_id, record_id, register, field, position, person_register, person_id, target_register, target_id, system_id, control_id, exhibit)
          SELECT l.company_id, c.id, l.register, l.field, l.position, l.person_register, l.person_id, l.target_register, l.target_id, l.system_id, l.control_id, l.exhibit
          FROM app.record_links l, copies c WHERE l.company_id = $1 AND l.record_id = $2`,
      [
        companyId,
        id,
        register.key,
        (SIZES[register.key] ?? OTHERS) - 1,
        text ?? null,
        register.rights.approve !== undefined,
        userId,
      ],
    );
    // Without knowing how many there are, it would look through all of them for each.
    await client.query("ANALYZE app.records, app.record_links");
    // Triggers keep these, and none ran.
    await client.query(
      `SELECT app.name_records($1, ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = $2))`,
      [companyId, register.key],
    );
    await client.query(
      `UPDATE app.record_counts c SET (approved, waiting, ended) = (SELECT count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NOT NULL),
          count(*) FILTER (WHERE r.ended_at IS NULL AND r.approved_at IS NULL), count(*) FILTER (WHERE r.ended_at IS NOT NULL)
        FROM app.records r WHERE r.company_id = $1 AND r.register = $2) WHERE c.company_id = $1 AND c.register = $2`,
      [companyId, register.key],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

/** Everything that a list of this register can be sorted and narrowed by. */
function questionsOf(register: Register): readonly string[] {
  const views = register.views.map(({ sort }) => sort).filter((sort) => sort !== undefined);
  const sorts = ["number", "changed", register.title, ...register.columns, ...views].filter((name) => {
    const field = register.fields[name];
    return (
      name === "number" ||
      name === "changed" ||
      name === register.title ||
      (field && !isLinkType(field.of ?? field.type) && !["list", "flag", "long text"].includes(field.type))
    );
  });
  const choices = Object.entries(register.fields).flatMap(([name, { type, choices: words }]) =>
    type === "choice" && words ? [`field=${name}&equals=${Object.keys(words)[0]}`] : [],
  );
  return [
    ...new Set(sorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&direction=down`])),
    ...choices,
    "search=sample+9",
    "state=open",
    "state=ended",
  ];
}

async function listRatio({ instance, person, companyId }: Filled, register: Register): Promise<Ratio> {
  const worst = { question: "", ms: 0, best: 0 };
  const questions = questionsOf(register);
  const ask = async (question: string) => {
    const { status } = await person.get(`/companies/${companyId}/registers/${register.key}/records?${question}`);
    if (status !== 200) throw new Error(`${register.key} ${question}: ${status}`);
  };
  const used = await cpuSeconds(instance.admin, async () => {
    for (const question of questions) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) times.push((await timed(() => ask(question))) * 1_000);
      if (p95(times) > worst.ms) Object.assign(worst, { question, ms: p95(times), best: Math.min(...times) });
    }
  });
  const core = ((used.node + used.database) * 1_000) / (questions.length * RUNS);
  return {
    what: `a page of ${SIZES[register.key] ?? OTHERS} ${register.key}, the slowest of all orders and filters, 95 of 100 / 30 ms`,
    figures: `${worst.ms.toFixed(1)} ms, ${worst.best.toFixed(1)} ms at best, by ${worst.question}; ${core.toFixed(1)} ms of a core a page on average`,
    ratio: worst.ms / 30,
    goal: { atMost: 1 },
  };
}

async function searchRatio({ person, companyId }: Filled): Promise<Ratio> {
  const worst = { text: "", ms: 0, best: 0 };
  for (const text of ["sample", "sample 9999", "DEV-1500", "xylophone"]) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1)
      times.push(
        (await timed(
          async () => void (await person.get(`/companies/${companyId}/search?${new URLSearchParams({ text })}`)),
        )) * 1_000,
      );
    if (p95(times) > worst.ms) Object.assign(worst, { text, ms: p95(times), best: Math.min(...times) });
  }
  return {
    what: "search over all registers, 95 of 100 / 50 ms",
    figures: `${worst.ms.toFixed(1)} ms, ${worst.best.toFixed(1)} ms at best, for ${worst.text}`,
    ratio: worst.ms / 50,
    goal: { atMost: 1 },
  };
}

/** Residual scores are computed when they are asked for, from the controls as they stand then: before each question one has changed. */
async function riskRatios({ instance, person, companyId }: Filled): Promise<Ratio[]> {
  await instance.admin.query(
    `INSERT INTO app.control_standings (company_id, control_id, status, reason, since, judged_at)
      SELECT $1, c, 'passing', 'It is measured.', now(), now() FROM unnest($2::text[]) c
      ON CONFLICT (company_id, control_id) DO UPDATE SET status = 'passing'`,
    [companyId, controlIds],
  );
  const ratios: Ratio[] = [];
  for (const [what, path] of [
    ["their grid", "registers/risks/grid"],
    ["a page of them", "registers/risks/records?limit=200"],
  ] as const) {
    const times: number[] = [];
    let before = "";
    for (let run = 0; run < RUNS; run += 1) {
      await instance.admin.query(
        `UPDATE app.control_standings SET status = CASE status WHEN 'passing' THEN 'failing' ELSE 'passing' END
          WHERE company_id = $1 AND control_id = $2`,
        [companyId, lowering[run % lowering.length]],
      );
      let after = "";
      const seconds = await timed(async () => {
        after = JSON.stringify((await person.get(`/companies/${companyId}/${path}`)).body);
      });
      if (after === before) throw new Error(`A control changed, and ${what} did not`);
      before = after;
      times.push(seconds * 1_000);
    }
    ratios.push({
      what: `what is left of 500 risks once one of 22 controls changed, ${what}, 95 of 100 / 200 ms`,
      figures: `${p95(times).toFixed(1)} ms, ${Math.min(...times).toFixed(1)} ms at best`,
      ratio: p95(times) / 200,
      goal: { atMost: 1 },
    });
  }
  return ratios;
}
