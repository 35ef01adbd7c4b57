import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import type { Instance } from "./instance.ts";
import { median } from "./measure.ts";
import type { Ratio } from "./measure.ts";

/** JSON through every gate, header and validation of the API against node:http answering the same bytes. */
export async function httpRatio(instance: Instance): Promise<Ratio> {
  const target = `${instance.url}/api/v1/session`;
  const body = await (await fetch(target)).text();
  const bare = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(body);
  });
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    rates[0].push(await requestsPerSecond(bareUrl));
    rates[1].push(await requestsPerSecond(target));
  }
  bare.close();
  const [limit, product] = [median(rates[0]), median(rates[1])];
  return {
    what: "HTTP JSON with all middleware / bare node:http",
    figures: `${Math.round(product)} / ${Math.round(limit)} requests a second`,
    ratio: product / limit,
    goal: { atLeast: 0.6 },
  };
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 32, duration: 3 });
  return result.requests.average;
}
