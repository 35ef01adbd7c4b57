import { randomUUID } from "node:crypto";
import type { FailureName } from "#contract/failures.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { pushToPull, ReaderLeft } from "../bundle/push-to-pull.ts";
import { writeBundle } from "../bundle/write-bundle.ts";
import type { Tx } from "../db/as-caller.ts";
import { MissingBlob } from "../evidence/artifacts.ts";
import { followProgress, presentProgress } from "../evidence/progress.ts";
import { getProject } from "../evidence/projects.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

const columns = [
  "id",
  "project_id",
  "requested_by",
  "created_at",
  "ledger_size",
  "state",
  "step",
  "done",
  "total",
  "failure",
  "sha256",
] as const;

async function getExport(tx: Tx, companyId: string, exportId: string) {
  const row = await tx
    .selectFrom("app.exports")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", exportId)
    .executeTakeFirst();
  return row ?? refuse("not-found");
}

type ExportRow = Awaited<ReturnType<typeof getExport>>;

function presentExport(row: ExportRow) {
  return {
    id: row.id,
    projectId: row.project_id,
    fileName: fileNameOf(row),
    createdAt: row.created_at.toISOString(),
    progress: presentProgress(row),
    sha256: row.sha256?.toString("hex") ?? null,
  };
}

function fileNameOf(row: { id: string; created_at: Date }): string {
  return `exhibit-bundle-${row.created_at.toISOString().slice(0, 10)}-${row.id.slice(0, 8)}.zip`;
}

function failureOf(error: unknown): FailureName {
  if (error instanceof ReaderLeft) return "export-interrupted";
  return error instanceof BrokenSeal || error instanceof MissingBlob ? "evidence-damaged" : "unexpected";
}

export function exportHandlers(services: Services): HandlersOf<"exports"> {
  const { signer, now } = services;
  return {
    list: async ({ input, tx }) => {
      const rows = await tx
        .selectFrom("app.exports")
        .select(columns)
        .where("company_id", "=", input.companyId)
        .orderBy("created_at", "desc")
        .limit(100)
        .execute();
      return rows.map(presentExport);
    },
    create: async ({ input, caller, tx }) => {
      if (input.projectId !== undefined) await getProject(tx, caller.companyId, input.projectId);
      const head = await newestCheckpoint(tx, signer, caller.companyId);
      const row = await tx
        .insertInto("app.exports")
        .values({
          company_id: caller.companyId,
          id: randomUUID(),
          project_id: input.projectId ?? null,
          requested_by: caller.userId,
          created_at: now(),
          ledger_size: head.size,
          step: "Waiting for the download to begin",
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return {
        answer: presentExport(row),
        entry: { subject: row.id, details: { ledgerSize: head.size, project: input.projectId ?? null } },
      };
    },
    progress: ({ input, within, request, caller }) =>
      followProgress(() => within((tx) => getExport(tx, caller.companyId, input.exportId)), request.signal),
    bundle: async ({ input, within, caller }) => {
      const plan = await within(async (tx) => {
        const row = await getExport(tx, caller.companyId, input.exportId);
        // What a bundle holds depends on what its reader may see, so it is made for the one who asked.
        if (row.requested_by !== caller.userId) refuse("forbidden");
        const company = await tx
          .selectFrom("app.companies")
          .select("name")
          .where("id", "=", caller.companyId)
          .executeTakeFirstOrThrow();
        const head = await tx
          .selectFrom("app.ledger_checkpoints")
          .select(["size", "root", "note"])
          .where("company_id", "=", caller.companyId)
          .where("size", "=", row.ledger_size)
          .executeTakeFirstOrThrow();
        const project = row.project_id === null ? undefined : await getProject(tx, caller.companyId, row.project_id);
        return {
          row,
          head,
          project,
          companyId: caller.companyId,
          companyName: company.name,
          issuedAt: row.created_at,
          number: `CR-${row.id.slice(0, 8)}`,
        };
      });
      const record = (
        change: Partial<Record<"state" | "step" | "failure", string>> & {
          done?: number;
          total?: number;
          sha256?: Buffer;
          finished_at?: Date;
        },
      ) =>
        within((tx) =>
          tx
            .updateTable("app.exports")
            .set(change)
            .where("company_id", "=", caller.companyId)
            .where("id", "=", input.exportId)
            .execute(),
        );
      const bytes = pushToPull(async (write) => {
        try {
          const sha256 = await writeBundle(
            services,
            plan,
            within,
            write,
            async (step, done, total) => void (await record({ state: "working", step, done, total })),
          );
          await record({ state: "done", step: "Complete", sha256, finished_at: now() });
        } catch (error) {
          await record({ state: "failed", failure: failureOf(error), finished_at: now() }).catch(() => {});
          throw error;
        }
      });
      return { fileName: fileNameOf(plan.row), mediaType: "application/zip", bytes };
    },
  };
}
