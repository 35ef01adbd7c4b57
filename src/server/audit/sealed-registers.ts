import { findDocument, controlAnswered, getCheck } from "#catalog/index.ts";
import { registers } from "#catalog/registers/index.ts";
import type { CheckOutcome } from "#domain/verdict.ts";
import type { Register } from "#domain/registers/register.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { fail } from "../app-error.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { getItem, openItem } from "../evidence/open-item.ts";
import type { Keys } from "../keys/keys.ts";
import { isReadByAll } from "../registers/ledger-lines.ts";
import { lookAtExhibit, readPages } from "./sealed-exhibit.ts";

interface Deps {
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
}

interface Answer {
  readonly id: string;
  readonly outcome: CheckOutcome;
  readonly reason: string;
}

/**
 * The registers of an exhibit that checks or expected documents rest on, with what it says of those: nothing yet for some. Refuses
 * `not-found`.
 */
export function listSealedRegisters(deps: Deps): HandlersOf<"audit">["registers"] {
  return async ({ input: { companyId, evidenceId, on }, tx }) => {
    const found = await lookAtExhibit(tx, { companyId, evidenceId, on });
    if (!found) return evidenceId === undefined ? null : fail("not-found");
    const { pages: hashes, sealedAt, ...named } = found;
    const bytes = await openItem(deps, tx, companyId, await getItem(tx, companyId, found.evidenceId));
    const manifest = JSON.parse(await textOf(bytes)) as SnapshotManifest;
    const answers = await readAnswers(tx, companyId, found.evidenceId);
    const read = registers.filter(isReadByAll);
    const pages = await readPages(
      tx,
      companyId,
      { pages: hashes },
      read.map(({ key }) => key),
    );
    const shown = read.flatMap((register) => {
      const own = answers.filter(({ id }) => register.checks.includes(id) || register.documents.includes(id));
      const sealed = manifest.registers.find(({ key }) => key === register.key);
      // What has no verdict yet is read all the same, as far as it stands behind a control.
      return !sealed || register.checks.length + register.documents.length === 0
        ? []
        : [{ ...described(register, pages), confirmation: confirmationOf(sealed), answers: own.map(withTitle) }];
    });
    return { ...named, sealedAt: sealedAt.toISOString(), registers: shown };
  };
}

function described(register: Register, pages: readonly SnapshotPage[]) {
  const rows = pages.flatMap((page) => (page.register === register.key ? page.rows : []));
  const ended = rows.filter(({ state }) => state === "ended").length;
  return {
    key: register.key,
    label: register.label,
    summary: register.summary,
    current: rows.length - ended,
    ended,
    withheldFields: Object.values(register.fields).filter(({ personal, confidential }) => personal || confidential)
      .length,
  };
}

const withTitle = ({ id, outcome, reason }: Answer) => ({
  id,
  title: findDocument(id)?.document.title ?? getCheck(id).title,
  control: controlAnswered(id).id,
  outcome,
  reason,
});

/** The manifest may say more of a confirmation than this. */
function confirmationOf({ confirmation }: SnapshotManifest["registers"][number]) {
  return confirmation && { count: confirmation.count, at: confirmation.at, until: confirmation.until };
}

/** From the worst to the best: a check that is asked of several systems is as good as the worst answer. */
const worst: readonly CheckOutcome[] = ["fail", "unknown", "pass", "not applicable"];

async function readAnswers(tx: Tx, companyId: string, evidenceId: string): Promise<readonly Answer[]> {
  const rows = await tx
    .selectFrom("app.check_results")
    .select(["check_id as id", "outcome", "reason"])
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", evidenceId)
    .orderBy("check_id")
    .execute();
  const answers = rows.map((row) => ({ ...row, outcome: row.outcome as CheckOutcome }));
  return [...Map.groupBy(answers, ({ id }) => id).values()].map((own) => own.toSorted(byOutcome)[0]!);
}

const byOutcome = (a: Answer, b: Answer) => worst.indexOf(a.outcome) - worst.indexOf(b.outcome);

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
