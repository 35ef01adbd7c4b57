import { Worker } from "node:worker_threads";
import { allChecks } from "#catalog/index.ts";
import { policyFacts, policyTables } from "#catalog/policies/kinds.ts";
import type { KnownKeys, ReadPolicy } from "#domain/policies/policy-text.ts";
import { AppError } from "../app-error.ts";
import { readOnce } from "./read-once.ts";
import { threadEnv } from "../thread-env.ts";

const PATIENCE_MS = 5_000;
const known: KnownKeys = {
  checks: new Set(allChecks.map(({ id }) => id)),
  facts: new Set(policyFacts),
  tables: new Set(policyTables),
};

/** Refuses `policy-text` with the line and what is wrong there, where a text is not the Markdown of policies. */
export async function checkText(text: string): Promise<void> {
  const read = await readPolicy(text);
  if (read.ok) return;
  const { line, message } = read.problem;
  throw new AppError("policy-text", { message: `Line ${line}: ${message}`, data: { line } });
}

/** Reads a text as blocks: once, in a thread of its own, however often it is shown. */
export const readPolicy: (text: string) => Promise<ReadPolicy> = readOnce(readInThread, {
  // A company has some twenty policies, and everybody opens the same ones.
  texts: 500,
  characters: 8_000_000,
});

async function readInThread(text: string): Promise<ReadPolicy> {
  const worker = new Worker(new URL("./policy-thread.ts", import.meta.url), {
    workerData: { text, known },
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  try {
    return await new Promise<ReadPolicy>((resolve, reject) => {
      const timer = setTimeout(() => reject(new AppError("policy-text")), PATIENCE_MS);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        act();
      };
      worker.once("message", (read: ReadPolicy) => settle(() => resolve(read)));
      worker.once("error", (error) => settle(() => reject(error)));
    });
  } finally {
    void worker.terminate();
  }
}
