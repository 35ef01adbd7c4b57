import { getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

/** The projects that whoever asks audits, and until when. */
export const readScope: HandlersOf<"audit">["scope"] = async ({ input: { companyId }, tx }) => {
  const endsAt = await callFunction(tx, "app.audit_end", []);
  const projects = await tx
    .selectFrom("app.projects")
    .select(["id", "name", "framework"])
    .where("company_id", "=", companyId)
    .where("archived_at", "is", null)
    .orderBy("name")
    .execute();
  return {
    endsAt: endsAt?.toISOString() ?? null,
    projects: projects.map(({ framework, ...project }) => ({
      ...project,
      framework: framework as FrameworkKey,
      frameworkName: getFramework(framework as FrameworkKey).name,
    })),
  };
};
