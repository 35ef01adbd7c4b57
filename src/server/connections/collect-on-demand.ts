import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { askForRun } from "./own-connection.ts";
import { getRun } from "./run-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Asks for a run now. Refuses `connection-not-ready`. */
export function collectOnDemand({ now }: Deps): HandlersOf<"connections">["collect"] {
  return async ({ input: { companyId, connectionId }, caller, tx }) => {
    const { rows } = await sql<{ provider: string; state: string }>`SELECT provider, state FROM app.connections
      WHERE company_id = ${companyId} AND id = ${connectionId}`.execute(tx);
    const held = rows[0] ?? fail("not-found");
    if (held.state !== "connected") fail("connection-not-ready");
    const runId = await askForRun(tx, caller, connectionId, "asked", now());
    const { steps: _, ...run } = await getRun(tx, companyId, connectionId, runId);
    return { answer: run, entry: { subject: connectionId, details: { provider: held.provider, run: runId } } };
  };
}
