import { randomUUID } from "node:crypto";
import { exportSteps } from "#domain/export-run.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { getProject } from "../projects/projects.ts";
import { namesFor } from "./export-names.ts";
import { insertExport, presentExport } from "./export-rows.ts";

interface Deps {
  readonly signer: LedgerSigner;
  readonly now: () => Date;
}

/** Asks for an export of what the ledger holds now. Refuses `not-found`. */
export function createExport({ signer, now }: Deps): HandlersOf<"exports">["create"] {
  return async ({ input, caller, tx }) => {
    const { projectId, format, from, to } = input;
    if (projectId !== undefined) await getProject(tx, caller.companyId, projectId);
    const head = await newestCheckpoint(tx, signer, caller.companyId);
    const row = await insertExport(tx, {
      companyId: caller.companyId,
      id: randomUUID(),
      projectId,
      userId: caller.userId,
      at: now(),
      ledgerSize: head.size,
      format,
      from,
      to,
      step: exportSteps.waiting,
    });
    const details = { ledgerSize: head.size, project: projectId ?? null, format };
    const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return {
      answer: presentExport(row, await namesFor(tx, caller.companyId), now()),
      entry: { subject: row.id, details: { ...details, ...days } },
    };
  };
}
