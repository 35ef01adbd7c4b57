import { parentPort, workerData } from "node:worker_threads";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { documentBytes } from "./document-bytes.ts";
import type { DocumentFormat, MadeDocument } from "./document-bytes.ts";
import { printedPolicy } from "./printed-policy.ts";
import type { VersionFacts } from "./printed-policy.ts";

/** A version that is printed. */
export interface DocumentTask {
  readonly format: DocumentFormat;
  readonly version: VersionFacts;
  readonly text: string;
}

// A thread of its own: making a document takes the processor for as long as a hundred answers.
const { format, version, text } = workerData as DocumentTask;
const read = readPolicyText(text);
const made: MadeDocument = read.ok
  ? await documentBytes(format, printedPolicy(version, read.blocks))
  : { refused: true };
parentPort!.postMessage(made);
