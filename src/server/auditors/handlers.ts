import { sql } from "kysely";
import { sayEvent } from "#catalog/activity.ts";
import { longestAuditMonths } from "#contract/auditors.ts";
import { getAuditor, listAuditors, projectNames } from "./auditor-list.ts";
import type { Tx } from "../db/as-caller.ts";
import { writeInvitation } from "../invitations/write-invitation.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60_000;

export function auditorHandlers(deps: Deps): HandlersOf<"auditors"> {
  const { now } = deps;

  /** The last instant of the day that was chosen, in UTC; refuses one that is over or too far away. */
  const endOf = (endsOn: string): Date => {
    const end = new Date(Date.parse(`${endsOn}T00:00:00.000Z`) + DAY_MS - 1);
    const latest = now();
    latest.setUTCMonth(latest.getUTCMonth() + longestAuditMonths);
    return end > now() && end.getTime() <= latest.getTime() + DAY_MS ? end : refuse("audit-too-long");
  };

  return {
    list: ({ input, tx }) => listAuditors(tx, input.companyId, now()),
    invite: async ({ input: { companyId, projects, endsOn, ...input }, caller, tx }) => {
      const email = input.email.toLowerCase();
      const endsAt = endOf(endsOn);
      const names = await namesOfAll(tx, companyId, projects);
      const { rows } = await sql<{ known: boolean }>`SELECT app.is_team_address(${email}) AS known`.execute(tx);
      if (rows[0]?.known) refuse("is-member");
      const audit = { projects: [...new Set(projects)], endsAt };
      const { answer, invitationId } = await writeInvitation(deps, tx, {
        companyId,
        email,
        role: "auditor",
        by: caller.userId,
        audit,
      });
      const details = { email, role: "auditor", projects: names, endsOn };
      return { answer, entry: { subject: invitationId, details } };
    },
    change: async ({ input: { companyId, auditorId, projects, endsOn }, tx }) => {
      const before = await getAuditor(tx, companyId, now(), auditorId);
      const names = await namesOfAll(tx, companyId, projects);
      await tx
        .updateTable("app.auditors")
        .set({ ends_at: endOf(endsOn), ended_at: null })
        .where("company_id", "=", companyId)
        .where("id", "=", auditorId)
        .execute();
      await tx
        .deleteFrom("app.auditor_projects")
        .where("company_id", "=", companyId)
        .where("auditor_id", "=", auditorId)
        .execute();
      const rows = [...new Set(projects)].map((project) => ({
        company_id: companyId,
        auditor_id: auditorId,
        project_id: project,
      }));
      await tx.insertInto("app.auditor_projects").values(rows).execute();
      const details = { name: before.name, projects: names, endsOn, before: before.endsAt.slice(0, 10) };
      return { answer: await getAuditor(tx, companyId, now(), auditorId), entry: { subject: before.userId, details } };
    },
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
    views: async ({ input: { companyId, auditorId, after, limit }, tx }) => {
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
        says: sayEvent(event, {
          subject,
          details: JSON.parse(details) as Record<string, unknown>,
          nameOf: () => undefined,
        }),
      }));
      return { entries, next: rows.length > limit ? (entries.at(-1)?.index ?? null) : null };
    },
  };
}

async function namesOfAll(tx: Tx, companyId: string, projects: readonly string[]): Promise<string[]> {
  const known = await projectNames(tx, companyId);
  return projects.map((id) => known.get(id) ?? refuse("no-such-project"));
}
