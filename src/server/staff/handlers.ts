import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { sendLinks } from "./send-links.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

interface LinkRow {
  readonly person_id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly signed_in_at: Date | null;
}

/** What managers do for people who have no seat. */
export function staffHandlers(deps: Deps): HandlersOf<"staff"> {
  return {
    list: async ({ caller, tx }) => {
      const { rows } =
        await sql<LinkRow>`SELECT DISTINCT ON (l.person_id) l.person_id, l.created_at, l.expires_at, l.used_at,
          (SELECT max(s.created_at) FROM app.staff_sessions s WHERE s.company_id = l.company_id AND s.person_id = l.person_id) AS signed_in_at
        FROM app.staff_links l WHERE l.company_id = ${caller.companyId}
        ORDER BY l.person_id, l.created_at DESC, l.expires_at DESC`.execute(tx);
      const at = deps.now();
      return rows.map((row) => ({
        personId: row.person_id,
        sentAt: row.created_at.toISOString(),
        link: row.used_at ? ("used" as const) : row.expires_at > at ? ("open" as const) : ("expired" as const),
        signedInAt: row.signed_in_at?.toISOString() ?? null,
      }));
    },
    reminders: async ({ caller, tx }) => ({
      on: (
        await tx
          .selectFrom("app.companies")
          .select("reminds_staff")
          .where("id", "=", caller.companyId)
          .executeTakeFirstOrThrow()
      ).reminds_staff,
    }),
    remind: async ({ input: { on }, caller, tx }) => {
      await tx
        .updateTable("app.companies")
        .set({ reminds_staff: on })
        .where("id", "=", caller.companyId)
        .executeTakeFirstOrThrow();
      return { answer: { on }, entry: { subject: caller.companyId, details: { on } } };
    },
    send: ({ input, caller, tx }) => sendLinks(deps, tx, caller, input.personIds),
  };
}
