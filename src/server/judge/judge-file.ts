import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createContext, runInContext } from "node:vm";
import type { Kysely } from "kysely";
import type { Judge } from "#domain/judge/contract.ts";
import type { OwnJudge } from "#domain/judge/judges.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";

/** The judge that was built from the sources of this process. */
export interface JudgeFile {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly code: string;
}

/** Reads the judge as it is now; undefined where it has not been built, and verdicts then name no judge. */
export async function readJudgeFile(file: string): Promise<JudgeFile | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && { sha256: createHash("sha256").update(bytes).digest("hex"), code: bytes.toString("utf8") };
}

/** Runs our own judge, which sees nothing of Node. Not for anybody else's: a context of Node is no wall. */
export function runOwnJudge({ sha256, code }: JudgeFile): OwnJudge & Judge {
  const context = createContext({});
  runInContext(code, context);
  const { version, judge } = (context as { readonly exhibitJudge: Judge }).exhibitJudge;
  return { sha256, version, judge };
}

/** Keeps a judge's code for bundles of later days, once. */
export async function keepJudge(worker: Kysely<DB>, { sha256, code }: JudgeFile, version: string): Promise<void> {
  const isMissing = await callFunction(worker, "app.keep_judge", [sha256, version, null]);
  if (isMissing) await callFunction(worker, "app.keep_judge", [sha256, version, code]);
}
