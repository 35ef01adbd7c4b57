import { parentPort, workerData } from "node:worker_threads";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { policyAsPdf } from "./pdf-policy.ts";
import { printedPolicy } from "./printed-policy.ts";
import type { PrintedText, VersionFacts } from "./printed-policy.ts";

/** What the thread is given, a version or a text that is ready, and what it answers: the document, or that the text is none of a policy. */
export type DocumentTask = { readonly format: "pdf" | "docx" } & (
  | { readonly version: VersionFacts; readonly text: string }
  | { readonly printed: PrintedText }
);
export type MadeDocument = { readonly bytes: Uint8Array } | { readonly refused: true };

// A thread of its own: making a document takes the processor for as long as a hundred answers.
const task = workerData as DocumentTask;
const printed = "printed" in task ? task.printed : ofVersion(task);
if (!printed) parentPort!.postMessage({ refused: true } satisfies MadeDocument);
else {
  const bytes = task.format === "pdf" ? await policyAsPdf(printed) : await word(printed);
  parentPort!.postMessage({ bytes: Uint8Array.from(bytes) } satisfies MadeDocument);
}

function ofVersion({ version, text }: { readonly version: VersionFacts; readonly text: string }) {
  const read = readPolicyText(text);
  return read.ok ? printedPolicy(version, read.blocks) : undefined;
}

/** Its library is large, and read where it is needed. */
async function word(text: PrintedText): Promise<Buffer> {
  const { policyAsWord } = await import("./word-policy.ts");
  return await policyAsWord(text);
}
