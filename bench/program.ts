import { registers } from "#catalog/registers/index.ts";
import { isLinkType } from "#domain/registers/register.ts";
import type { Register } from "#domain/registers/register.ts";
import { liftLimits } from "#tests/support/without-limits.ts";
import { cpuSeconds } from "./cpu-time.ts";
import type { Filled } from "./fill-people.ts";
import { listRatios } from "./people-lists.ts";
import type { Instance } from "./instance.ts";
import { p95, timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { controlIds, fillCompany, lowering, recordsOf } from "./fill-program.ts";
import { dailyRatios, documentRatios, sealRatios } from "./program-runs.ts";
import { from, signUp } from "./sign-in.ts";

/** Of so many one may be an outlier. */
const RUNS = 20;
const LIST_MS = 30;
const STATES = ["open", "waiting", "ended", "all"];

type Report = (ratios: readonly Ratio[]) => void;

/** What each part measures in a company with every register full; `quiet` days are those of companies of its own. */
const PARTS: Readonly<Record<string, (filled: Filled, report: Report) => Promise<void>>> = {
  lists: async (filled, report) => {
    const all: number[] = [];
    for (const register of registers) report([await listRatio(filled, register, all)]);
    report(await listRatios(filled, { "tasks, with every register full": "tasks", registers: "registers" }));
    const [most, met] = [p95(all), all.filter((ms) => ms <= LIST_MS).length / all.length];
    report([
      {
        what: `a page of any register by any order and filter, 95 of 100 / ${LIST_MS} ms`,
        figures: `${most.toFixed(1)} ms of ${all.length}; ${(met * 100).toFixed(1)} of 100 within it`,
        ratio: most / LIST_MS,
        goal: { atMost: 1 },
      },
    ]);
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
  const orders = [...new Set(sorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&direction=down`]))];
  return [
    ...orders,
    ...choices.flatMap((choice) => orders.map((order) => `${choice}&${order}`)),
    "search=sample+9",
    ...STATES.flatMap((state) =>
      ["number", "changed&direction=down", register.title].map((sort) => `state=${state}&sort=${sort}`),
    ),
  ];
}

/** Of one register; `all` gains how long each of its pages took. */
async function listRatio({ instance, person, companyId }: Filled, register: Register, all: number[]): Promise<Ratio> {
  const worst = { question: "", ms: 0, best: 0 };
  const questions = questionsOf(register);
  const ask = async (question: string) => {
    const path = `/companies/${companyId}/registers/${register.key}/records?${question}`;
    const { status } = await person.get(path, from(questions.indexOf(question)));
    if (status !== 200) throw new Error(`${register.key} ${question}: ${status}`);
  };
  const used = await cpuSeconds(instance.admin, async () => {
    for (const question of questions) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) times.push((await timed(() => ask(question))) * 1_000);
      all.push(...times);
      if (p95(times) > worst.ms) Object.assign(worst, { question, ms: p95(times), best: Math.min(...times) });
    }
  });
  const core = ((used.node + used.database) * 1_000) / (questions.length * RUNS);
  return {
    what: `a page of ${recordsOf(register)} ${register.key}, the slowest of ${questions.length} orders and filters, 95 of 100 / ${LIST_MS} ms`,
    figures: `${worst.ms.toFixed(1)} ms, ${worst.best.toFixed(1)} ms at best, by ${worst.question}; ${core.toFixed(1)} ms of a core a page on average`,
    ratio: worst.ms / LIST_MS,
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
