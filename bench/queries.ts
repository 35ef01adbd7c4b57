import { sql } from "kysely";
import { asCaller } from "#server/db/as-caller.ts";
import type { Tx } from "#server/db/as-caller.ts";
import { readControlStates } from "#server/evidence/control-states.ts";
import { findItems } from "#server/evidence/items.ts";
import { countItems, listItems } from "#server/evidence/list-items.ts";
import type { ListFilters } from "#server/evidence/list-items.ts";
import { overviewOf } from "#server/evidence/overview.ts";
import type { Instance } from "./instance.ts";
import { p50 } from "./measure.ts";
import type { Ratio } from "./measure.ts";

type Query = (tx: Tx, company: string) => Promise<unknown>;

/** The page of the library that filters narrow it to. */
const library =
  (filters: Omit<ListFilters, "companyId">): Query =>
  (tx, companyId) =>
    listItems(tx, { companyId, limit: 50, ...filters }, new Date());

const queries: Readonly<Record<string, Query>> = {
  "newest 50 items": (tx, company) => findItems(tx, company, sql`true`, 50),
  "50 items of one type": (tx, company) => findItems(tx, company, sql`e.type = 'Policy'`, 50),
  "status of 22 controls": (tx, company) => readControlStates(tx, company, new Date()),
  library: library({}),
  "library, one type": library({ type: "Policy" }),
  "library, one source": library({ source: "Benchmark" }),
  "library, a source that nothing names": library({ source: "Nobody" }),
  "library, one control": library({ control: "XC-03" }),
  "library, one framework": library({ framework: "soc2" }),
  "library, current": library({ freshness: "current" }),
  "library, expired": library({ freshness: "expired" }),
  "library, superseded": library({ freshness: "superseded" }),
  "library, one day": library({ from: "2026-01-01", to: "2026-01-01" }),
  "library, a common word": library({ search: "observation" }),
  "library, a rare word": library({ search: "observation 777 of" }),
  "library, a word that nothing has": library({ search: "nobodysaidthis" }),
  "library, what nothing fits": library({ type: "Policy", source: "Nobody", control: "XC-03" }),
  "library, how many of a type": (tx, companyId) => countItems(tx, { companyId, type: "Policy" }, new Date()),
  "home screen": (tx, company) => overviewOf(tx, company, new Date()),
};

/** Each query of the screens in a company of many items against the same in one of a thousand. */
export async function queryRatios(instance: Instance, items: number): Promise<Ratio[]> {
  const small = await instance.found("Small");
  await instance.file(small, 1_000, 500);
  const large = await instance.found("Large");
  await instance.file(large, items, 1_000);
  await instance.admin.query("ANALYZE");
  const time = (query: Query, companyId: string) =>
    asCaller(
      instance.databases.user,
      { userId: instance.userId, companyId },
      async (tx) => await p50(60, () => query(tx, companyId)),
    );
  const ratios: Ratio[] = [];
  for (const [what, query] of Object.entries(queries)) {
    await time(query, small);
    const few = await time(query, small);
    const many = await time(query, large);
    ratios.push({
      what: `${what}: ${items.toLocaleString("en-US")} items / 1,000`,
      figures: `${many.toFixed(2)} / ${few.toFixed(2)} ms p50`,
      ratio: many / few,
      goal: { atMost: 1.5 },
    });
  }
  return ratios;
}

/** What the policies cost on a statement: as the caller, and as a superuser whom they do not concern. */
export async function policyCost(instance: Instance): Promise<Ratio> {
  const company = await instance.found("Policies");
  await instance.file(company, 1_000, 500);
  const text = `SELECT id, name FROM app.evidence WHERE company_id = '${company}' ORDER BY number DESC LIMIT 50`;
  const client = await instance.admin.connect();
  const off = await p50(400, () => client.query(text));
  client.release();
  const on = await asCaller(instance.databases.user, { userId: instance.userId, companyId: company }, (tx) =>
    p50(400, () => sql.raw(text).execute(tx)),
  );
  return {
    what: "row-level security, milliseconds added to a statement",
    figures: `${on.toFixed(3)} with, ${off.toFixed(3)} without`,
    ratio: on - off,
    goal: { atMost: 0.3 },
  };
}
