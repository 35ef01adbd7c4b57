import type pg from "pg";
import type { DemoApplication } from "./application.ts";
import { readExceptions } from "../connections/read-exceptions.ts";
import { nextSlot } from "../connections/slots.ts";
import { asCaller } from "../db/as-caller.ts";
import { recordAct } from "../ledger/record-act.ts";
import { demoAccounts } from "./accounts.ts";
import { CONNECTED, sampleAccounts } from "./sample-connectors.ts";
import { sampleConnector } from "./sample-connector.ts";
import { connectionId } from "./sample-collected.ts";
import { addNewestRun } from "./sample-runs.ts";

const HOUR_MS = 60 * 60_000;
/** Hours of runs behind a visit, and the one of them in which nothing was collected, counted back from its beginning. */
const HOURS = 48;
const MISSED = 7;
/** The hour whose item the others renew. */
const FILED = 10;

const connected = sampleAccounts.flatMap(({ provider }) => {
  const source = CONNECTED[provider];
  return source === undefined ? [] : [{ provider, source }];
});

interface SeedDeps {
  readonly app: DemoApplication;
  readonly admin: pg.ClientBase;
  readonly companyId: string;
  /** When they were connected. */
  readonly at: Date;
}

/** The sample company's connections. */
export async function seedConnections({ app, admin, companyId, at }: SeedDeps): Promise<void> {
  const owner = demoAccounts[0]!.userId;
  for (const { provider, source } of connected) {
    const sample = sampleAccounts.find((account) => account.provider === provider)!;
    const id = connectionId(provider);
    await asCaller(app.services.databases.user, { userId: owner, companyId }, (tx) =>
      recordAct(tx, { userId: owner }, "connection.connected", { subject: id, details: { provider } }),
    );
    await admin.query(
      `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, granted,
          created_by, created_at, connected_by, connected_at)
        VALUES ($1, $2, $3, 'sample', 'connected', $4, $5, $6, $7, $8, $9, $8, $9)`,
      [
        companyId,
        id,
        provider,
        sample.account.id,
        sample.account.label,
        source,
        sample.scopes.map(({ name }) => name),
        owner,
        at,
      ],
    );
  }
}

/**
 * What was collected last before the template's day, with where each check has stood since; what it says is on file as the newest
 * settings that are of that source. What each hour brought is written when a visit begins.
 */
export async function seedCollections({ app, admin, companyId, at }: SeedDeps, collectedAt: Date) {
  for (const { provider, source } of connected) {
    const connector = sampleConnector(sampleAccounts.find((account) => account.provider === provider)!);
    const { rows } = await admin.query<{ id: string }>(
      "SELECT id FROM app.evidence WHERE company_id = $1 AND source = $2 ORDER BY type = 'Config' DESC, type = 'Report' DESC, number DESC LIMIT 1",
      [companyId, source],
    );
    const id = connectionId(provider);
    const exceptions = await asCaller(app.services.databases.user, { userId: id, companyId }, (tx) =>
      readExceptions(tx, collectedAt),
    );
    await addNewestRun(admin, {
      companyId,
      id,
      exceptions,
      connector,
      evidenceId: rows[0]!.id,
      at,
      collectedAt,
    });
  }
}

/** Writes the hours before a visit, as a worker would have: one of them was missed, and stays a gap. */
export async function freshenConnections(client: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string; brought: Date }>(
    `SELECT k.id, max(r.slot) AS brought FROM app.connections k JOIN app.collection_runs r ON r.connection_id = k.id
      WHERE k.state = 'connected' GROUP BY k.id ORDER BY k.id`,
  );
  for (const [index, { id, brought }] of rows.entries()) {
    const next = nextSlot(id, { everyMinutes: 60, now });
    const last = new Date(next.getTime() - HOUR_MS);
    // The hour that the template's own run stands in is no gap.
    const gap = hourOf(last) - MISSED === hourOf(brought) ? MISSED + 1 : MISSED;
    await client.query(
      `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, started_at, finished_at, steps_done,
          steps_total, items, requests, steps, outcomes, observed_at, digest, evidence_id, unchanged)
        SELECT r.company_id, r.connection_id, s.slot, 'scheduled', CASE WHEN s.missed THEN 'missed' ELSE 'done' END,
          CASE WHEN s.missed THEN NULL ELSE s.slot END, CASE WHEN s.missed THEN NULL ELSE s.slot + interval '9 seconds' END,
          CASE WHEN s.missed THEN 0 ELSE r.steps_done END, CASE WHEN s.missed THEN 0 ELSE r.steps_total END,
          CASE WHEN s.missed THEN 0 ELSE r.items END, CASE WHEN s.missed THEN 0 ELSE r.requests END,
          CASE WHEN s.missed THEN '[]' ELSE r.steps END, CASE WHEN s.missed THEN '{}' ELSE r.outcomes END,
          CASE WHEN s.missed THEN NULL ELSE s.slot END, CASE WHEN s.missed THEN NULL ELSE r.digest END,
          CASE WHEN s.missed THEN NULL ELSE r.evidence_id END, NOT s.missed AND NOT s.filed
        FROM (SELECT * FROM app.collection_runs WHERE connection_id = $1 ORDER BY slot DESC LIMIT 1) r,
          (SELECT $2::timestamptz - n * interval '1 hour' AS slot, n = $3 AS missed, n = $5 AS filed
            FROM generate_series(0, $4::integer) n) s
        ON CONFLICT (company_id, connection_id, slot) DO NOTHING`,
      [id, last, index === 0 ? gap : -1, HOURS - 1, FILED],
    );
    await client.query("UPDATE app.connections SET planned_until = $2 WHERE id = $1", [id, last]);
    await client.query(
      `UPDATE app.connection_checks SET observed_at = $2, last_passed_at = CASE WHEN outcome = 'pass' THEN $2 ELSE last_passed_at END
        WHERE connection_id = $1`,
      [id, last],
    );
  }
}

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS);
