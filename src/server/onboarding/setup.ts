import { sql } from "kysely";
import { setupClock, setupSteps } from "#domain/setup-clock.ts";
import type { SetupStep } from "#domain/setup-clock.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** How far a company is on its way to the first control report. */
export async function setupOf(tx: Tx, companyId: string, now: Date) {
  const { rows } = await sql<Record<SetupStep, Date | null>>`SELECT c.created_at AS company,
      (SELECT p.first_submitted_at FROM app.organization_profiles p WHERE p.company_id = c.id) AS profile,
      (SELECT min(p.created_at) FROM app.projects p WHERE p.company_id = c.id) AS project,
      (SELECT e.filed_at FROM app.evidence e WHERE e.company_id = c.id AND e.matter_id IS NULL
        ORDER BY e.number LIMIT 1) AS evidence,
      (SELECT r.at FROM app.first_reports r WHERE r.company_id = c.id) AS report
    FROM app.companies c WHERE c.id = ${companyId}`.execute(tx);
  const reached = rows[0] ?? fail("not-found");
  const { signed_up_at: signedUpAt, began_here: beganHere } = await callFunction(tx, "app.owner_sign_up", []);
  return {
    signedUpAt: signedUpAt?.toISOString() ?? null,
    firstReportAt: reached.report?.toISOString() ?? null,
    clock: setupClock({ signedUpAt, beganHere: beganHere ?? false, reached, now }),
    steps: setupSteps.map((step) => ({ step, at: reached[step]?.toISOString() ?? null })),
  };
}
