import { getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { projectProgress, projectStatus } from "#domain/project-status.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { ControlState } from "./control-states.ts";

export interface ProjectRow {
  id: string;
  name: string;
  framework: string;
  created_at: Date;
  started_at: Date | null;
  archived_at: Date | null;
}

/** A project with what the company's controls make of it now; a Draft counts nothing until it is started. */
export function presentProject(row: ProjectRow, states: readonly ControlState[]) {
  const statuses = states.map((state) => state.status);
  const status = projectStatus({ startedAt: row.started_at, archivedAt: row.archived_at, statuses });
  const all = projectProgress(statuses);
  const counted = row.started_at === null ? { ...all, passed: 0, percent: 0 } : all;
  return {
    id: row.id,
    name: row.name,
    framework: row.framework as FrameworkKey,
    frameworkName: getFramework(row.framework as FrameworkKey).name,
    status,
    controls: counted.total,
    controlsPassed: counted.passed,
    percent: counted.percent,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
    alreadyCovered: row.started_at === null ? all.passed : 0,
  };
}

/** What a project row is read with. */
export const projectColumns = ["id", "name", "framework", "created_at", "started_at", "archived_at"] as const;

/** The company's projects, newest first. */
export async function listProjects(tx: Tx, companyId: string): Promise<ProjectRow[]> {
  return await tx
    .selectFrom("app.projects")
    .select(projectColumns)
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** One project; refuses `not-found`. */
export async function getProject(tx: Tx, companyId: string, projectId: string): Promise<ProjectRow> {
  const row = await tx
    .selectFrom("app.projects")
    .select(projectColumns)
    .where("company_id", "=", companyId)
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row ?? refuse("not-found");
}
