import { parentPort, workerData } from "node:worker_threads";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import type { KnownKeys } from "#domain/policies/policy-text.ts";

// A thread of its own: what somebody wrote is not read beside what answers others.
const { text, known } = workerData as { readonly text: string; readonly known: KnownKeys };
parentPort!.postMessage(readPolicyText(text, known));
