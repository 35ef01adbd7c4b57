import { sql } from "kysely";
import { asCaller } from "#server/db/as-caller.ts";
import type { Tx } from "#server/db/as-caller.ts";
import { readControlStates } from "#server/evidence/control-states.ts";
import { currentOfControl, pageOfControl } from "#server/evidence/control-evidence.ts";
import { readHistory } from "#server/evidence/control-history.ts";
import { findItems } from "#server/evidence/items.ts";
import { overviewOf } from "#server/evidence/overview.ts";
import type { Instance } from "./instance.ts";
import { p50 } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const DAY = 24 * 60 * 60 * 1000;

type Query = (tx: Tx, company: string) => Promise<unknown>;

const queries: Readonly<Record<string, Query>> = {
  "newest 50 items": (tx, company) => findItems(tx, company, sql`true`, 50),
  "50 items of one type": (tx, company) => findItems(tx, company, sql`e.type = 'Policy'`, 50),
  "status of 22 controls": (tx, company) => readControlStates(tx, company, new Date()),
  "a control's page": async (tx, company) => {
    const now = new Date();
    await readControlStates(tx, company, now);
    await currentOfControl(tx, company, "XC-07", now);
    await pageOfControl(tx, company, "XC-07", { limit: 20, now });
    await readHistory(tx, company, "XC-07", { from: new Date(now.getTime() - 90 * DAY), to: now, limit: 500 });
  },
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
