import { liftLimits } from "#tests/support/without-limits.ts";
import type { Instance } from "./instance.ts";
import { spread, timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { signUp } from "./sign-in.ts";

const PEOPLE = 10_000;
const RUNS = 40;

/** What a screen of a register asks, over HTTP with a session. */
const lists = {
  newest: "sort=number&direction=down",
  "by name": "sort=name",
  "by a choice": "field=kind&equals=contractor",
  "by a word": "search=person+5000",
} as const;

const row = (index: number) =>
  `Person ${index},person-${index}@firm.example,Engineer ${index % 40},${index % 10 === 0 ? "Contractor" : "Employee"},2024-03-01`;

/** The register of people at 10,000: a file that is imported against one raw insert of its rows, and the lists of its screen. */
export async function registerRatios(instance: Instance): Promise<Ratio[]> {
  instance.believeForwarded();
  const person = await signUp(instance, 901);
  const companyId = await person.found("Many People");
  await liftLimits(instance.admin, companyId);
  const path = `/companies/${companyId}/registers/people`;
  const csv = [
    "Name,Work email,Job title,Employment,Starts",
    ...Array.from({ length: PEOPLE }, (_, at) => row(at)),
  ].join("\n");
  const imported = await timed(async () => {
    const { status, body } = await person.post(`${path}/csv`, { csv });
    if (status >= 300 || body.added !== PEOPLE)
      throw new Error(`import: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  });
  await instance.admin.query("CREATE TABLE raw_people (id uuid PRIMARY KEY, company_id uuid, fields jsonb)");
  const raw = await timed(async () => {
    const rows = csv
      .split("\n")
      .slice(1)
      .map((line) => ({ line }));
    await instance.admin.query(
      "INSERT INTO raw_people SELECT gen_random_uuid(), $1, x FROM jsonb_array_elements($2::jsonb) x",
      [companyId, JSON.stringify(rows)],
    );
  });
  const ratios: Ratio[] = [
    {
      what: `importing ${PEOPLE} people: numbers, history, links, ledger / one raw insert of the rows`,
      figures: `${imported.toFixed(1)} s / ${raw.toFixed(2)} s`,
      ratio: imported / raw,
      goal: { atMost: 100 },
    },
  ];
  for (const [what, query] of Object.entries(lists)) {
    const { p50, best } = await spread(RUNS, async () => {
      const { status } = await person.get(`${path}/records?${query}`);
      if (status !== 200) throw new Error(`${what}: ${status}`);
    });
    ratios.push({
      what: `a page of ${PEOPLE} people, ${what} / 30 ms`,
      figures: `${p50.toFixed(1)} ms in the middle, ${best.toFixed(1)} ms at best`,
      ratio: p50 / 30,
      goal: { atMost: 1 },
    });
  }
  return ratios;
}
