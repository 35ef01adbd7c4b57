import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Filled } from "./fill-people.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { listRatios } from "./people-lists.ts";
import { signedIn } from "./signed-in.ts";

const GOAL_SECONDS = 5;
/** What nobody sees as a pause. */
const MOST_MS = 50;
/** Turns of the wheel, each as far as most mice go at once. */
const TURNS = 120;
const TURN_PX = 400;

/** A review of all systems: how long it takes to start, to have its first rows on screen, and what pauses while its accounts are scrolled. */
export async function campaignRatios(filled: Filled): Promise<Ratio[]> {
  const { instance, person, companyId } = filled;
  const at = (path: string) => `/companies/${companyId}${path}`;
  await takeInAccounts(filled);
  const self = { name: "Reviewer", kind: "employee", email: person.email, startsAt: "2020-01-01T00:00:00.000Z" };
  await person.post(at("/registers/people/records"), { fields: self });
  const { systems } = (await person.get(at("/review-systems"))).body;
  const read = systems.filter((system: { readiness: string }) => system.readiness === "ready");
  const asked = {
    name: "Everything",
    dueOn: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
    systems: read.map((system: { systemId: string }) => ({ systemId: system.systemId, reviewerId: person.id })),
  };
  let review: { id: string; populations: readonly { id: string; decided: { accounts: number } }[] } | undefined;
  const starting = await timed(async () => {
    const { status, body } = await person.post(at("/reviews"), asked);
    if (status >= 300) throw new Error(`review: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    review = body;
  });
  const rows = review!.populations.reduce((sum, { decided }) => sum + decided.accounts, 0);
  const listed = await listRatios(filled, {
    "a review": `reviews/${review!.id}`,
    "accounts of a system in a review": `reviews/${review!.id}/populations/${review!.populations[1]!.id}/accounts`,
    "reviews with one open": "reviews",
    "one's own policies, of somebody in People": "my-policies",
  });
  return await signedIn(instance, person, async (page) => {
    const showing = await timed(async () => {
      await page.goto(`${instance.url}/dashboard/program/reviews/${review!.id}`);
      await page
        .getByRole("table", { name: /^Accounts of / })
        .getByRole("row")
        .nth(5)
        .waitFor();
    });
    const pauses = await pausesOfScrolling(page);
    const longest = Math.max(0, ...pauses);
    return [
      ...listed,
      {
        what: `a review of ${rows.toLocaleString("en-US")} accounts in ${read.length} systems, started / ${GOAL_SECONDS} s`,
        figures: `${starting.toFixed(1)} s`,
        ratio: starting / GOAL_SECONDS,
        goal: { atMost: 1 },
      },
      {
        what: `its first rows on screen, in a browser that was never there / ${GOAL_SECONDS} s`,
        figures: `${showing.toFixed(1)} s`,
        ratio: showing / GOAL_SECONDS,
        goal: { atMost: 1 },
      },
      {
        what: `the longest pause while its accounts are scrolled / ${MOST_MS} ms`,
        figures:
          longest === 0
            ? `none of ${MOST_MS} ms in ${TURNS} turns of the wheel`
            : `${longest} ms, ${pauses.length} in ${TURNS} turns of the wheel`,
        ratio: longest / MOST_MS,
        goal: { atMost: 1 },
      },
    ];
  });
}

/** Has the accounts of every exhibit read, as a worker does after each collection. */
export async function takeInAccounts({ instance, companyId }: Filled): Promise<void> {
  const count = async (sql: string) => (await instance.admin.query(sql, [companyId])).rows[0].n;
  const connected = await count(
    "SELECT count(*)::integer AS n FROM app.connections WHERE company_id = $1 AND provider = 'okta'",
  );
  await instance.admin.query("UPDATE app.collection_runs SET evidence_id = evidence_id WHERE company_id = $1", [
    companyId,
  ]);
  const taken = "SELECT count(*)::integer AS n FROM app.account_lists WHERE company_id = $1";
  while ((await count(taken)) < connected) {
    await instance.app.runTasks();
    await setTimeout(250);
  }
}

/** Milliseconds of each task that held the page for 50 ms or more while it was scrolled from end to end. */
async function pausesOfScrolling(page: Page): Promise<readonly number[]> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const pauses: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pauses.push(Math.round(duration));
    }).observe({ type: "longtask" });
    Object.assign(globalThis, { pauses });
  });
  await page.mouse.move(700, 600);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, TURN_PX);
    await page.waitForTimeout(40);
  }
  await page.waitForTimeout(500);
  const scrolled = await page.evaluate(() => globalThis.scrollY);
  if (scrolled < TURN_PX * 10) throw new Error(`scrolled ${scrolled} px`);
  return await page.evaluate(() => (globalThis as unknown as { pauses: number[] }).pauses);
}
