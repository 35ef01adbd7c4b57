import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { getAuditor, listAuditors } from "./auditor-list.ts";
import { changeAuditor } from "./change.ts";
import { inviteAuditor } from "./invite.ts";
import { listViews } from "./list-views.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

export function auditorHandlers(deps: Deps): HandlersOf<"auditors"> {
  const { now } = deps;
  return {
    list: ({ input, tx }) => listAuditors(tx, input.companyId, now()),
    invite: inviteAuditor(deps),
    change: changeAuditor(deps),
    end: async ({ input: { companyId, auditorId }, tx }) => {
      const { name, userId, live } = await getAuditor(tx, companyId, now(), auditorId);
      if (!live) return { answer: {}, entry: "unchanged" as const };
      await tx
        .updateTable("app.auditors")
        .set({ ended_at: now() })
        .where("company_id", "=", companyId)
        .where("id", "=", auditorId)
        .execute();
      return { answer: {}, entry: { subject: userId, details: { name } } };
    },
    views: listViews(deps),
  };
}
