import type { Judge } from "#domain/judge/contract.ts";
import { judge } from "./judge.ts";

declare const JUDGE_VERSION: string;

(globalThis as { exhibitJudge?: Judge }).exhibitJudge = { version: JUDGE_VERSION, judge };
