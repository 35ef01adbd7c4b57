import { contract } from "#contract/index.ts";
import { asCaller } from "#server/db/as-caller.ts";
import type { Tx } from "#server/db/as-caller.ts";
import { createHandlers } from "#server/app/handlers.ts";
import type { Instance } from "./instance.ts";
import { spread } from "./measure.ts";

/** A query of a screen: the endpoint's name, and what it is asked beside the company. */
export interface Asked {
  readonly what: string;
  readonly endpoint: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** What the page asks in a company of this many items; `item` is one of the middle. */
export function screens(items: number, item: string, projectId: string, index: number): Asked[] {
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

const RUNS = 40;

/** Milliseconds by what was asked. */
export type Times = Map<string, { readonly p50: number; readonly best: number }>;

/** Each query of the screens, as its endpoint answers it within a transaction of the caller, in a company of so many items. */
export async function timesOf(instance: Instance, companyId: string, items: number): Promise<Times> {
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
