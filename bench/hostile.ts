import { fork } from "node:child_process";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Instance } from "./instance.ts";
import type { Ratio } from "./measure.ts";
import { signUp } from "./sign-in.ts";

const PROGRAM = path.join(import.meta.dirname, "hostile-load.ts");
const GOAL_MS = 50;

/** /healthz at rest, and while 20 hostile reports of 64 MB and 2,500 half-sent bodies arrive from other addresses. */
export async function hostileRatio(instance: Instance): Promise<Ratio> {
  const person = await signUp(instance, 900);
  const founded = await person.found("Hostile Bench");
  const rest = await probed(instance.url, () => setTimeout(3_000));
  let statuses: readonly number[] = [];
  const under = await probed(instance.url, async () => {
    statuses = await answerOf<number[]>("load", [instance.url, person.cookie, founded]);
  });
  const kinds = [...new Set(statuses)].map(
    (status) => `${statuses.filter((item) => item === status).length} × ${status}`,
  );
  return {
    what: `/healthz p99 with 20 hostile reports of 64 MB and 2,500 slow bodies / ${GOAL_MS} ms`,
    figures: `${at(under, 0.99)} ms (p50 ${at(under, 0.5)}, slowest ${at(under, 1)}, of ${under.length}; at rest p99 ${at(rest, 0.99)}); reports: ${kinds.join(", ")}`,
    ratio: Number(at(under, 0.99)) / GOAL_MS,
    goal: { atMost: 1 },
  };
}

function at(all: readonly number[], share: number): string {
  const sorted = all.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

/** The times of a process that asks for nothing else while `work` is done. */
async function probed(url: string, work: () => Promise<unknown>): Promise<readonly number[]> {
  const probe = fork(PROGRAM, ["probe", url]);
  const times = new Promise<number[]>((resolve) => probe.once("message", (all) => resolve(all as number[])));
  await setTimeout(1_000);
  await work();
  probe.send("stop");
  return await times;
}

function answerOf<T>(mode: string, args: readonly string[]): Promise<T> {
  const child = fork(PROGRAM, [mode, ...args]);
  return new Promise((resolve) => child.once("message", (answer) => resolve(answer as T)));
}
