import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { getCheck } from "#catalog/index.ts";
import type { Control } from "#catalog/types.ts";
import type { contract } from "#contract/index.ts";
import { isAccepted } from "#domain/manual-tests/acceptance.ts";
import type * as z from "zod";
import { failingChecks } from "../controls/failing-checks.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { namesOf } from "../manual-tests/names.ts";

type Listed = z.input<typeof contract.acceptedFailures.list.output>["acceptances"][number];

const MOST = 100;

/** What was accepted of a control's checks, newest first. */
export async function listAcceptances(tx: Tx, caller: Caller, control: Control, now: Date): Promise<Listed[]> {
  return await read(tx, caller, control, sql`true ORDER BY a.ledger_index DESC, a.id LIMIT ${MOST}`, now);
}

/** One acceptance. Refuses `not-found`. */
export async function getAcceptance(tx: Tx, caller: Caller, control: Control, id: string, now: Date): Promise<Listed> {
  const [found] = await read(tx, caller, control, sql`a.id = ${id}`, now);
  return found ?? fail("not-found");
}

interface Row {
  readonly id: string;
  readonly check_id: string;
  readonly reason: string;
  readonly treatment: string;
  readonly until: string;
  readonly accepted_by: string;
  readonly accepted_at: Date;
  readonly ended_at: Date | null;
  readonly ended_by: string | null;
  readonly ended_because: string | null;
  readonly is_newest: boolean;
}

async function read(
  tx: Tx,
  caller: Caller,
  control: Control,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<Listed[]> {
  const checks = control.checks.map(({ id }) => id);
  const { rows } =
    await sql<Row>`SELECT a.id, a.check_id, a.reason, a.treatment, to_char(a.until, 'YYYY-MM-DD') AS until, a.accepted_by,
      a.accepted_at, a.ended_at, a.ended_by, a.ended_because, NOT EXISTS (SELECT FROM app.accepted_failures n
        WHERE n.company_id = a.company_id AND n.check_id = a.check_id AND n.ledger_index > a.ledger_index) AS is_newest
    FROM app.accepted_failures a
    WHERE a.company_id = ${caller.companyId} AND a.check_id = ANY (${checks}::text[]) AND ${which}`.execute(tx);
  if (rows.length === 0) return [];
  const nameOf = await namesOf(
    tx,
    caller,
    rows.flatMap((row) => [row.accepted_by, row.ended_by]),
  );
  const failing = await failingChecks(tx, caller.companyId, now);
  return rows.map((row) => {
    const isFailing = failing.has(row.check_id);
    return {
      id: row.id,
      checkId: row.check_id,
      check: getCheck(row.check_id).title,
      reason: row.reason,
      treatment: row.treatment,
      until: row.until,
      acceptedBy: nameOf(row.accepted_by),
      acceptedAt: row.accepted_at.toISOString(),
      state: stateOf(row, isFailing, now),
      ended: row.ended_at && {
        by: row.ended_by && nameOf(row.ended_by),
        at: row.ended_at.toISOString(),
        reason: row.ended_because ?? "",
      },
    };
  });
}

function stateOf({ until, ended_at, is_newest }: Row, isFailing: boolean, now: Date): Listed["state"] {
  if (ended_at) return "ended";
  if (!is_newest) return "superseded";
  if (!isAccepted({ until, ended: false }, "fail", now)) return "expired";
  return isFailing ? "in force" : "not needed";
}
