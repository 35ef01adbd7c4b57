import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { eventOfStatus, isExpiring, nextLook } from "#domain/standing.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { DB } from "../db/types.gen.ts";
import { judgeControls } from "./control-states.ts";
import type { ControlState } from "./control-states.ts";
import { checksOf, evidenceOf } from "./facts.ts";
import type { FactsRow } from "./facts.ts";
import { INSTALLATION } from "../installation.ts";

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly now: () => Date;
  readonly log: Logger;
}

const BATCH = 20;
/** How long a company stays with who claimed it, and how long one that could not be judged waits for the next try. */
const LEASE_SECONDS = 60;

/**
 * Judges every company whose ledger has grown or whose next moment has come, and writes down what changed. A company is
 * claimed under a lease: a process that is killed leaves it to the next, and one that cannot be judged keeps nobody waiting.
 */
export async function judgeCompanies({ worker, now, log }: Deps, signal: AbortSignal): Promise<void> {
  for (let claimed = BATCH; claimed === BATCH && !signal.aborted;) {
    const { rows } = await sql<{ company: string }>`
      SELECT app.claim_judgements(${now()}, ${LEASE_SECONDS}, ${BATCH}) AS company`.execute(worker);
    for (const { company } of rows) {
      try {
        await judgeCompany(worker, company, now());
      } catch (error) {
        log.warn({ err: error, company }, "a company could not be judged and will be tried again");
      }
    }
    claimed = rows.length;
  }
}

async function judgeCompany(worker: Kysely<DB>, company: string, now: Date): Promise<void> {
  const { rows } = await sql<{ facts: FactsRow | null }>`
    SELECT app.facts_to_judge(${company}, ${now}) AS facts`.execute(worker);
  const facts = rows[0]?.facts;
  if (!facts) return;
  const decisions = new Map(facts.decisions.map((row) => [row.control_id, row]));
  const states = judgeControls(now, checksOf(facts), evidenceOf(facts), decisions);
  const before = new Map(facts.standings.map((row) => [row.control_id, row.status]));
  const standings = states.map((state) => {
    const was = before.get(state.control.id);
    return { ...standingOf(state, now), ...(was && was !== state.status && entryOf(state, was)) };
  });
  await sql`SELECT app.record_judgement(${company}, ${now}, ${facts.version}, ${facts.size}, ${nextMoment(states, now)},
    ${JSON.stringify(standings)})`.execute(worker);
}

const standingOf = ({ control, status, reason, end, lastTestedAt }: ControlState, now: Date) => ({
  control_id: control.id,
  status,
  reason,
  holds_until: end?.at.toISOString() ?? null,
  rests_on: end?.number ?? null,
  tested_at: lastTestedAt?.toISOString() ?? null,
  expiring: isExpiring(status, end, now),
});

/** The text that a change of status commits the ledger to, salted as every act's. */
function entryOf({ control, status, reason }: ControlState, was: string) {
  const salt = randomBytes(16);
  const about = { by: INSTALLATION, event: eventOfStatus[status], subject: control.id };
  const details = canonicalJson({ ...about, control: control.title, reason, was });
  const commitment = createHmac("sha256", salt).update(details).digest("base64");
  return { act_id: randomUUID(), details, salt: salt.toString("base64"), commitment };
}

/** When the first of these is to be looked at again, though nothing happens. */
function nextMoment(states: readonly ControlState[], now: Date): Date | null {
  const looks = states.flatMap(({ status, end }) => nextLook(status, end, now)?.getTime() ?? []);
  return looks.length > 0 ? new Date(Math.min(...looks)) : null;
}
