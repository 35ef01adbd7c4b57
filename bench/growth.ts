import { endpoints } from "#contract/index.ts";
import { liftLimits } from "#tests/support/without-limits.ts";
import { ask, perCall } from "./asking.ts";
import type { Asking } from "./asking.ts";
import { spread } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { screens } from "./screens.ts";
import type { Asked } from "./screens.ts";

const ALONE = 15;
const MANY = 64;
const MOST = { alone: 5, atOnce: 40 };

/** An endpoint in one company: milliseconds of a core, of one request alone, and of 16 at once. */
interface Felt {
  readonly cpu: number;
  readonly alone: number;
  readonly atOnce: number;
}

/**
 * Each endpoint of the screens over HTTP, signed in, in a company of many items against the same in one of a thousand. What a request
 * costs is compared, since that moves little with what else the machine does; how long it takes is held against what a person notices.
 */
export async function growthRatios(asking: Asking, items: number): Promise<Ratio[]> {
  const { apart, person } = asking;
  const companyId = await person.found("Grown");
  await liftLimits(apart.admin, companyId);
  await apart.ask("fill", person.id, companyId, items);
  await apart.admin.query("VACUUM ANALYZE");
  await apart.admin.query("CHECKPOINT");
  const few = await felt(asking, 1_000);
  const many = await felt({ ...asking, companyId }, items);
  return [...many].map(([what, large]) => {
    const small = few.get(what)!;
    const slow = [
      ...(large.alone > MOST.alone ? [`more than ${MOST.alone} ms alone`] : []),
      ...(large.atOnce > MOST.atOnce ? [`more than ${MOST.atOnce} ms at 16 at once`] : []),
    ].join(", ");
    return {
      what: `${what}, CPU of a request with ${items.toLocaleString("en-US")} items / 1,000`,
      figures: `${large.cpu.toFixed(1)} / ${small.cpu.toFixed(1)} ms; alone ${large.alone.toFixed(1)} / ${small.alone.toFixed(1)}, 16 at once ${large.atOnce} / ${small.atOnce} ms${slow && `; ${slow}`}`,
      ratio: large.cpu / small.cpu,
      goal: { atMost: slow === "" ? 1.2 : 0 },
    };
  });
}

async function felt({ apart, person, companyId }: Asking, items: number): Promise<Map<string, Felt>> {
  const { rows } = await apart.admin.query<{ item: string; project: string; index: number }>(
    `SELECT e.id AS item, e.ledger_index AS index, (SELECT p.id FROM app.projects p WHERE p.company_id = $1 LIMIT 1) AS project
      FROM app.evidence e WHERE e.company_id = $1 AND e.number = $2`,
    [companyId, Math.floor(items / 2)],
  );
  const { item, project, index } = rows[0]!;
  const all = new Map<string, Felt>();
  for (const asked of screens(items, item, project, Number(index))) {
    const url = apart.url + addressOf(asked, companyId);
    const headers = { cookie: person.cookie, "x-forwarded-for": "10.8.0.1" };
    const once = async () => {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${asked.what}: ${response.status}`);
    };
    await spread(12, once);
    const alone = await spread(ALONE, once);
    let atOnce = 0;
    const cost = await apart.cost("server", async () => (atOnce = (await ask({ person }, url, MANY)).p50));
    all.set(asked.what, { cpu: perCall(cost, MANY), alone: alone.best, atOnce });
  }
  return all;
}

function addressOf({ endpoint, input = {} }: Asked, companyId: string): string {
  const { path } = endpoints.find(({ name }) => name === endpoint)!;
  const given: Record<string, string> = Object.fromEntries(
    Object.entries({ companyId, ...input }).map(([name, value]) => [name, String(value)]),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name]!;
    delete given[name];
    return value;
  });
  const query = new URLSearchParams(given).toString();
  return `/api/v1${filled}${query && `?${query}`}`;
}
