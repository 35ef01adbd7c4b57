import type pg from "pg";
import type { Connector } from "#connectors/connector.ts";
import type { Exception } from "#connectors/exceptions.ts";
import { digestOf } from "../connections/exhibit-document.ts";
import { collect, sampleDocument } from "./sample-collected.ts";
import type { Collection } from "./sample-collected.ts";

const HOUR_MS = 60 * 60_000;

interface RunFacts {
  readonly companyId: string;
  readonly id: string;
  readonly connector: Connector;
  /** The item that says it. */
  readonly evidenceId: string;
  readonly collectedAt: Date;
  /** Decisions that leave something out of it. */
  readonly exceptions: readonly Exception[];
}

/** One run of the sample account; answers with its id, and what it says. */
export async function addRun(
  admin: pg.ClientBase,
  { companyId, id, connector, evidenceId, collectedAt, exceptions }: RunFacts,
): Promise<{ readonly runId: string; readonly results: Collection["results"] }> {
  const collection = await collect(connector, collectedAt);
  const { items, steps, results } = collection;
  // The same as the next run's, which then has nothing new to say.
  const digest = digestOf(sampleDocument(connector, collection, collectedAt.toISOString(), exceptions));
  const { rows } = await admin.query<{ id: string }>(
    `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, started_at, finished_at, steps_done,
        steps_total, items, requests, steps, outcomes, observed_at, digest, evidence_id)
      VALUES ($1, $2, $3, 'scheduled', 'done', $3, $3, $4, $4, $5, 0, $6, $7, $3, $8, $9) RETURNING id`,
    [
      companyId,
      id,
      collectedAt,
      steps.length,
      items.length,
      JSON.stringify(steps),
      JSON.stringify(Object.fromEntries(results.map(({ checkId, outcome }) => [checkId, outcome]))),
      digest,
      evidenceId,
    ],
  );
  return { runId: rows[0]!.id, results };
}

/** The newest run of the sample account, with where each check has stood since `at`. */
export async function addNewestRun(admin: pg.ClientBase, facts: RunFacts & { readonly at: Date }): Promise<void> {
  const { companyId, id, at, collectedAt } = facts;
  const { runId, results } = await addRun(admin, facts);
  for (const { checkId, version, outcome, reason, observations } of results) {
    const of = (wanted: string) => observations.filter((observation) => observation.outcome === wanted);
    // What fails began to with the item that says so, so that the day behind a visit has an hour in which something changed.
    const since = outcome === "fail" ? collectedAt : at;
    const open = [...of("fail"), ...of("unknown")];
    await admin.query(
      `INSERT INTO app.connection_checks (company_id, connection_id, check_id, version, outcome, reason, passing, failing,
          unknown, open, since, last_passed_at, observed_at, run_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        companyId,
        id,
        checkId,
        version,
        outcome,
        reason,
        of("pass").length,
        of("fail").length,
        of("unknown").length,
        JSON.stringify(open.map(({ resource, ...seen }) => ({ ...resource, ...seen }))),
        since,
        outcome === "pass" ? collectedAt : outcome === "fail" ? new Date(since.getTime() - HOUR_MS) : null,
        collectedAt,
        runId,
      ],
    );
    for (const { resource, observed, wanted } of of("fail"))
      await admin.query(
        `INSERT INTO app.resource_changes (company_id, connection_id, run_id, check_id, resource_type, resource_id, label,
            was, became, observed, wanted, after, before)
          VALUES ($1, $2, $3, $4, $5, $6, $7, 'pass', 'fail', $8, $9, $10, $11)`,
        [
          companyId,
          id,
          runId,
          checkId,
          resource.type,
          resource.id,
          resource.label,
          observed,
          wanted,
          new Date(since.getTime() - HOUR_MS),
          since,
        ],
      );
  }
}
