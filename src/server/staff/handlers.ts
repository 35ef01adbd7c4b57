import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { readDue } from "./read-due.ts";
import { sendLinks } from "./send-links.ts";
import { listUnvouched, vouchFor } from "./vouch-addresses.ts";

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
    reminders: async ({ caller: { companyId }, tx }) => {
      const { reminds_staff: on } = await tx
        .selectFrom("app.companies")
        .select("reminds_staff")
        .where("id", "=", companyId)
        .executeTakeFirstOrThrow();
      return { on, stopped: await readStopped(tx, companyId) };
    },
    remind: async ({ input: { on }, caller, tx }) => {
      await tx
        .updateTable("app.companies")
        .set({ reminds_staff: on })
        .where("id", "=", caller.companyId)
        .executeTakeFirstOrThrow();
      return { answer: { on }, entry: { subject: caller.companyId, details: { on } } };
    },
    due: ({ input, caller, tx }) => readDue(tx, caller.companyId, deps.now(), input),
    addresses: ({ input, caller, tx }) => listUnvouched(tx, caller, input.skip),
    vouch: ({ input, caller, tx }) => vouchFor(tx, caller, input.addresses, deps.now()),
    send: ({ input, caller, tx }) => sendLinks(deps, tx, caller, input.personIds),
  };
}

/** Who stopped their reminders and still works here; managers speak with them instead. */
async function readStopped(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT r.fields ->> 'name' AS name FROM app.staff_reminders m JOIN app.records r ON r.company_id = m.company_id AND r.id = m.person_id
    WHERE m.company_id = ${companyId} AND m.stopped_at IS NOT NULL AND r.ended_at IS NULL ORDER BY 1 LIMIT 100`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}
