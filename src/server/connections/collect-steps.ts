import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Account, EvidenceItem, Step, StepReport } from "#connectors/connector.ts";
import type { Beginning } from "./begin-run.ts";
import { asConnection, keepClaim } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { collectStep, MOST_BYTES } from "./collect-step.ts";
import type { StepRecord } from "./collect-step.ts";
import { isNotDue, itemsOfStep, readExhibit } from "./last-run.ts";
import type { Collecting } from "./run-collection.ts";
import type { RunLimits } from "./run-limits.ts";
import type { VendorClient } from "./vendor-client.ts";

/** All that a run brought: items by their step, in its order. */
export interface Collected {
  readonly steps: readonly StepReport[];
  readonly items: readonly (EvidenceItem & { readonly step: string })[];
  /** The oldest moment at which it observed something itself. */
  readonly observedAt: Date;
  /** By step, when it was observed: earlier where it was not due. */
  readonly seenAt: ReadonlyMap<string, Date>;
}

interface Run {
  readonly deps: Collecting;
  readonly claim: Claim;
  readonly begun: Beginning;
  readonly account: Account;
  readonly way: VendorClient;
  readonly limits: RunLimits;
}

/** Runs every step in order, from where an interrupted attempt stopped; a costly one that is not due keeps its last items. */
export async function collectSteps(run: Run): Promise<Collected> {
  const { deps, begun, account, way, limits } = run;
  const { connector, connection, settings } = begun;
  const { steps } = connector;
  const collected: { step: Step; items: readonly EvidenceItem[]; report: StepReport; kept: boolean }[] = [];
  const kept = await keptItems(run);
  const room = { bytes: MOST_BYTES };
  const known = () => collected.flatMap((item) => item.items);
  for (const [done, step] of steps.entries()) {
    limits.stop.throwIfAborted();
    limits.progress = { ...progressOf(run, done), items: known().length };
    const old = kept.get(step.id);
    if (old) {
      collected.push({ step, ...old, kept: true });
      continue;
    }
    const { typed, method } = connection;
    const context = {
      http: way.http,
      typed,
      method,
      now: deps.now,
      account,
      settings,
      items: (kind: string) => known().filter((item) => item.kind === kind),
    };
    const before = begun.before.get(step.id);
    const record = recordOf(run, step, done, () => known().length);
    const ended = await collectStep({
      step,
      manifest: connector.manifest,
      context,
      limits,
      record,
      requests: way.requests,
      before,
      room,
    });
    collected.push({ step, ...ended, kept: false });
  }
  const now = deps.now();
  return {
    steps: collected.map(({ report }) => report),
    items: collected.flatMap(({ step, items }) => items.map((item) => ({ step: step.id, ...item }))),
    observedAt: oldest(
      now,
      collected.filter((item) => !item.kept),
    ),
    seenAt: new Map(
      collected.map((item) => [item.step.id, oldest(now, item.kept ? [{ ...item, items: [] }] : [item])]),
    ),
  };
}

/** The oldest moment at which something of these steps was observed. The vendor's clock may be ahead of ours. */
function oldest(now: Date, steps: readonly { items: readonly EvidenceItem[]; report: StepReport }[]): Date {
  let found = now.getTime();
  for (const { items, report } of steps) {
    // Of a step that was not due its report says when it was really collected.
    found = Math.min(found, Date.parse(report.startedAt));
    for (const { observedAt } of items) found = Math.min(found, Date.parse(observedAt) || found);
  }
  return new Date(found);
}

/** Items of costly steps that are not due, from the last exhibit: it must be of the same connector and settings. */
async function keptItems({ deps, claim, begun }: Run) {
  const kept = new Map<string, { items: EvidenceItem[]; report: StepReport }>();
  const { last, connector } = begun;
  if (!last) return kept;
  const reportOf = (step: Step) => last.steps.find((report) => report.step === step.id);
  const resting = connector.steps.filter(
    (step) => !begun.before.has(step.id) && isNotDue(step, reportOf(step), deps.now(), deps.everyMinutes),
  );
  if (resting.length === 0) return kept;
  const document = await readExhibit(deps, claim, last);
  const same =
    document?.connector.version === connector.manifest.version && isDeepStrictEqual(document.settings, begun.settings);
  if (!document || !same) return kept;
  for (const step of resting) kept.set(step.id, { items: itemsOfStep(document, step.id), report: reportOf(step)! });
  return kept;
}

function progressOf({ begun: { connector }, way }: Run, done: number) {
  const { steps } = connector;
  return {
    step: steps[done]?.title ?? "",
    stepsDone: done,
    stepsTotal: steps.length,
    items: 0,
    requests: way.requests(),
  };
}

/** Writes each part together with how far the run is; both only while the run is ours. */
function recordOf(run: Run, step: Step, done: number, itemsBefore: () => number): StepRecord {
  const { deps, claim, begun, limits } = run;
  let seq = begun.before.get(step.id)?.next ?? 0;
  let items = begun.before.get(step.id)?.items.length ?? 0;
  const save = async (
    fresh: readonly EvidenceItem[],
    about: { startedAt: string; pages: number },
    mark: { checkpoint?: Parameters<StepRecord["checkpoint"]>[1]; report?: StepReport },
  ) => {
    const at = deps.now();
    items += fresh.length;
    const progress = { ...progressOf(run, mark.report ? done + 1 : done), items: itemsBefore() + items };
    limits.progress = progress;
    const part = { step: step.id, seq, items: fresh, ...about, checkpoint: mark.checkpoint, report: mark.report, at };
    await asConnection(deps.databases.user, claim, async (tx) => {
      // Nobody waits for the disk: after a crash of the database the step goes on from an earlier part.
      await sql`SET LOCAL synchronous_commit = off`.execute(tx);
      await keepClaim(tx, claim, progress, at);
      await begun.parts.save(tx, part);
    });
    seq += 1;
  };
  const restart = async () => {
    const at = deps.now();
    await asConnection(deps.databases.user, claim, async (tx) => {
      await keepClaim(tx, claim, { ...progressOf(run, done), items: itemsBefore() }, at);
      await begun.parts.forget(tx, step.id);
    });
    [seq, items] = [0, 0];
  };
  return {
    restart,
    checkpoint: (fresh, checkpoint, about) => save(fresh, about, { checkpoint }),
    end: (fresh, report, about) => save(fresh, about, { report }),
    reportUnexpected: (error) =>
      deps.log.warn({ err: error, run: claim.runId, step: step.id }, "a step of a connector threw"),
  };
}
