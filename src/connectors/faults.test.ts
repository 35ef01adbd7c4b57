import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEgress } from "#server/outbound/egress.ts";
import { noAnswerCache } from "#server/connections/http/answer-cache.ts";
import { openHttp } from "#server/connections/http/open-http.ts";
import { everyCase, turnOf } from "#tests/support/every-case.ts";
import { startFaultProxy } from "#tests/support/fault-proxy.ts";
import type { Fault, FaultProxy } from "#tests/support/fault-proxy.ts";
import { lasting, passing, refuse } from "#tests/support/faults.ts";
import type { Peer, PeerModule } from "#tests/support/peers/peer.ts";
import { generateConnector } from "#tests/support/generated-connector.ts";
import { transcriptOf } from "#tests/support/replay.ts";
import { onePerPage } from "#tests/support/one-per-page.ts";
import { isTurned } from "#tests/support/turned-pages.ts";
import { runConnector } from "#tests/support/run-connector.ts";
import type { WholeRun } from "#tests/support/run-connector.ts";
import { ampleBudget, bearer, waitingClock } from "#tests/support/way-out.ts";
import type { Connector } from "./connector.ts";
import type { Http } from "./http.ts";
import { CredentialsRefused, RequestFailed } from "./http.ts";
import { connectors } from "./index.ts";

// Every connector with its real way out, and something broken between it and its peer.

interface Met {
  readonly id: string;
  readonly connector: Connector;
  readonly peer: PeerModule;
}

const generated = await generateConnector();
afterAll(() => generated.remove());
const sample: Met = { id: "a connector that was just begun", ...generated };

const peers = join(import.meta.dirname, "../../tests/support/peers");
const isMet = (id: string) => existsSync(join(peers, `${id}.ts`));
const met = await Promise.all(
  connectors
    .filter(({ manifest }) => isMet(manifest.id))
    .map(async (connector): Promise<Met> => {
      const { id } = connector.manifest;
      return { id, connector, peer: (await import(join(peers, `${id}.ts`))) as PeerModule };
    }),
);

/** Connectors that nobody on this machine answers as a whole, and what stands for it. */
const withoutPeer: Readonly<Partial<Record<string, string>>> = {};

test("every connector has a peer, or a reason why there is none", () => {
  const alone = connectors.map(({ manifest }) => manifest.id).filter((id) => !isMet(id));
  expect(alone.filter((id) => withoutPeer[id] === undefined)).toEqual([]);
});

