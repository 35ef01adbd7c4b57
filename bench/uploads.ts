import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Asking } from "./asking.ts";
import type { Ratio } from "./measure.ts";

const MOST_MS = 50;

/** What somebody else waits for their session while fifty files of 20 MB arrive, from a process of its own: 99 of 100 tries. */
export async function uploadRatio({ apart, person, companyId }: Asking): Promise<Ratio> {
  const about = new URLSearchParams({ name: "Large", fileName: "a.bin", type: "Config", controls: "XC-05" });
  const url = `${apart.url}/api/v1/companies/${companyId}/evidence?${about}`;
  const sender = fork(path.join(import.meta.dirname, "sender.ts"), [url, person.cookie]);
  const began = performance.now();
  let ended = false;
  const sent = once(sender, "exit").then(([code]) => {
    ended = true;
    if (code !== 0) throw new Error("an upload failed");
  });
  const times: number[] = [];
  while (!ended) {
    const before = performance.now();
    await (await fetch(`${apart.url}/api/v1/session`, { headers: { cookie: person.cookie } })).arrayBuffer();
    times.push(performance.now() - before);
    await setTimeout(10);
  }
  await sent;
  const seconds = (performance.now() - began) / 1_000;
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  return {
    what: `a session asked for while 50 files of 20 MB arrive, 99 of 100 / ${MOST_MS} ms: what nobody notices`,
    figures: `${p99.toFixed(0)} ms over ${times.length} tries; ${Math.round(1_000 / seconds)} MB a second`,
    ratio: p99 / MOST_MS,
    goal: { atMost: 1 },
  };
}
