import { liftLimits } from "#tests/support/without-limits.ts";
import { openApart } from "./apart.ts";
import { ask, perCall } from "./asking.ts";
import { collectRatios } from "./collect.ts";
import { growthTo } from "./growth-simulation.ts";
import { openInstance } from "./instance.ts";
import { signUp } from "./sign-in.ts";
import { cpuSeconds } from "./cpu-time.ts";

/** What one company does; said, so that anybody can put their own figures in. */
const company = { people: 12, screensADay: 60, requestsAScreen: 6, itemsADay: 40, connections: 5 };
/** What is left for other things, and for an hour that is busier than the others. */
const SHARE = 0.4;
const WORKDAY_HOURS = 8;

/** Milliseconds of a core, the database's included. */
interface Costs {
  readonly request: number;
  readonly filed: number;
  readonly collected: number;
  /** Of the database, its indexes included, for each item. */
  readonly bytes: number;
}

/** Prints how much a machine of two cores carries, by what was measured, and what eight and thirty-two would by arithmetic. */
export async function printCapacity(print: (line: string) => void): Promise<void> {
  const costs = await measureCosts();
  print(
    `a request ${costs.request.toFixed(1)} ms of a core, an item filed ${costs.filed.toFixed(1)}, a connection read ${costs.collected.toFixed(1)}; ${Math.round(costs.bytes)} bytes an item`,
  );
  for (const cores of [2, 8, 32]) {
    const { companies, connections, requests } = carriedBy(cores, costs);
    print(
      `${cores} cores${cores === 2 ? "" : " (computed, not measured)"}: ${companies.toLocaleString("en-US")} companies, ${connections.toLocaleString("en-US")} connections an hour, ${requests} requests a second in working hours`,
    );
  }
  for (const year of growthTo(100e6, { seed: 1, bytesOfItem: costs.bytes })) print(year);
}

/** What so many cores carry where each company does as `company` does. */
export function carriedBy(cores: number, { request, filed, collected }: Omit<Costs, "bytes">) {
  const asked = company.people * company.screensADay * company.requestsAScreen;
  const perHour =
    (asked * request) / WORKDAY_HOURS + (company.itemsADay * filed) / WORKDAY_HOURS + company.connections * collected;
  const companies = Math.floor((cores * 3_600_000 * SHARE) / perHour);
  return {
    companies,
    connections: companies * company.connections,
    requests: Math.round((companies * asked) / WORKDAY_HOURS / 3_600),
  };
}

async function measureCosts(): Promise<Costs> {
  const apart = await openApart();
  let served: Omit<Costs, "collected">;
  try {
    const person = await signUp(apart, 920);
    const companyId = await person.found("Measured");
    await liftLimits(apart.admin, companyId);
    const size = async () =>
      (await apart.admin.query<{ bytes: number }>("SELECT pg_database_size(current_database()) AS bytes")).rows[0]!
        .bytes;
    const before = await size();
    const items = 20_000;
    await apart.ask("fill", person.id, companyId, items);
    await apart.admin.query("VACUUM ANALYZE");
    const bytes = ((await size()) - before) / items;
    const of = (path: string) => `${apart.url}/api/v1/companies/${companyId}/${path}`;
    const screens = ["evidence?limit=50", "projects", "controls", "systems", "activity"].map(of);
    let request = 0;
    for (const url of screens) {
      await ask({ person }, url, 100);
      request += perCall(await apart.cost("server", () => ask({ person }, url, 400)), 400) / screens.length;
    }
    const about = new URLSearchParams({ name: "An item", fileName: "a.json", type: "Config", controls: "XC-05" });
    const sent = { method: "POST", body: "{}", headers: { "content-type": "application/octet-stream" } } as const;
    await ask({ person }, of(`evidence?${about}`), 100, sent);
    const filed = perCall(await apart.cost("server", () => ask({ person }, of(`evidence?${about}`), 400, sent)), 400);
    served = { request, filed, bytes };
  } finally {
    await apart.close();
  }
  const instance = await openInstance();
  try {
    const { node, database } = await cpuSeconds(instance.admin, async () => void (await collectRatios(instance)));
    // Two hours of a thousand connections.
    return { ...served, collected: ((node + database) / 2_000) * 1_000 };
  } finally {
    await instance.close();
  }
}
