import { sayEvent } from "#catalog/activity.ts";
import { sql } from "kysely";
import { findPeople } from "../activity/record.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { getOwnMatter } from "./matter-list.ts";

/** What happened in a matter, the newest first, in its own record. */
export const readLog: HandlersOf<"matters">["log"] = async ({ input: { companyId, matterId, after, limit }, tx }) => {
  await getOwnMatter(tx, companyId, matterId);
  const names = new Map((await findPeople(tx)).map(({ id, name }) => [id, name]));
  const before = after ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<{
    seq: number;
    at: Date;
    event: string;
    actor_id: string;
    subject: string;
    details: string;
  }>`(SELECT seq, at, event, actor_id, subject, details FROM app.ledger_acts
      WHERE company_id = ${companyId} AND matter_id = ${matterId} AND seq < ${before} ORDER BY seq DESC LIMIT ${limit + 1})
    UNION ALL
    (SELECT ledger_index, filed_at, 'evidence.filed', filed_by, id::text,
        jsonb_build_object('name', name, 'exhibit', 'EX-' || lpad(number::text, greatest(6, length(number::text)), '0'))::text
      FROM app.evidence WHERE company_id = ${companyId} AND matter_id = ${matterId} AND ledger_index < ${before}
      ORDER BY number DESC LIMIT ${limit + 1})
    ORDER BY seq DESC LIMIT ${limit + 1}`.execute(tx);
  const entries = rows.slice(0, limit).map(({ seq, at, event, actor_id: actor, subject, details }) => ({
    index: seq,
    at: at.toISOString(),
    event,
    person: names.get(actor) ?? "A former member",
    sentence: sayEvent(event, {
      subject,
      details: JSON.parse(details) as Record<string, unknown>,
      nameOf: (id) => names.get(id),
    }),
  }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.index ?? null) : null };
};
