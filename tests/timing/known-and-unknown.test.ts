import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneTemplate, startCluster } from "../support/cluster.ts";
import { Person } from "../support/person.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";
import { solvedChallenge } from "../support/solve-challenge.ts";

// Nobody shall learn from the time an answer takes whether an address has an account. Known and unknown addresses are
// tried in turn, so that whatever else the machine does meanwhile falls on both alike.
const TRIES = 200;
/** Of a random pair, how often the known address takes longer: 0.5 but for chance, whose standard deviation is 0.029. */
const NOISE = 4 * 0.029;

let cluster: Awaited<ReturnType<typeof startCluster>>;
let running: RunningApp;
let known: string;
let visitor: Person;
beforeAll(async () => {
  // One that waits for the disk: a commit more or less must show.
  cluster = await startCluster({ durable: true });
  running = await runApp({ database: await cloneTemplate(cluster) });
  known = (await running.person("Known")).email;
  visitor = new Person(running.url, "x", "");
});
afterAll(async () => {
  await running.close();
  await cluster.stop();
});

const names = { firstName: "A", lastName: "B" };
const forms: Record<string, (email: string, verification: string) => Promise<{ status: number }>> = {
  "signing in": (email, verification) =>
    visitor.post("/session/sign-in", { email, password: "Wrong-horse-7", verification }),
  "signing up": (email, verification) =>
    visitor.post("/session/sign-up", { ...names, email, password: "Right-horse-7", verification }),
  "asking for a sign-in link": (email) => visitor.post("/session/send-magic-link", { email }),
  "asking for a reset": (email) => visitor.post("/session/send-reset", { email }),
  "asking for the confirmation again": (email) => visitor.post("/session/resend-confirmation", { email }),
};

test.each(Object.entries(forms))(
  "%s takes as long for a known address as for an unknown one",
  { timeout: 240_000 },
  async (_, send) => {
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const statuses = new Set<number>();
    const attempt = async (kind: "known" | "unknown", index: number) => {
      const email = kind === "known" ? known : `nobody-${index}@example.test`;
      const verification = await solvedChallenge(running.url);
      const begun = performance.now();
      const { status } = await send(email, verification);
      times[kind].push(performance.now() - begun);
      statuses.add(status);
    };
    for (let index = 0; index < TRIES; index += 1) {
      if (index % 5 === 0) await running.forgetTries();
      // The first of a pair must not always be the same one.
      const pair = index % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of pair) await attempt(kind, index);
    }
    expect(statuses.size, "the answers are alike, too").toBe(1);
    expect(Math.abs(shareOfLonger(times.known, times.unknown) - 0.5)).toBeLessThan(NOISE);
  },
);

test("the comparison notices a difference of a twentieth", () => {
  const like = (mean: number) => Array.from({ length: TRIES }, (_, index) => mean + ((index * 7_919) % 100) / 50);
  expect(shareOfLonger(like(50), like(50))).toBeCloseTo(0.5, 5);
  expect(shareOfLonger(like(52.5), like(50))).toBeGreaterThan(0.5 + NOISE);
});

/** Mann and Whitney's U as a share: how often a value of the first list is greater than one of the second. */
function shareOfLonger(first: readonly number[], second: readonly number[]): number {
  let greater = 0;
  for (const item of first) for (const other of second) greater += item > other ? 1 : item === other ? 0.5 : 0;
  return greater / (first.length * second.length);
}
