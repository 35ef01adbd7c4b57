import { randomBytes } from "node:crypto";
import { liftLimits } from "#tests/support/without-limits.ts";
import type { Asking } from "./asking.ts";
import type { Ratio } from "./measure.ts";

const MB = 1 << 20;
const MOST = { megabytes: 300, stall: 50 };
/** Items of a batch, so that a batch stays below its limit. */
const perBatch = (bytes: number) => Math.min(500, Math.floor((5 * MB) / bytes));

/** A bundle as its page asks for it, against reading as many plain files into a ZIP in another process: CPU, memory, stalls. */
export async function exportedRatios(asking: Asking, items: number): Promise<Ratio[]> {
  return [await exported(asking, 1_000, 64 * 1024), await exported(asking, Math.min(items, 100_000), 1_024)];
}

async function exported({ apart, person }: Asking, count: number, bytes: number): Promise<Ratio> {
  const companyId = await person.found(`Exported ${count}`);
  await liftLimits(apart.admin, companyId);
  const at = (path: string) => `/companies/${companyId}${path}`;
  for (let done = 0; done < count; done += perBatch(bytes)) {
    const items = Array.from({ length: Math.min(perBatch(bytes), count - done) }, (_, index) => ({
      name: `Item ${done + index}`,
      fileName: "a.bin",
      type: "Config",
      controls: [`XC-${String(((done + index) % 22) + 1).padStart(2, "0")}`],
      content: randomBytes(bytes).toString("base64"),
    }));
    const { status, body } = await person.post(at("/evidence-batches"), { items }, { "x-forwarded-for": "10.7.0.1" });
    if (status !== 201) throw new Error(`batch: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  }
  await apart.admin.query("VACUUM ANALYZE");
  await apart.askBare("files", count, bytes);
  const limit = await apart.cost("bare", () => apart.askBare("zip", count));
  const { id } = (await person.post(at("/exports"), {})).body;
  await apart.ask("memory");
  await apart.ask("stall");
  let sent = 0;
  const ours = await apart.cost("server", async () => {
    const response = await fetch(`${apart.url}/api/v1${at(`/exports/${id}/bundle`)}`, {
      headers: { cookie: person.cookie },
    });
    if (response.status !== 200) throw new Error(`bundle: ${response.status} ${await response.text()}`);
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) sent += chunk.length;
  });
  const { most, before } = (await apart.ask("memory")) as { most: number; before: number };
  const stall = (await apart.ask("stall")) as number;
  const cpu = (ours.node + ours.database).toFixed(1);
  const over = most > MOST.megabytes * MB || stall > MOST.stall;
  return {
    what: `bundle of ${count.toLocaleString("en-US")} items of ${bytes / 1024} kB over HTTP, CPU of read and zip / ours`,
    figures: `${limit.node.toFixed(1)} / ${cpu} s of a core, ${ours.wall.toFixed(1)} s for ${Math.round(sent / MB)} MB; ${Math.round(most / MB)} MB at most (${Math.round(before / MB)} before), longest stall ${Math.round(stall)} ms${over ? `; more than ${MOST.megabytes} MB or ${MOST.stall} ms` : ""}`,
    ratio: limit.node / (ours.node + ours.database),
    goal: { atLeast: over ? Number.POSITIVE_INFINITY : 0.9 },
  };
}
