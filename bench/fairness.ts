import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Person } from "#tests/support/person.ts";
import { ServerProcess } from "#tests/support/server-process.ts";
import type { Ratio } from "./measure.ts";

/** What each of the noisy company's connections does, over and over. */
const lanes = { upload: 8, export: 4, note: 8, search: 60, home: 20 } as const;
const WINDOW_MS = 6_000;
/** Between two requests of the quiet company: some people read. */
const PAUSE_MS = 50;
/** The quiet company's, behind a proxy that is trusted: two companies share no address, and so no limit of one. */
const FORWARDED = { "x-forwarded-for": "203.0.113.1" };

/** What one company's reads took beside another, in milliseconds. */
export interface Fairness {
  /** Of all windows, in turn while the other rests and while it does what it can. */
  readonly quiet: readonly number[];
  readonly noisy: readonly number[];
  /** What the noisy company was answered, by what it asked. */
  readonly answers: Readonly<Record<string, number>>;
}

/**
 * Measures a company's reads over HTTP on a server process of its own, in windows: in every second one another company, in a third
 * process, uploads, exports, writes notes and searches over a hundred connections, as hard as its limits let it. Windows alternate,
 * so that whatever else the machine does meets both.
 */
export async function measureFairness(windows: number): Promise<Fairness> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-fair-"));
  const server = await ServerProcess.on(folder, { TRUSTED_PROXIES: "127.0.0.0/8, ::1" });
  await server.start();
  const tokenFor = (email: string) => server.tokenFor(email);
  const bea = await Person.signUp(server.url, "Bea", "bea@example.test", tokenFor);
  const ned = await Person.signUp(server.url, "Ned", "ned@example.test", tokenFor);
  const [quietly, noisily] = [await bea.found("Quiet LLP"), await ned.found("Noisy LLP")];
  for (const [person, company] of [
    [bea, quietly],
    [ned, noisily],
  ] as const)
    for (let at = 0; at < 40; at += 1) await fileOne(person, company, at);
  const settings = { url: server.url, cookie: ned.cookie, company: noisily, lanes };
  const load = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, "../tests/support/noisy-company.mjs"), JSON.stringify(settings)],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const lines = createInterface({ input: load.stdout! })[Symbol.asyncIterator]();
  const tell = (line: string) => void load.stdin!.write(`${line}\n`);
  try {
    await readFor(bea, quietly, WINDOW_MS);
    // What its limits refuse is refused from here on: measured is how it goes on, and not its first seconds.
    tell("go");
    await readFor(bea, quietly, 2 * WINDOW_MS);
    const [quiet, noisy]: [number[], number[]] = [[], []];
    for (let at = 0; at < windows; at += 1) {
      tell("rest");
      await sleep(700);
      quiet.push(...(await readFor(bea, quietly, WINDOW_MS)));
      tell("go");
      await sleep(300);
      noisy.push(...(await readFor(bea, quietly, WINDOW_MS)));
    }
    tell("say");
    const answers = JSON.parse((await lines.next()).value as string) as Record<string, number>;
    return { quiet, noisy, answers };
  } finally {
    tell("end");
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fileOne(person: Person, company: string, at: number): Promise<void> {
  const query = new URLSearchParams({ name: `File ${at}`, fileName: "a.txt", type: "Policy", controls: "XC-01" });
  const { status } = await person.upload(`/companies/${company}/evidence?${query}`, `text ${at}`);
  if (status !== 201) throw new Error(`filing: ${status}`);
}

async function readFor(person: Person, company: string, ms: number): Promise<number[]> {
  const reads = ["/overview", "/evidence", "/controls", "/search?text=file", "/projects"];
  const took: number[] = [];
  const until = performance.now() + ms;
  for (let at = 0; performance.now() < until; at += 1) {
    const began = performance.now();
    const { status } = await person.send(
      "GET",
      `/companies/${company}${reads[at % reads.length]}`,
      undefined,
      FORWARDED,
    );
    took.push(performance.now() - began);
    if (status !== 200) throw new Error(`${reads[at % reads.length]}: ${status}`);
    await sleep(PAUSE_MS);
  }
  return took;
}

/** p99 and p50 of all reads, and how much more they are beside the noisy company. */
export function sumUp({ quiet, noisy }: Fairness) {
  const at = (took: readonly number[], share: number) =>
    took.toSorted((a, b) => a - b)[Math.floor(took.length * share)]!;
  const [q99, n99, q50, n50] = [at(quiet, 0.99), at(noisy, 0.99), at(quiet, 0.5), at(noisy, 0.5)];
  return { q99, n99, q50, n50, p99: n99 / q99, p50: n50 / q50 };
}

/** One noisy company beside another's reads, as a line of the benchmark. */
export async function fairnessRatio(windows = 7): Promise<Ratio> {
  const { q99, n99, q50, n50, p99 } = sumUp(await measureFairness(windows));
  const ms = (value: number) => value.toFixed(1);
  return {
    what: "a company's p99 beside a noisy one / beside a silent one",
    figures: `${ms(n99)} / ${ms(q99)} ms (p50 ${ms(n50)} / ${ms(q50)} ms)`,
    ratio: p99,
    goal: { atMost: 1.2 },
  };
}
