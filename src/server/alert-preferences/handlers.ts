import { sql } from "kysely";
import type { CompanyRole } from "#domain/access.ts";
import { alertKindKeys, alertKinds } from "#domain/alert-kinds.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Caller } from "../endpoints/caller.ts";

interface Deps {
  readonly now: () => Date;
}

async function preferencesOf(tx: Tx, { companyId, userId, role }: Caller, now: Date) {
  const rows = await tx
    .selectFrom("app.alert_preferences")
    .select(["kind", "by_mail", "daily"])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .execute();
  const mute = await tx
    .selectFrom("app.alert_mutes")
    .select("until")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    kinds: alertKindKeys.map((kind) => {
      const row = rows.find((row) => row.kind === kind);
      return {
        kind,
        byMail:
          row?.by_mail ?? ("onForEveryone" in alertKinds[kind] || (alertKinds[kind].onForManagers && manages(role))),
        daily: row?.daily ?? false,
      };
    }),
    mutedUntil: mute && mute.until > now ? mute.until.toISOString() : null,
  };
}

const manages = (role: CompanyRole) => role === "owner" || role === "admin";

export function alertPreferenceHandlers({ now }: Deps): HandlersOf<"alertPreferences"> {
  return {
    get: ({ caller, tx }) => preferencesOf(tx, caller, now()),
    set: async ({ input: { kinds = [], mutedUntil }, caller, tx }) => {
      const before = await preferencesOf(tx, caller, now());
      for (const { kind, byMail, daily } of kinds) {
        const old = before.kinds.find((item) => item.kind === kind);
        // What did not change keeps the time since when it holds.
        if (old?.byMail === byMail && old.daily === daily) continue;
        await sql`INSERT INTO app.alert_preferences AS p (company_id, user_id, kind, by_mail, daily)
          VALUES (${caller.companyId}, ${caller.userId}, ${kind}, ${byMail}, ${daily})
          ON CONFLICT (company_id, user_id, kind) DO UPDATE SET by_mail = excluded.by_mail, daily = excluded.daily,
            since = CASE WHEN p.by_mail = excluded.by_mail THEN p.since ELSE now() END`.execute(tx);
      }
      if (mutedUntil === null)
        await tx
          .deleteFrom("app.alert_mutes")
          .where("company_id", "=", caller.companyId)
          .where("user_id", "=", caller.userId)
          .execute();
      else if (mutedUntil !== undefined)
        await sql`INSERT INTO app.alert_mutes (company_id, user_id, until)
          VALUES (${caller.companyId}, ${caller.userId}, ${new Date(`${mutedUntil}T00:00:00Z`)})
          ON CONFLICT (company_id, user_id) DO UPDATE SET until = excluded.until`.execute(tx);
      const answer = await preferencesOf(tx, caller, now());
      const chosen = answer.kinds
        .filter(({ byMail }) => byMail)
        .map(({ kind, daily }) => (daily ? `${kind}, daily` : kind));
      return { answer, entry: { subject: caller.userId, details: { kinds: chosen, mutedUntil: answer.mutedUntil } } };
    },
  };
}
