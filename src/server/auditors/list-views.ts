import { sayEvent } from "#catalog/activity.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { getAuditor } from "./auditor-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** What an auditor looked at, the newest first. Refuses `not-found`. */
export function listViews({ now }: Deps): HandlersOf<"auditors">["views"] {
  return async ({ input: { companyId, auditorId, after, limit }, tx }) => {
    const { userId } = await getAuditor(tx, companyId, now(), auditorId);
    const rows = await tx
      .selectFrom("app.ledger_acts")
      .select(["seq", "at", "event", "subject", "details"])
      .where("company_id", "=", companyId)
      .where("actor_id", "=", userId)
      .where("event", "=", "audit.viewed")
      .$if(after !== undefined, (asked) => asked.where("seq", "<", after!))
      .orderBy("seq", "desc")
      .limit(limit + 1)
      .execute();
    const entries = rows.slice(0, limit).map(({ seq, at, event, subject, details }) => ({
      index: seq,
      at: at.toISOString(),
      sentence: sayEvent(event, {
        subject,
        details: JSON.parse(details) as Record<string, unknown>,
        nameOf: () => undefined,
      }),
    }));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.index ?? null) : null };
  };
}
