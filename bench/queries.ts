import { sql } from "kysely";
import { contract } from "#contract/index.ts";
import { asCaller } from "#server/db/as-caller.ts";
import type { Tx } from "#server/db/as-caller.ts";
import { createHandlers } from "#server/features/index.ts";
import { fill } from "./fill.ts";
import type { Instance } from "./instance.ts";
import { median, p50, spread } from "./measure.ts";
import type { Ratio } from "./measure.ts";

/** A query of a screen: the endpoint's name, and what it is asked beside the company. */
interface Asked {
  readonly what: string;
  readonly endpoint: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** What the page asks in a company of this many items; `item` is one of the middle. */
function screens(items: number, item: string, projectId: string, index: number): Asked[] {
  const list = (what: string, input: Readonly<Record<string, unknown>>) => ({
    what: `evidence, ${what}`,
    endpoint: "evidence.list",
    input,
  });
  const control = { controlId: "XC-05" };
  return [
    { what: "home", endpoint: "companies.overview" },
    { what: "projects", endpoint: "projects.list" },
    { what: "one project", endpoint: "projects.get", input: { projectId } },
    { what: "controls", endpoint: "controls.list" },
    { what: "one control", endpoint: "controls.get", input: control },
    { what: "one control's evidence", endpoint: "controls.evidence", input: control },
    { what: "one control's history", endpoint: "controls.history", input: control },
    list("newest", {}),
    list("a page in the middle", { after: String(Math.floor(items / 2)) }),
    list("of a type", { type: "Policy" }),
    list("of a control", { control: "XC-05" }),
    list("by a word that is common", { search: "observation" }),
    list("by a word that one item has", { search: `observation ${Math.floor(items / 3)} of` }),
    list("by a word that none has", { search: "xylophone" }),
    { what: "one item with its proof", endpoint: "evidence.get", input: { evidenceId: item } },
    { what: "storage", endpoint: "evidence.storage" },
    { what: "ledger, signed head", endpoint: "ledger.checkpoint" },
    { what: "ledger, consistency", endpoint: "ledger.consistency", input: { from: Math.floor(items / 2) } },
    { what: "search, common", endpoint: "search.everything", input: { text: "observation" } },
    {
      what: "search, one item",
      endpoint: "search.everything",
      input: { text: `observation ${Math.floor(items / 3)} of` },
    },
    { what: "search, a number", endpoint: "search.everything", input: { text: `EX-${Math.floor(items / 3)}` } },
    { what: "search, nothing", endpoint: "search.everything", input: { text: "xylophone" } },
    { what: "activity, newest", endpoint: "activity.list" },
    { what: "activity, a page in the middle", endpoint: "activity.list", input: { after: index } },
    { what: "activity, people", endpoint: "activity.people" },
    { what: "exports", endpoint: "exports.list" },
  ];
}

type Handler = (ask: { input: unknown; caller: unknown; tx: Tx }) => Promise<unknown>;

/**
 * Each query of the screens, as its endpoint answers it within a transaction of the caller, in a company of many items against
 * the same in one of a thousand.
 */
export async function queryRatios(instance: Instance, items: number): Promise<Ratio[]> {
  const companies = { small: await instance.found("Small"), large: await instance.found("Large") };
  await fill(instance, companies.small, 1_000);
  await fill(instance, companies.large, items);
  // What autovacuum does to a database that has been running for a while.
  await instance.admin.query("VACUUM ANALYZE");
  await instance.admin.query("CHECKPOINT");
  const few = await timesOf(instance, companies.small, 1_000);
  const many = await timesOf(instance, companies.large, items);
  return [...many].map(([what, time]) => {
    const small = few.get(what)!;
    const figures = `${time.p50.toFixed(2)} / ${small.p50.toFixed(2)} ms p50, ${time.best.toFixed(2)} / ${small.best.toFixed(2)} at best`;
    return {
      what: `${what}: ${items.toLocaleString("en-US")} items / 1,000`,
      figures: time.p50 > MOST ? `${figures}; more than ${MOST} ms` : figures,
      ratio: time.p50 / small.p50,
      goal: { atMost: time.p50 > MOST ? 0 : 1.5 },
    };
  });
}

/** Milliseconds that a query of a screen may take. */
const MOST = 5;
const RUNS = 40;

type Times = Map<string, { readonly p50: number; readonly best: number }>;

async function timesOf(instance: Instance, companyId: string, items: number): Promise<Times> {
  const handlers = createHandlers(instance.app.services) as unknown as Record<string, Record<string, Handler>>;
  const declared = contract as unknown as Record<string, Record<string, { input: { parse(input: unknown): unknown } }>>;
  const { rows } = await instance.admin.query<{ item: string; project: string; index: number }>(
    `SELECT e.id AS item, e.ledger_index AS index, (SELECT p.id FROM app.projects p WHERE p.company_id = $1 LIMIT 1) AS project
      FROM app.evidence e WHERE e.company_id = $1 AND e.number = $2`,
    [companyId, Math.floor(items / 2)],
  );
  const { item, project, index } = rows[0]!;
  const times: Times = new Map();
  const caller = { userId: instance.userId, companyId, role: "owner", secondFactor: false };
  for (const { what, endpoint, input } of screens(items, item, project, Number(index))) {
    const [noun, verb] = endpoint.split(".") as [string, string];
    const asked = declared[noun]![verb]!.input.parse({ companyId, ...input });
    const ask = (tx: Tx) => handlers[noun]![verb]!({ input: asked, caller, tx });
    await asCaller(instance.databases.user, caller, async (tx) => {
      for (let run = 0; run < 3; run += 1) await ask(tx);
      times.set(what, await spread(RUNS, () => ask(tx)));
    });
  }
  return times;
}

/** What the policies cost on a statement: as the caller, and as a superuser whom they do not concern. */
export async function policyCost(instance: Instance): Promise<Ratio> {
  const company = await instance.found("Policies");
  await instance.file(company, 1_000, 500);
  const text = `SELECT id, name FROM app.evidence WHERE company_id = '${company}' ORDER BY number DESC LIMIT 50`;
  const client = await instance.admin.connect();
  const user = { userId: instance.userId, companyId: company };
  const added: number[] = [];
  const figures: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    const off = await p50(200, () => client.query(text));
    const on = await asCaller(instance.databases.user, user, (tx) => p50(200, () => sql.raw(text).execute(tx)));
    figures[0].push(on);
    figures[1].push(off);
    added.push(on - off);
  }
  client.release();
  return {
    what: "row-level security, milliseconds added to a statement",
    figures: `${median(figures[0]).toFixed(3)} with, ${median(figures[1]).toFixed(3)} without`,
    ratio: median(added),
    goal: { atMost: 0.3 },
  };
}
