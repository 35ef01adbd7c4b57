import { sql } from "kysely";
import { getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import type { DayRange } from "#domain/days-covered.ts";
import { nextThing } from "#domain/project-next.ts";
import { projectProgress, projectStatus } from "#domain/project-status.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { fail } from "../app-error.ts";
import type { ControlState } from "#judge/control-states.ts";
import { endsSoon } from "../controls/ends-soon.ts";
import { presentVerdict } from "../controls/present-control.ts";
import type { PresentedControl, PresentedVerdict } from "../controls/present-control.ts";

/** What was concluded about a control when its project was archived. */
type KeptControl = Pick<
  PresentedVerdict,
  "id" | "status" | "reason" | "evidenceCount" | "latestExhibit" | "lastTestedAt"
> &
  // Not of what was archived while one valid item made a control pass.
  Partial<Pick<PresentedVerdict, "progress" | "basis">>;

export interface ProjectRow {
  id: string;
  name: string;
  framework: string;
  created_at: Date;
  started_at: Date | null;
  archived_at: Date | null;
  archived_controls: unknown;
  window_from: string | null;
  window_to: string | null;
}

/**
 * A project with what the company's controls make of it now, or made of it when it was archived; a Draft counts nothing
 * until it is started.
 */
export function presentProject(row: ProjectRow, states: readonly ControlState[], owned: ReadonlySet<string>) {
  const controls = verdictsOf(row, states);
  const statuses = controls.map((control) => control.status);
  const status = projectStatus({
    startedAt: row.started_at,
    archivedAt: row.archived_at,
    statuses,
    owned: controls.every(({ id }) => owned.has(id)),
  });
  const all = projectProgress(statuses);
  const counted = row.started_at === null ? { ...all, passed: 0, percent: 0 } : all;
  const window = windowOf(row);
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
    window,
    next: nextThing({
      started: row.started_at !== null,
      archived: row.archived_at !== null,
      hasWindow: window !== null,
      controls: controls.map(({ id, title, status: of }) => ({ id, title, status: of, owned: owned.has(id) })),
    }),
    alreadyCovered: row.started_at === null && row.archived_at === null ? all.passed : 0,
  };
}

/** The 22 controls of a project as they are now; of an archived one as they were then. */
export function controlsOf(row: ProjectRow, states: readonly ControlState[], now: Date): PresentedControl[] {
  const soon = row.archived_at ? [] : states.map((state) => endsSoon(state, now));
  return verdictsOf(row, states).map((control, index) => ({ ...control, endsSoon: soon[index] ?? null }));
}

function verdictsOf(row: ProjectRow, states: readonly ControlState[]): PresentedVerdict[] {
  const now = states.map(presentVerdict);
  const kept = row.archived_at && (row.archived_controls as readonly KeptControl[] | null);
  if (!kept) return now;
  return now.map((control) => ({
    ...control,
    ...UNKNOWN,
    ...kept.find(({ id }) => id === control.id),
    next: null,
    until: null,
  }));
}

const UNKNOWN: Pick<PresentedVerdict, "progress" | "basis"> = {
  progress: { decided: 0, asked: 0 },
  basis: { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 },
};

/** What an archived project keeps of its controls, so that its figures stay what they were. */
export function keptControls(states: readonly ControlState[]): KeptControl[] {
  return states
    .map(presentVerdict)
    .map(({ id, status, reason, progress, basis, evidenceCount, latestExhibit, lastTestedAt }) => ({
      id,
      status,
      reason,
      progress,
      basis,
      evidenceCount,
      latestExhibit,
      lastTestedAt,
    }));
}

/** The controls that an active member owns. */
export async function readOwned(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set(await callFunction(tx, "app.owned_controls", []));
}

/** A project's audit window; null without one. */
export function windowOf({ window_from: from, window_to: to }: ProjectRow): DayRange | null {
  return from && to ? { from, to } : null;
}

/** What a project row is read with. A date stays a text: it has no time that a time zone could move. */
export const projectColumns = [
  "id",
  "name",
  "framework",
  "created_at",
  "started_at",
  "archived_at",
  "archived_controls",
  sql<string | null>`to_char(window_from, 'YYYY-MM-DD')`.as("window_from"),
  sql<string | null>`to_char(window_to, 'YYYY-MM-DD')`.as("window_to"),
] as const;

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
  return row ?? fail("not-found");
}
