import { totalmem } from "node:os";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import type { JudgedFinding } from "./judged-report.ts";
import { fairLanes } from "./fair-lanes.ts";
import type { LaneLimits } from "./fair-lanes.ts";
import type { KnownMapping, ReadReport, Refused } from "./messages.ts";
import { BeyondBounds } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";
import { startReader } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { suggestByName } from "./suggest-file.ts";
import type { ReadPolicyFile } from "./policy-file/policy-file.ts";
import type { BundleToRead, ReadBundle } from "./read-bundle.ts";
import type { FileToSuggest } from "./suggest-file.ts";
import type { FilingSuggestion } from "#domain/documents/suggest-filing.ts";

/** A report that somebody brought. */
export interface ReportToRead {
  /** Whose turn it takes: the company. */
  readonly lane: string;
  readonly size: number;
  readonly open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
  readonly receivedAt: Date;
  /** What it looked at, where its pipeline proved that or its sender said so. */
  readonly target?: string | undefined;
  readonly mapping?: CsvMapping | undefined;
  readonly mappings?: readonly KnownMapping[];
  /** Ends the reading at once, wherever it is; the reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (step: "reading" | "judging") => void;
}

/** What came of a report: judged, refused with a sentence, or stopped at one of its bounds. */
export type Reading =
  | { readonly ok: true; readonly judged: ReadReport; findings(): AsyncGenerator<readonly JudgedFinding[]> }
  | Refused
  | { readonly ok: false; readonly failure: "import-over-time" | "import-over-memory" };

/** Reads what strangers wrote, apart from everything else. */
export interface ReportReaders {
  /** Reads a report when its lane has a turn; the reader is held until `take` is done. Refuses `imports-waiting`. */
  read<T>(report: ReportToRead, take: (reading: Reading) => Promise<T>): Promise<T>;
  /** What a file may be filed as. One that cannot be read within its bounds is suggested for by its name. Refuses `imports-waiting`. */
  suggest(lane: string, file: FileToSuggest, bytes: Uint8Array): Promise<FilingSuggestion>;
  /**
   * A Word document or PDF as the text of a policy; `beyond` where it met a bound of time or memory, or broke its reader. Refuses
   * `imports-waiting`.
   */
  readPolicy(
    lane: string,
    fileName: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<ReadPolicyFile | "beyond">;
  /**
   * Verifies a bundle of another Exhibit; `beyond` where it met a bound of time or memory, or broke its reader. Refuses `imports-waiting`, and
   * throws what its bytes throw.
   */
  readBundle(
    lane: string,
    bundle: BundleToRead,
    bytes: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<ReadBundle | "beyond">;
  close(): void;
}

const bounds: Bounds = { seconds: 30, megabytes: 2_048 };
/** A reader that nobody needs goes after so long. */
const IDLE_MS = 20_000;
const GIGABYTE = 2 ** 30;

/** Two readers on any machine, up to four where there is memory for them; one company has half of them at most. */
function lanesOfThisMachine(): LaneLimits {
  const atOnce = Math.min(4, Math.max(2, Math.floor(totalmem() / (4 * GIGABYTE))));
  return { atOnce, perLane: Math.floor(atOnce / 2), waitingPerLane: 50 };
}

/** The bound that an error stands for; any other error is thrown. */
function boundOf(error: unknown): Reading {
  if (!(error instanceof BeyondBounds)) throw error;
  return { ok: false, failure: error.bound === "time" ? "import-over-time" : "import-over-memory" };
}

/** Readers that are started when they are needed and used again while they are like new. */
export function openReaders(own: Partial<LaneLimits & Bounds> = {}): ReportReaders {
  const limits = { ...lanesOfThisMachine(), ...bounds, ...own };
  const inTurn = fairLanes(limits);
  const idle = new Map<Reader, ReturnType<typeof setTimeout>>();
  const busy = new Set<Reader>();

  async function takeReader(): Promise<Reader> {
    for (const [reader, timer] of idle) {
      clearTimeout(timer);
      idle.delete(reader);
      busy.add(reader);
      if (await reader.answers()) return reader;
      busy.delete(reader);
    }
    const reader = startReader(limits);
    busy.add(reader);
    return reader;
  }

  async function returnReader(reader: Reader): Promise<void> {
    busy.delete(reader);
    if (!(await reader.finish())) return reader.kill();
    const leave = () => {
      idle.delete(reader);
      reader.kill();
    };
    idle.set(reader, setTimeout(leave, IDLE_MS).unref());
  }

  /** What a reader makes of a report; a bound that it met is an answer, too. */
  async function readBy(reader: Reader, report: ReportToRead): Promise<Reading> {
    const { size, receivedAt, target = "", mapping, mappings = [] } = report;
    report.onStep?.("reading");
    const bytes = await report.open();
    const answer = await reader.judge({ size, receivedAt, target, mapping, mappings }, bytes, () =>
      report.onStep?.("judging"),
    );
    return "ok" in answer ? answer : { ok: true, judged: answer, findings: () => reader.findings(answer.total) };
  }

  async function readNow<T>(report: ReportToRead, take: (reading: Reading) => Promise<T>): Promise<T> {
    const { signal } = report;
    const reader = await takeReader();
    const stop = () => reader.kill(signal!.reason as Error);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      const reading = await readBy(reader, report).catch((error: unknown) => {
        reader.kill();
        return boundOf(error);
      });
      return await take(reading).catch((error: unknown) => take(boundOf(error)));
    } finally {
      signal?.removeEventListener("abort", stop);
      await returnReader(reader);
    }
  }

  async function suggestNow(file: FileToSuggest, bytes: Uint8Array): Promise<FilingSuggestion> {
    const reader = await takeReader();
    try {
      return await reader.suggest(file, bytes);
    } catch {
      reader.kill();
      return suggestByName(file);
    } finally {
      await returnReader(reader);
    }
  }

  /** Work of a reader that is ended with `signal`; `beyond` where it met a bound or broke. */
  async function within<T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal): Promise<T | "beyond"> {
    const reader = await takeReader();
    const stop = () => reader.kill(signal!.reason as Error);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      return await work(reader);
    } catch {
      reader.kill();
      signal?.throwIfAborted();
      return "beyond";
    } finally {
      signal?.removeEventListener("abort", stop);
      await returnReader(reader);
    }
  }

  /** The same of bytes that may not be whole: what they throw is not the reader's doing. */
  async function bundleNow(bundle: BundleToRead, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    const taken: { broken?: unknown } = {};
    async function* watched(): AsyncGenerator<Uint8Array> {
      try {
        yield* bytes;
      } catch (error) {
        taken.broken = error;
        throw error;
      }
    }
    const read = await within((reader) => reader.bundle(bundle, watched()), signal);
    if (taken.broken !== undefined) throw taken.broken as Error;
    return read;
  }

  return {
    readPolicy: (lane, fileName, bytes, signal) =>
      inTurn(lane, () => within((reader) => reader.policy(fileName, bytes), signal), signal),
    readBundle: (lane, bundle, bytes, signal) => inTurn(lane, () => bundleNow(bundle, bytes, signal), signal),
    suggest: (lane, file, bytes) => inTurn(lane, () => suggestNow(file, bytes)),
    read: (report, take) => inTurn(report.lane, () => readNow(report, take), report.signal),
    close: () => {
      for (const reader of [...idle.keys(), ...busy]) reader.kill();
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
    },
  };
}
