import { setPriority } from "node:os";
import { writeFileSync } from "node:fs";
import { fittingMapping } from "./fitting-mapping.ts";
import { receiptOf } from "./import-receipt.ts";
import { judgeFile } from "./judged-report.ts";
import type { JudgedFinding } from "./judged-report.ts";
import type { FromReader, PolicyToRead, Task, ToReader } from "./messages.ts";
import { readBundle } from "./read-bundle.ts";
import type { BundleToRead } from "./read-bundle.ts";
import { readPolicyFile } from "./policy-file/policy-file.ts";
import { suggestForFile } from "./suggest-file.ts";
import type { FileToSuggest } from "./suggest-file.ts";

// A program of its own: it reads what strangers wrote, so it is given no secret, no database and no time without end.
// Whoever started it kills it when a report is beyond its bounds.

/** A refusal may quote a file; no sentence is longer. */
const LONGEST_SENTENCE = 400;
const FINDINGS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 500_000;

let findings: readonly JudgedFinding[] = [];

function say(message: FromReader): void {
  process.send!(message);
}

/** As many bytes of the standard input as the task has. */
async function bytesOf({ size }: Pick<Task, "size">): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const chunk = process.stdin.read() as Buffer | null;
    if (chunk === null) await new Promise((resolve) => process.stdin.once("readable", resolve));
    else read += chunk.copy(bytes, read);
  }
  return bytes;
}

async function judge(task: Task): Promise<void> {
  const bytes = await bytesOf(task);
  say({ step: "judging" });
  const fitting = task.mapping ? undefined : fittingMapping(task.mappings, bytes.toString("utf8", 0, 65_536));
  const judgement = judgeFile(bytes, task.receivedAt, task.mapping ?? fitting, task.target);
  if (!judgement.ok) return say({ refused: { ...judgement, message: judgement.message.slice(0, LONGEST_SENTENCE) } });
  const { findings: all, ...judged } = judgement.judged;
  findings = all;
  const receipt = receiptOf(judgement.judged);
  say({ judged: { ...judged, total: all.length, receipt, mappingId: fitting?.id } });
}

async function suggest(file: FileToSuggest & { readonly size: number }): Promise<void> {
  const bytes = await bytesOf(file);
  say({ step: "judging" });
  say({ suggested: await suggestForFile(file, bytes) });
}

async function readPolicy(file: PolicyToRead): Promise<void> {
  const bytes = await bytesOf(file);
  say({ step: "judging" });
  say({ policy: await readPolicyFile(bytes, file.fileName) });
}

async function verify(bundle: BundleToRead): Promise<void> {
  const bytes = await bytesOf(bundle);
  say({ step: "judging" });
  say({ bundle: await readBundle(bytes, bundle) });
}

/** Findings from a place on, as many as one message may carry: who takes them has others to serve. */
function pieceFrom(place: number): readonly JudgedFinding[] {
  let characters = 0;
  let end = place;
  while (end < findings.length && end - place < FINDINGS_AT_ONCE && characters < CHARACTERS_AT_ONCE) {
    const { rule, title, resource, message, uid } = findings[end]!;
    characters += rule.length + title.length + resource.length + message.length + uid.length;
    end += 1;
  }
  return findings.slice(place, end);
}

// What answers people comes first; and if memory runs out, it is this process that ends.
setPriority(10);
try {
  writeFileSync("/proc/self/oom_score_adj", "800");
} catch {
  // Only Linux has it.
}
process.on("disconnect", () => process.exit());
const broke = (error: unknown) => say({ broke: error instanceof Error ? error.message : "unknown" });
process.on("message", (message: ToReader) => {
  if ("task" in message) judge(message.task).catch(broke);
  else if ("suggest" in message) suggest(message.suggest).catch(broke);
  else if ("policy" in message) readPolicy(message.policy).catch(broke);
  else if ("bundle" in message) verify(message.bundle).catch(broke);
  else if ("from" in message) say({ findings: pieceFrom(message.from) });
  else if ("awake" in message) say({ awake: true });
  else findings = [];
});
