import { sql } from "kysely";
import type { Connector } from "#connectors/connector.ts";
import type { Tx } from "../db/as-caller.ts";

type Outcome = "pass" | "fail" | "unknown" | "not applicable";

interface ChangeRow {
  readonly id: string;
  readonly check_id: string;
  readonly resource_type: string;
  readonly label: string;
  readonly was: Outcome | null;
  readonly became: Outcome | null;
  readonly observed: string;
  readonly wanted: string;
  readonly after: Date;
  readonly before: Date;
  readonly place: string;
}

/** What a page of changes is asked for by; `after` is the `next` of the page before. */
export interface ChangePage {
  readonly companyId: string;
  readonly connectionId: string;
  readonly checkId?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Which resources changed, and between which two runs, newest first. */
export async function listChanges(tx: Tx, page: ChangePage, connector: Connector | undefined) {
  const [at, id] = page.after?.split("_") ?? [];
  const { rows } =
    await sql<ChangeRow>`SELECT x.id, x.check_id, x.resource_type, x.label, x.was, x.became, x.observed, x.wanted,
      x.after, x.before, (extract(epoch FROM x.before) * 1000000)::bigint || '_' || x.id AS place
    FROM app.resource_changes x WHERE x.company_id = ${page.companyId} AND x.connection_id = ${page.connectionId}
      AND (${page.checkId ?? null}::text IS NULL OR x.check_id = ${page.checkId ?? null})
      AND (${id ?? null}::uuid IS NULL OR
        (x.before, x.id) < (timestamptz 'epoch' + ${at ?? null}::bigint * interval '1 microsecond', ${id ?? null}::uuid))
    ORDER BY x.before DESC, x.id DESC LIMIT ${page.limit + 1}`.execute(tx);
  const titles = new Map(connector?.checks.map((check) => [check.id, check.title]));
  const shown = rows.slice(0, page.limit);
  return {
    changes: shown.map((row) => ({
      id: row.id,
      checkId: row.check_id,
      checkTitle: titles.get(row.check_id) ?? row.check_id,
      type: row.resource_type,
      label: row.label,
      was: row.was,
      became: row.became,
      observed: row.observed,
      wanted: row.wanted,
      after: row.after.toISOString(),
      before: row.before.toISOString(),
    })),
    next: rows.length > page.limit ? shown.at(-1)!.place : null,
  };
}
