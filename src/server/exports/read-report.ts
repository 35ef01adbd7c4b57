import { collect } from "../bundle/collect.ts";
import { reportContent } from "../bundle/report/report-content.ts";
import { withdrawnItems } from "../bundle/withdrawn-items.ts";
import { renouncePrivilege } from "../db/without-privilege.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { lossesOf } from "../ledger/losses.ts";
import { getProject } from "../projects/projects.ts";
import { companyNameOf } from "./export-plan.ts";

interface Deps {
  readonly signer: LedgerSigner;
  readonly now: () => Date;
}

/** Exhibits that the page lists at its end; each control names its own beside that. */
const LISTED = 200;

/**
 * The report that an export of this moment would print, by the same functions and without what is privileged, for whom an access list
 * names, too. Refuses `not-found`, and what keeps a ledger from being signed.
 */
export function readReport({ signer, now }: Deps): HandlersOf<"exports">["report"] {
  return async ({ input: { projectId }, caller: { companyId }, tx }) => {
    await renouncePrivilege(tx);
    const project = await getProject(tx, companyId, projectId);
    const head = await newestCheckpoint(tx, signer, companyId);
    const losses = (await lossesOf(tx, companyId)).filter(({ index }) => index < head.size);
    const companyName = await companyNameOf(tx, companyId);
    const plan = { companyId, companyName, number: null, project, days: {}, issuedAt: now(), head, losses };
    // The head is the newest: what an item is called now is what it was called then.
    const collected = await collect(tx, plan, new Map());
    // Last, because the rest of the transaction sees what is withdrawn.
    const withdrawn = await withdrawnItems(tx, plan);
    return reportContent(plan, collected, { withdrawn, most: LISTED });
  };
}
