import { sql } from "kysely";
import type { CompanyRole } from "#domain/access.ts";
import { alertKindKeys, alertKinds } from "#domain/ledger-events.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Services } from "../services.ts";
import type { AskingMember, HandlersOf } from "./handlers.ts";

async function preferencesOf(tx: Tx, { companyId, userId, role }: AskingMember, now: Date) {
  const rows = await tx
    .selectFrom("app.alert_preferences")
    .select(["kind", "by_mail"])
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
    kinds: alertKindKeys.map((kind) => ({
      kind,
      byMail: rows.find((row) => row.kind === kind)?.by_mail ?? (alertKinds[kind].onForManagers && manages(role)),
    })),
    mutedUntil: mute && mute.until > now ? mute.until.toISOString() : null,
  };
}

const manages = (role: CompanyRole) => role === "owner" || role === "admin";

export function alertPreferenceHandlers({ now }: Services): HandlersOf<"alertPreferences"> {
  return {
    get: ({ caller, tx }) => preferencesOf(tx, caller, now()),
    set: async ({ input: { kinds = [], mutedUntil }, caller, tx }) => {
      const before = await preferencesOf(tx, caller, now());
      for (const { kind, byMail } of kinds) {
        // What did not change keeps the time since when it holds.
        if (before.kinds.some((one) => one.kind === kind && one.byMail === byMail)) continue;
        await sql`INSERT INTO app.alert_preferences (company_id, user_id, kind, by_mail)
          VALUES (${caller.companyId}, ${caller.userId}, ${kind}, ${byMail})
          ON CONFLICT (company_id, user_id, kind) DO UPDATE SET (by_mail, since) = (excluded.by_mail, now())`.execute(
          tx,
        );
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
      const chosen = answer.kinds.filter(({ byMail }) => byMail).map(({ kind }) => kind);
      return { answer, entry: { subject: caller.userId, details: { kinds: chosen, mutedUntil: answer.mutedUntil } } };
    },
  };
}
