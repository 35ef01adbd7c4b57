import type { HandlersOf } from "../endpoints/handler.ts";
import { getAuditor } from "./auditor-list.ts";
import { endOf, namesOfAll } from "./bounds.ts";

interface Deps {
  readonly now: () => Date;
}

/**
 * Changes what an auditor reads, and until when; one who had ended may read again. Refuses `not-found`, `audit-too-long` and
 * `no-such-project`.
 */
export function changeAuditor({ now }: Deps): HandlersOf<"auditors">["change"] {
  return async ({ input: { companyId, auditorId, projects, endsOn }, tx }) => {
    const before = await getAuditor(tx, companyId, now(), auditorId);
    const names = await namesOfAll(tx, companyId, projects);
    await tx
      .updateTable("app.auditors")
      .set({ ends_at: endOf(endsOn, now()), ended_at: null })
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
  };
}
