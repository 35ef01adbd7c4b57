import type { EvidenceItem, Json, Manifest, Step, StepContext, StepReport } from "#connectors/connector.ts";
import { CredentialsRefused, CursorRefused, RequestFailed } from "#connectors/http.ts";
import { LeaseLost } from "./claims.ts";
import type { StepSoFar } from "./parts.ts";
import type { RunLimits } from "./run-limits.ts";

/** Where a step's work is written down as it goes on. */
export interface StepRecord {
  /** New items and the cursor after them. */
  checkpoint(items: readonly EvidenceItem[], cursor: Json, about: StepTimes): Promise<void>;
  /** Forgets what was written down: the step begins again. */
  restart(): Promise<void>;
  /** The last items, and how it ended. */
  end(items: readonly EvidenceItem[], report: StepReport, about: StepTimes): Promise<void>;
  /** Something that is no fault of the vendor's. */
  reportUnexpected(error: unknown): void;
}

interface StepTimes {
  readonly startedAt: string;
  readonly pages: number;
}

/** What a step is run with. */
export interface StepRun {
  readonly step: Step;
  readonly manifest: Manifest;
  /** Without the cursor, which this function adds. */
  readonly context: Omit<StepContext, "cursor">;
  readonly limits: RunLimits;
  readonly record: StepRecord;
  /** Requests sent so far. */
  readonly requests: () => number;
  /** What an interrupted attempt left of this step. */
  readonly before: StepSoFar | undefined;
  /** Bytes of JSON that the whole run may still bring. */
  readonly room: { bytes: number };
}

/** A run brings at most so much, as JSON: it is held in memory, and filed as one item. */
export const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Runs one step to its end, from where it stopped, and answers all of its items with its report. Items that do not have the shape
 * of their kind become gaps. A place in a list that the vendor no longer knows makes it begin again, once. A request that failed ends
 * the step and not the run; refused credentials, a lost claim and a stopping process are thrown.
 */
export async function collectStep(run: StepRun): Promise<{ items: EvidenceItem[]; report: StepReport }> {
  const { step, context, limits, record, before } = run;
  if (before?.report) return { items: before.items, report: before.report };
  let items = [...(before?.items ?? [])];
  let known = new Set(items.map(keyOf));
  let startedAt = before?.startedAt ?? context.now().toISOString();
  const sent = run.requests() - (before?.pages ?? 0);
  const times = () => ({ startedAt, pages: run.requests() - sent });
  let fresh: EvidenceItem[] = [];
  let used = 0;
  const collect = async (cursor: Json | undefined) => {
    for await (const entry of until(step.collect({ ...context, cursor }), limits.either)) {
      if ("checkpoint" in entry) {
        await record.checkpoint(fresh, entry.checkpoint, times());
        fresh = [];
        continue;
      }
      // A list that grows while it is read brings a resource twice; the first time stands.
      const key = keyOf(entry);
      if (known.has(key)) continue;
      known.add(key);
      const item = normalize(run.manifest, step, entry);
      const bytes = JSON.stringify(item).length;
      used += bytes;
      run.room.bytes -= bytes;
      if (run.room.bytes < 0) throw new RequestFailed("truncated", "there is more than one run can hold");
      items.push(item);
      fresh.push(item);
    }
  };
  const restart = async (error: unknown) => {
    if (!(error instanceof CursorRefused)) throw error;
    await record.restart();
    run.room.bytes += used;
    [items, known, fresh, startedAt] = [[], new Set(), [], context.now().toISOString()];
    await collect(undefined);
  };
  let ended: Pick<StepReport, "status" | "detail" | "missing"> = { status: "complete", detail: "", missing: [] };
  try {
    await collect(before?.cursor).catch(restart);
  } catch (error) {
    if (limits.stop.aborted || error instanceof LeaseLost || error instanceof CredentialsRefused) throw error;
    ended = endOf(error, limits, step, record);
  }
  const report: StepReport = {
    step: step.id,
    ...ended,
    pages: times().pages,
    items: items.length,
    startedAt,
    endedAt: context.now().toISOString(),
  };
  await record.end(fresh, report, times());
  return { items, report };
}

function endOf(
  error: unknown,
  limits: RunLimits,
  step: Step,
  record: StepRecord,
): Pick<StepReport, "status" | "detail" | "missing"> {
  if (limits.over.aborted) return { status: "truncated", detail: "the time of the run was over", missing: [] };
  if (error instanceof RequestFailed) {
    const status = error.kind === "malformed" ? "failed" : error.kind;
    const missing = error.missing.length > 0 || status !== "denied" ? error.missing : step.scopes;
    return { status, detail: error.message, missing: [...missing] };
  }
  record.reportUnexpected(error);
  return { status: "failed", detail: "an error of Exhibit's own", missing: [] };
}

function keyOf({ kind, subject }: EvidenceItem): string {
  return JSON.stringify([kind, subject.type, subject.id]);
}

/** The item as it may be stored: only what its kind names. What has another shape says so, and is judged unknown. */
function normalize(manifest: Manifest, step: Step, item: EvidenceItem): EvidenceItem {
  const { kind, subject, observedAt, gap } = item;
  const kept = { kind, subject: { type: subject.type, id: subject.id, label: subject.label }, observedAt };
  if (gap !== undefined) return { ...kept, data: null, gap };
  const shape = step.kinds.includes(kind) && Object.hasOwn(manifest.kinds, kind) ? manifest.kinds[kind] : undefined;
  const read = shape?.safeParse(item.data);
  if (!read?.success) return { ...kept, data: null, gap: "the answer has another shape than the vendor documents" };
  return { ...kept, data: read.data };
}

/** The same values, and an error as soon as the signal comes, whether or not the source listens to it. */
async function* until<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let abort: () => void;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
  });
  aborted.catch(() => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", abort!);
    // Not waited for: it may hang on an answer that never comes.
    iterator.return?.(undefined)?.then(undefined, () => {});
  }
}
