import type { FailureName } from "#contract/failures.ts";
import { exportStanding } from "#domain/export-run.ts";
import type { ExportState } from "#domain/export-run.ts";
import type { Tx } from "../db/as-caller.ts";
import { presentProgress } from "../jobs/progress.ts";
import { fail } from "../app-error.ts";

const columns = [
  "id",
  "project_id",
  "requested_by",
  "created_at",
  "ledger_size",
  "format",
  "collected_from",
  "collected_to",
  "state",
  "step",
  "done",
  "total",
  "failure",
  "items",
  "bytes",
  "sha256",
  "moved_at",
  "finished_at",
] as const;

const LISTED = 100;

/** The company's newest exports. */
export async function listExports(tx: Tx, companyId: string) {
  return await tx
    .selectFrom("app.exports")
    .select(columns)
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .limit(LISTED)
    .execute();
}

/** One export; refuses `not-found`. */
export async function getExport(tx: Tx, companyId: string, exportId: string) {
  const row = await tx
    .selectFrom("app.exports")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", exportId)
    .executeTakeFirst();
  return row ?? fail("not-found");
}

export type ExportRow = Awaited<ReturnType<typeof getExport>>;

interface NewExport {
  readonly companyId: string;
  readonly id: string;
  readonly projectId: string | undefined;
  readonly userId: string;
  readonly at: Date;
  readonly ledgerSize: number;
  readonly format: "bundle" | "oscal";
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly step: string;
}

/** Writes down that an export was asked for. */
export async function insertExport(tx: Tx, asked: NewExport): Promise<ExportRow> {
  return await tx
    .insertInto("app.exports")
    .values({
      company_id: asked.companyId,
      id: asked.id,
      project_id: asked.projectId ?? null,
      requested_by: asked.userId,
      created_at: asked.at,
      moved_at: asked.at,
      ledger_size: asked.ledgerSize,
      format: asked.format,
      collected_from: asked.from ?? null,
      collected_to: asked.to ?? null,
      step: asked.step,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

type Change = Partial<Pick<ExportRow, "step" | "done" | "total" | "items" | "bytes">> & {
  readonly state: ExportState;
  readonly failure?: FailureName | null;
  readonly sha256?: Buffer;
  readonly finished_at?: Date | null;
};

/** Writes down how an export goes on. Undefined when it is in none of the states `from` any more. */
export async function moveExport(
  tx: Tx,
  { companyId, exportId, at }: { readonly companyId: string; readonly exportId: string; readonly at: Date },
  from: readonly ExportState[],
  change: Change,
): Promise<ExportRow | undefined> {
  return await tx
    .updateTable("app.exports")
    .set({ ...change, moved_at: at })
    .where("company_id", "=", companyId)
    .where("id", "=", exportId)
    .where("state", "in", from)
    .returning(columns)
    .executeTakeFirst();
}

/** An export's row as it stands now, also when nobody was there to write down that it had failed. */
export function standingOf(row: ExportRow, now: Date): ExportRow {
  const standing = exportStanding(
    { state: row.state as ExportState, createdAt: row.created_at, movedAt: row.moved_at },
    now,
  );
  return { ...row, state: standing.state, failure: standing.failure ?? row.failure };
}

interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

/** An export as the API shows it. */
export function presentExport(row: ExportRow, { people, projects }: Names, now: Date) {
  const name = people.get(row.requested_by);
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_id === null ? null : (projects.get(row.project_id) ?? null),
    format: row.format as "bundle" | "oscal",
    from: row.collected_from,
    to: row.collected_to,
    fileName: fileNameOf(row),
    requestedBy: name === undefined ? null : { id: row.requested_by, name },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: presentProgress(standingOf(row, now)),
    items: row.items,
    bytes: row.bytes,
    sha256: row.sha256?.toString("hex") ?? null,
  };
}

/** What a downloaded export is called. */
export function fileNameOf(row: Pick<ExportRow, "id" | "created_at" | "format">): string {
  const name = `${row.created_at.toISOString().slice(0, 10)}-${row.id.slice(0, 8)}`;
  return row.format === "oscal" ? `assessment-results-${name}.json` : `exhibit-bundle-${name}.zip`;
}
