import { randomBytes } from "node:crypto";
import { liftLimits } from "#tests/support/without-limits.ts";
import { openApart } from "./apart.ts";
import type { Cost } from "./apart.ts";
import { AT_ONCE, ask, perCall, words } from "./asking.ts";
import type { Asking } from "./asking.ts";
import { exportedRatios } from "./exported.ts";
import { growthRatios } from "./growth.ts";
import type { Ratio } from "./measure.ts";
import { signUp } from "./sign-in.ts";
import { uploadRatio } from "./uploads.ts";

/** As a screenshot or a small report has. */
const ITEM_BYTES = 2_048;
const BATCH = 500;

/**
 * What people and programs ask most, over HTTP as they ask it. Server, limit and whoever asks are processes apart, and each is charged
 * with what it used itself, the database's connections included: that moves little with what else the machine does.
 */
export async function servedRatios(what: string | undefined, items: number): Promise<Ratio[]> {
  const apart = await openApart();
  try {
    const person = await signUp(apart, 920);
    const companyId = await person.found("Served");
    await liftLimits(apart.admin, companyId);
    await apart.ask("fill", person.id, companyId, 1_000);
    await apart.admin.query("VACUUM ANALYZE");
    const asking = { apart, person, companyId };
    if (what === "growth") return await growthRatios(asking, items);
    if (what === "exports") return await exportedRatios(asking, items);
    if (what === "uploads") return [await uploadRatio(asking)];
    return [await sessionRatio(asking), await listRatio(asking), ...(await filingRatios(asking))];
  } finally {
    await apart.close();
  }
}

async function sessionRatio({ apart, person }: Asking): Promise<Ratio> {
  const url = `${apart.url}/api/v1/session`;
  await apart.bareAnswers(await (await fetch(url, { headers: { cookie: person.cookie } })).text());
  const [limit, ours] = await both({ apart, person }, url, 4_000);
  return {
    what: "signed-in /session, CPU of node:http that answers the same bytes / ours: nothing over HTTP can be cheaper",
    figures: `${words(ours, 4_000)}; node:http ${words(limit, 4_000)}`,
    ratio: perCall(limit, 4_000) / perCall(ours, 4_000),
    goal: { atLeast: 0.3 },
  };
}

async function both({ apart, person }: Omit<Asking, "companyId">, url: string, amount: number): Promise<[Cost, Cost]> {
  await ask({ person }, url, 1_000);
  await ask({ person }, apart.bareUrl, 1_000);
  const ours = await apart.cost("server", () => ask({ person }, url, amount));
  const limit = await apart.cost("bare", () => ask({ person }, apart.bareUrl, amount));
  return [limit, ours];
}

async function listRatio({ apart, person, companyId }: Asking): Promise<Ratio> {
  const url = `${apart.url}/api/v1/companies/${companyId}/evidence?limit=50`;
  await apart.bareAnswers(await (await fetch(url, { headers: { cookie: person.cookie } })).text());
  const [limit, ours] = await both({ apart, person }, url, 2_000);
  const rate = 1_000 / perCall(ours, 2_000);
  return {
    what: "signed-in list of 50 items, requests for each second of a core / 600",
    figures: `${Math.round(rate)} a second of a core: ${words(ours, 2_000)}; the same bytes by node:http ${words(limit, 2_000)}`,
    ratio: rate / 600,
    goal: { atLeast: 1 },
  };
}

async function filingRatios({ apart, person, companyId }: Asking): Promise<Ratio[]> {
  const about = new URLSearchParams({ name: "An item", fileName: "a.json", type: "Config", controls: "XC-05" });
  const url = `${apart.url}/api/v1/companies/${companyId}/evidence?${about}`;
  const body = JSON.stringify({ text: randomBytes(ITEM_BYTES / 2).toString("hex") }).slice(0, ITEM_BYTES);
  const sent = { method: "POST", body, headers: { "content-type": "application/octet-stream" } } as const;
  await ask({ person }, url, 100, sent);
  const ours = await apart.cost("server", () => ask({ person }, url, 1_000, sent));
  await ask({ person }, apart.bareUrl, 100, sent);
  const limit = await apart.cost("bare", () => ask({ person }, apart.bareUrl, 1_000, sent));
  const batches = 20;
  const batch = JSON.stringify({
    items: Array.from({ length: BATCH }, (_, index) => ({
      name: `Item ${index}`,
      fileName: "a.json",
      type: "Config",
      controls: ["XC-05"],
      content: Buffer.from(body).toString("base64"),
    })),
  });
  const many = { method: "POST", body: batch, headers: { "content-type": "application/json" }, atOnce: 4 } as const;
  const manyUrl = `${apart.url}/api/v1/companies/${companyId}/evidence-batches`;
  const send = (amount: number) => ask({ person }, manyUrl, amount, many);
  await send(AT_ONCE);
  const batched = await apart.cost("server", () => send(batches));
  const items = batches * BATCH;
  return [
    {
      what: "filing 2 kB over HTTP, 16 at once, items a second / 500",
      figures: `${words(ours, 1_000)}; a synced file and a bare row ${words(limit, 1_000)}`,
      ratio: 1_000 / ours.wall / 500,
      goal: { atLeast: 1 },
    },
    {
      what: "filing 2 kB over HTTP, CPU of a synced file and a bare row / ours: nothing durable can be cheaper",
      figures: `${perCall(limit, 1_000).toFixed(3)} / ${perCall(ours, 1_000).toFixed(3)} ms an item`,
      ratio: perCall(limit, 1_000) / perCall(ours, 1_000),
      goal: { atLeast: 0.25 },
    },
    {
      what: "filing over HTTP by batches of 500, items a second, durable / 15,000",
      figures: words(batched, items),
      ratio: items / batched.wall / 15_000,
      goal: { atLeast: 1 },
    },
  ];
}
