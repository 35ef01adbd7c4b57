import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { eventOfStatus, isExpiring, nextLook } from "#domain/standing.ts";
import { nextScopeEnd } from "#domain/scope.ts";
import { saysTooLittle } from "#domain/verdict.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { judgeControls } from "#judge/control-states.ts";
import type { ControlState } from "#judge/control-states.ts";
import { settledChecks } from "./failing-checks.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { testsFrom } from "../manual-tests/read-tests.ts";
import type { TestFacts } from "../manual-tests/read-tests.ts";
import { scopeFrom } from "../systems/read-scope.ts";
import { factsToJudge, readFacts } from "./facts.ts";
import { INSTALLATION } from "../installation.ts";

/**
 * The rule by which controls are judged, written beside each status. 1 let a control pass by one valid item; 2 asks for every check and
 * every expected document.
 */
export const RULE = 2;

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly now: () => Date;
  /** The judge whose sources judge here; without it entries name none. */
  readonly judge?: Pick<JudgeFile, "sha256"> | undefined;
}

/**
 * Judges a company whose ledger has grown or whose next moment has come, and writes down what changed. Two at once write one
 * judgement: the other's is thrown away.
 */
export function judgementJobs({ worker, now, judge }: Deps): JobHandler {
  return async ({ companyId }) => {
    if (companyId === undefined) return;
    const at = now();
    const [found] = await callFunction(worker, "app.judgement_due", [companyId, at]);
    return {
      next: (found?.due ? await judgeCompany(worker, companyId, at, judge?.sha256) : found?.next_at) ?? undefined,
    };
  };
}

/** Answers when the company is to be judged again though nothing happens. */
async function judgeCompany(
  worker: Kysely<DB>,
  company: string,
  now: Date,
  judge: string | undefined,
): Promise<Date | null> {
  const found = await callFunction(worker, "app.facts_to_judge", [company, now]);
  if (found === null) return null;
  const facts = readFacts(found);
  // Read after the ledger's size: what is tested in between is judged again, and never overlooked.
  const tests = testsFrom((await callFunction(worker, "app.tests_of", [company])) as TestFacts);
  const states = judgeControls(factsToJudge(facts, now, tests));
  const before = new Map(facts.standings.map((row) => [row.control_id, row.status]));
  const standings = states.map((state) => {
    const was = before.get(state.control.id);
    return { ...standingOf(state, now), ...(was && was !== state.status && entryOf(state, was, judge)) };
  });
  const next = nextMoment(states, nextScopeEnd(scopeFrom(facts.scope), now), now);
  const judgement = [company, now, facts.version, facts.size, next, JSON.stringify(standings), RULE] as const;
  const isWritten = await callFunction(worker, "app.record_judgement", [...judgement]);
  // Another one judged meanwhile, on facts that may be older than ours.
  if (!isWritten) return now;
  await callFunction(worker, "app.end_acceptances", [company, settledChecks(states), facts.size, now]);
  return next;
}

const standingOf = ({ control, status, reason, end, lastTestedAt, basis }: ControlState, now: Date) => ({
  control_id: control.id,
  status,
  reason,
  holds_until: end?.at.toISOString() ?? null,
  rests_on: end?.number ?? null,
  tested_at: lastTestedAt?.toISOString() ?? null,
  basis,
  expiring: isExpiring(status, end, now),
});

/** The text that a change of status commits the ledger to, salted as every act's. */
function entryOf({ control, status, reason }: ControlState, was: string, judge: string | undefined) {
  const salt = randomBytes(16);
  const about = { by: INSTALLATION, event: eventOfStatus[status], subject: control.id };
  const details = canonicalJson({ ...about, control: control.title, ...(judge && { judge }), reason, rule: RULE, was });
  const commitment = createHmac("sha256", salt).update(details).digest("base64");
  return { act_id: randomUUID(), details, salt: salt.toString("base64"), commitment };
}

/** When the first of these is to be looked at again, though nothing happens: also when a decision about scope ends. */
function nextMoment(states: readonly ControlState[], scopeEnd: Date | null, now: Date): Date | null {
  const looks = states.flatMap(({ status, end }) => nextLook(status, end, now)?.getTime() ?? []);
  // Once a report of less than a part is too old to count, what another source passed may stand.
  const doubts = states.flatMap(({ checks }) => checks.flatMap(({ answers }) => answers.filter(saysTooLittle)));
  looks.push(...doubts.map(({ validUntil }) => validUntil.getTime()).filter((moment) => moment > now.getTime()));
  if (scopeEnd) looks.push(scopeEnd.getTime());
  return looks.length > 0 ? new Date(Math.min(...looks)) : null;
}
