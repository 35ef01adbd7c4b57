import { getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";

/** The projects that whoever asks audits, and until when. */
export const readScope: HandlersOf<"audit">["scope"] = async ({ input: { companyId }, tx }) => {
  const { rows } = await sql<{ ends_at: Date | null }>`SELECT app.audit_end() AS ends_at`.execute(tx);
  const projects = await tx
    .selectFrom("app.projects")
    .select(["id", "name", "framework"])
    .where("company_id", "=", companyId)
    .where("archived_at", "is", null)
    .orderBy("name")
    .execute();
  return {
    endsAt: rows[0]?.ends_at?.toISOString() ?? null,
    projects: projects.map(({ framework, ...project }) => ({
      ...project,
      framework: framework as FrameworkKey,
      frameworkName: getFramework(framework as FrameworkKey).name,
    })),
  };
};