const all = [sample, ...met];
describe.each(all)("$id", ({ id, connector, peer: module }) => {
  // A third of the faults each day, of the next connector the next third: each is met by some of them on each day.
  const from = all.findIndex((other) => other.id === id);
  let peer: Peer;
  let proxy: FaultProxy;
  let clean: WholeRun;
  let cleanAsked: readonly string[];
  const start = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  let clock = waitingClock(start);
  let probed = false;

  const run = async ({ killed = false, through = (http: Http) => http } = {}): Promise<WholeRun> => {
    clock = waitingClock(peer.now ?? start);
    probed = false;
    const open = openHttp({
      manifest: { ...connector.manifest, budget: ampleBudget },
      typed: peer.typed,
      authorizer: peer.authorizer ?? bearer("a-token-of-the-test"),
      egress: openEgress({ allowPrivate: true }),
      cache: noAnswerCache,
      onRequest: () => {},
      now: clock.now,
      sleep: clock.sleep,
      random: () => 0.5,
      signal: new AbortController().signal,
      origins: proxy.endpoints,
    });
    try {
      return await runConnector(connector, {
        http: through(open.http),
        peer,
        now: clock.now,
        requests: open.requests,
        killed,
        probed: () => (probed = true),
      });
    } finally {
      open.close();
    }
  };

  beforeAll(async () => {
    peer = await module.startPeer();
    proxy = await startFaultProxy(peer.endpoints, () => clock.now());
    proxy.breakWith(() => undefined);
    clean = await run();
    cleanAsked = [...proxy.asked];
  });
  afterAll(async () => {
    await proxy?.close();
    await peer?.close();
  });

  const keyOf = ({ kind, subject }: WholeRun["items"][number]) => `${kind} ${subject.type} ${subject.id}`;
  const whatWasSeen = ({ items }: WholeRun) => items.map(({ observedAt: _, ...item }) => item);
  const withOutcome = ({ results }: WholeRun, outcome: string) =>
    results.filter((result) => result.outcome === outcome).map((result) => result.checkId);

  test("reads all of its peer, each thing once, when nothing is broken", () => {
    expect(clean.wonders).toEqual([]);
    const open = clean.steps.filter(({ step, status }) => status !== "complete" && !peer.silent?.[step]);
    expect(open).toEqual([]);
    const keys = clean.items.map(keyOf);
    expect(keys).toEqual([...new Set(keys)]);
    expect(clean.items.length).toBeGreaterThan(0);
    const kinds = new Set(connector.steps.flatMap((step) => step.kinds));
    expect(clean.items.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test("gives the same items for the same answers, in the same order", async () => {
    proxy.breakWith(() => undefined);
    let transcript!: ReturnType<typeof transcriptOf>;
    const first = await run({ through: (http) => (transcript = transcriptOf(http)).recording });
    for (let again = 0; again < 2; again += 1) {
      const replayed = await run({ through: () => transcript.replay() });
      expect(replayed.items).toEqual(first.items);
      expect(replayed.results).toEqual(first.results);
    }
  });

  test("loses and doubles nothing when it is killed at each checkpoint and goes on", async () => {
    proxy.breakWith(() => undefined);
    expect(whatWasSeen(await run({ killed: true }))).toEqual(whatWasSeen(clean));
  });

  /** Paths whose lists are turned, and what a run brings of them one row a page. */
  const turned = async (broken: (path: string) => Fault | undefined = () => undefined, killed = false) => {
    const paths = new Set<string>();
    proxy.breakWith((path, _number, whole) => {
      const isLater = probed && isTurned(whole);
      if (isLater) paths.add(path);
      return (isLater && broken(path)) || onePerPage;
    });
    return { brought: await run({ killed }), paths: [...paths] };
  };

  test("reads a list that comes row by row as it reads the whole", async () => {
    expect(whatWasSeen((await turned()).brought)).toEqual(whatWasSeen(clean));
  });

  test("begins a step again, once, when the vendor no longer knows the next page", async () => {
    const { paths } = await turned();
    const usual = [...proxy.asked];
    // Four of them, of two on the way, and of two where another process goes on.
    for (const [index, path] of (everyCase ? paths : paths.slice(0, 4)).entries()) {
      const killed = index % 2 === 1;
      let refused = 0;
      const once = await turned((item) => (item === path && (refused += 1) === 1 ? refuse(400) : undefined), killed);
      expect(refused, path).toBeGreaterThan(1);
      expect(whatWasSeen(once.brought), path).toEqual(whatWasSeen(clean));
      if (index > 0) continue;
      const always = await turned((item) => (item === path ? refuse(400) : undefined));
      expect(always.brought.wonders).toEqual([]);
      const changed = always.brought.steps.filter(({ status: ended }, at) => ended !== clean.steps[at]!.status);
      expect(
        changed.map(({ status: ended }) => ended),
        path,
      ).toContain("failed");
      const passed = withOutcome(clean, "pass");
      expect(withOutcome(always.brought, "pass").filter((id) => !passed.includes(id))).toEqual([]);
      const times = (asked: readonly string[]) => asked.filter((item) => item === path).length;
      expect(times(proxy.asked)).toBeLessThanOrEqual(2 * times(usual));
    }
  });

  test.each(turnOf(Object.entries(passing), 3, from))(
    "loses and doubles nothing by %s that passes",
    async (_, fault) => {
      proxy.breakWith((_path, number) => (number % 3 === 1 ? fault : undefined));
      const broken = await run();
      expect(broken.wonders).toEqual([]);
      expect(whatWasSeen(broken)).toEqual(whatWasSeen(clean));
      expect(broken.results.map(({ outcome }) => outcome)).toEqual(clean.results.map(({ outcome }) => outcome));
      expect(proxy.asked.length).toBeLessThanOrEqual(cleanAsked.length * 2);
    },
  );

  // Every second path, so that some steps are broken while others are whole: of one fault these, of the next the others.
  const halves = Object.entries(lasting).map(([name, fault], at) => [name, at % 2, fault] as const);
  test.each(turnOf(halves, 3, from))(
    "takes nothing for good by %s that lasts (half %i of its paths)",
    async (name, half, fault) => {
      const paths = [...new Set(cleanAsked)];
      proxy.breakWith((path) => (probed && paths.indexOf(path) % 2 === half ? fault : undefined));
      const broken = await run();
      expect(broken.wonders).toEqual([]);
      const passed = withOutcome(clean, "pass");
      expect(withOutcome(broken, "pass").filter((id) => !passed.includes(id))).toEqual([]);
      // A 404 may mean that there is no such rule: that is a failure which was seen.
      const failed = name === "404" ? connector.checks.map(({ id }) => id) : withOutcome(clean, "fail");
      expect(withOutcome(broken, "fail").filter((id) => !failed.includes(id))).toEqual([]);
      const keys = broken.items.map(keyOf);
      expect(keys).toEqual([...new Set(keys)]);
      expect(proxy.asked.length).toBeLessThanOrEqual(cleanAsked.length * 5 + 20);
    },
  );

  test("does not conclude that nothing is there when everything behind the probe is refused", async () => {
    proxy.breakWith(() => (probed ? lasting["403"] : undefined));
    const broken = await run();
    expect(withOutcome(broken, "pass")).toEqual([]);
    expect(withOutcome(broken, "fail")).toEqual([]);
    for (const { status, step } of broken.steps) expect(`${step}: ${status}`).not.toBe(`${step}: failed`);
  });

  test("ends at once when its credentials are refused", async () => {
    proxy.breakWith(() => (probed ? ({ response }) => void response.writeHead(401).end() : undefined));
    await expect(run()).rejects.toThrow(CredentialsRefused);
    const before = proxy.asked.length;
    expect(before).toBeLessThanOrEqual(cleanAsked.length);
  });

  test.each(turnOf(Object.entries(lasting), 3, from))("knows no account by %s", async (name, fault) => {
    proxy.breakWith(() => fault);
    const outcome = await run().then(
      () => "an account",
      (error: unknown) => error,
    );
    if (name.startsWith("a next page")) return;
    expect(outcome).toBeInstanceOf(RequestFailed);
    expect(proxy.asked.length).toBeLessThanOrEqual(20);
  });
});
