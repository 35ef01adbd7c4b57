import { fill } from "./fill.ts";
import type { Instance } from "./instance.ts";
import { median, timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { timesOf } from "./screens.ts";
import type { Times } from "./screens.ts";

/** Milliseconds that a query of a screen may take. */
const MOST = 5;

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
  return compareTimes(few, many, items);
}

function compareTimes(few: Times, many: Times, items: number): Ratio[] {
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

/** Two statements whose tables have the walls of the company, of privilege and of a role. */
const statements = {
  "50 items": "SELECT id, name FROM app.evidence WHERE company_id = $1 ORDER BY number DESC LIMIT 50",
  "an item with its seal, entry and links": `SELECT e.name, s.metadata, l.entry, c.control_id FROM app.evidence e
    JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
    JOIN app.ledger_entries l ON l.company_id = e.company_id AND l.seq = e.ledger_index
    JOIN app.evidence_controls c ON c.company_id = e.company_id AND c.evidence_id = e.id
    WHERE e.company_id = $1 AND e.number = 500`,
};

/** What the policies cost on a statement: as the caller, and as a superuser whom they do not concern, in turn. */
export async function policyCosts(instance: Instance): Promise<Ratio[]> {
  const company = await instance.found("Policies");
  await instance.file(company, 1_000, 500);
  await instance.admin.query("ANALYZE");
  const superuser = await instance.admin.connect();
  const member = await instance.databases.userPool.connect();
  await member.query("BEGIN");
  await member.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
    instance.userId,
    company,
  ]);
  const ratios: Ratio[] = [];
  for (const [what, text] of Object.entries(statements)) {
    const times: [number[], number[]] = [[], []];
    for (let run = 0; run < 300; run += 1) {
      for (const [at, client] of [superuser, member].entries())
        times[at]!.push((await timed(async () => void (await client.query(text, [company])))) * 1000);
    }
    const [off, on] = [median(times[0]), median(times[1])];
    const [bestOff, bestOn] = [Math.min(...times[0]), Math.min(...times[1])];
    ratios.push({
      what: `row-level security, milliseconds added to a statement: ${what}`,
      figures: `${on.toFixed(3)} with, ${off.toFixed(3)} without; at best ${bestOn.toFixed(3)} and ${bestOff.toFixed(3)}`,
      ratio: on - off,
      goal: { atMost: 0.3 },
    });
  }
  await member.query("ROLLBACK");
  member.release();
  superuser.release();
  return ratios;
}
