import { once } from "node:events";
import { usedBy, withinBounds } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";
import type { JudgedFinding } from "./judged-report.ts";
import type { FilingSuggestion } from "#domain/documents/suggest-filing.ts";
import type { FromReader, ReadReport, Refused, Task, ToReader } from "./messages.ts";
import type { ReadPolicyFile } from "./policy-file/policy-file.ts";
import type { BundleToRead, ReadBundle } from "./read-bundle.ts";
import type { FileToSuggest } from "./suggest-file.ts";
import { startReaderProcess } from "./reader-process.ts";
import type { ReaderProcess } from "./reader-process.ts";

/** A process that reads one report after the other. */
export interface Reader {
  /** Gives it a report; the answer is what the report says, or why it was refused. Throws `BeyondBounds`. */
  judge(task: Task, bytes: AsyncIterable<Uint8Array>, onJudging: () => void): Promise<ReadReport | Refused>;
  /** Gives it a file to suggest for. Throws `BeyondBounds`. */
  suggest(file: FileToSuggest, bytes: Uint8Array): Promise<FilingSuggestion>;
  /** Gives it a document to read as a policy. Throws `BeyondBounds`. */
  policy(fileName: string, bytes: Uint8Array): Promise<ReadPolicyFile>;
  /** Gives it a bundle of another Exhibit to verify. Throws `BeyondBounds`. */
  bundle(bundle: BundleToRead, bytes: AsyncIterable<Uint8Array>): Promise<ReadBundle>;
  /** The findings of the report it judged last, in pieces. */
  findings(total: number): AsyncGenerator<readonly JudgedFinding[]>;
  /** Lets go of the report. Answers whether the reader is fit for another one. */
  finish(): Promise<boolean>;
  /** Whether it is still there for another report: the system ends an idle one first when it needs memory. */
  answers(): Promise<boolean>;
  kill(reason?: Error): void;
}

/** A reader that took more than this is not trusted to be like new. */
const FIT = { seconds: 5, megabytes: 400, reports: 100 };

/** Starts a reader. What it may take it may take for each report. */
export function startReader(bounds: Bounds): Reader {
  const reader = startReaderProcess(bounds);
  const bounded = <T>(work: () => Promise<T>) => withinBounds(reader.pid, bounds, reader.end, work);
  let reports = 0;
  return {
    judge: (task, bytes, onJudging) =>
      bounded(() => {
        reports += 1;
        reader.begin(onJudging);
        return judge(reader, task, bytes);
      }),
    suggest: (file, bytes) =>
      bounded(async () => {
        reports += 1;
        reader.begin(() => {});
        const told = await give(reader, { suggest: { ...file, size: bytes.length } }, oneChunk(bytes));
        if ("suggested" in told) return told.suggested;
        throw broken("file", told);
      }),
    policy: (fileName, bytes) =>
      bounded(async () => {
        reports += 1;
        reader.begin(() => {});
        const told = await give(reader, { policy: { fileName, size: bytes.length } }, oneChunk(bytes));
        if ("policy" in told) return told.policy;
        throw broken("document", told);
      }),
    bundle: (bundle, bytes) =>
      bounded(async () => {
        reports += 1;
        reader.begin(() => {});
        const told = await give(reader, { bundle }, bytes);
        if ("bundle" in told) return told.bundle;
        throw broken("bundle", told);
      }),
    findings: (total) => findings(reader, total),
    finish: async () => {
      reader.rest();
      if (reader.ended()) return false;
      reader.tell({ done: true });
      const used = await usedBy(reader.pid);
      return (
        used !== undefined && used.seconds < FIT.seconds && used.megabytes < FIT.megabytes && reports < FIT.reports
      );
    },
    answers: () =>
      bounded(() => reader.ask({ awake: true })).then(
        () => true,
        () => false,
      ),
    kill: (reason = new Error("the reader was stopped")) => reader.end(reason),
  };
}

async function judge(
  reader: ReaderProcess,
  task: Task,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReadReport | Refused> {
  const told = await give(reader, { task }, bytes);
  if ("judged" in told) return told.judged;
  if ("refused" in told) return told.refused;
  throw broken("report", told);
}

/** Gives a reader work and its bytes; answers what it says when it is done. */
async function give(
  { ask, input, ended }: ReaderProcess,
  message: ToReader,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FromReader> {
  const answer = ask(message);
  answer.catch(() => {});
  for await (const chunk of bytes) {
    const end = ended();
    if (end) throw end;
    if (!input.write(chunk)) await Promise.race([once(input, "drain"), answer]);
  }
  return await answer;
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function broken(what: string, told: FromReader): Error {
  return new Error(`a ${what} broke its reader: ${"broke" in told ? told.broke : "it answered something else"}`);
}

async function* findings({ ask }: ReaderProcess, total: number): AsyncGenerator<readonly JudgedFinding[]> {
  for (let from = 0; from < total;) {
    const told = await ask({ from });
    if (!("findings" in told) || told.findings.length === 0) throw new Error("a reader lost its findings");
    yield told.findings;
    from += told.findings.length;
  }
}
