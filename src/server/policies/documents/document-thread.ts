import { parentPort, workerData } from "node:worker_threads";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { policyAsPdf } from "./pdf-policy.ts";
import { printedPolicy } from "./printed-policy.ts";
import type { VersionFacts } from "./printed-policy.ts";

/** What the thread is given, and what it answers: the document, or that the text is none of a policy. */
export interface DocumentTask {
  readonly version: VersionFacts;
  readonly text: string;
  readonly format: "pdf" | "docx";
}
export type MadeDocument = { readonly bytes: Uint8Array } | { readonly refused: true };

// A thread of its own: making a document takes the processor for as long as a hundred answers.
const { version, text, format } = workerData as DocumentTask;
const read = readPolicyText(text);
if (!read.ok) parentPort!.postMessage({ refused: true } satisfies MadeDocument);
else {
  const policy = printedPolicy(version, read.blocks);
  const bytes = format === "pdf" ? await policyAsPdf(policy) : await word(policy);
  parentPort!.postMessage({ bytes: Uint8Array.from(bytes) } satisfies MadeDocument);
}

/** Its library is large, and read where it is needed. */
async function word(policy: ReturnType<typeof printedPolicy>): Promise<Buffer> {
  const { policyAsWord } = await import("./word-policy.ts");
  return await policyAsWord(policy);
}
