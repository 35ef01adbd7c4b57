import { sql } from "kysely";
import { exerciseReport } from "#catalog/printed/exercise-report.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { can, companyRoles } from "#domain/access.ts";
import { FILES_ITSELF_DAYS } from "#domain/incidents/exercise-report.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { AppError } from "../app-error.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import { recordAct } from "../ledger/record-act.ts";
import { submitPrinted } from "./submit-printed.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly now: () => Date;
}

const DOCUMENT = exerciseReport.document;
const incidents = findRegister("incidents")!;
/** What submitting refuses until something is done about it; the next look at the registers tries again. */
const notYet = new Set(["document-not-sealed", "document-not-ready", "already-filed-as", "item-not-under-control"]);

/** An exercise whose report is to be filed, with who closed it. */
interface Closed {
  readonly number: number;
  readonly closed_by: string;
}

/**
 * Files the report of exercises for whoever closed one, once another person has approved its record and the registers were sealed with it:
 * as they would submit it, for another person to review. Once for each closing: what is changed or approved again afterwards files none, and
 * one that is opened again and closed does. Whoever may not file any more files nothing: where several people closed exercises, the newest
 * of them who may file does. Running it again files nothing twice, and costs one query where no exercise waits for its report.
 */
export function exerciseReports({ databases, now }: Deps): (companyId: string) => Promise<void> {
  const submit = submitPrinted({ now });
  // What somebody could close in this company they could come in for: they had what it asks for.
  const asPerson = <T>(userId: string, companyId: string, work: Parameters<typeof asCaller<T>>[2]) =>
    asCaller(databases.user, { userId, companyId, secondFactor: true }, work);
  return async (companyId) => {
    const since = new Date(now().getTime() - FILES_ITSELF_DAYS * 86_400_000);
    const closed = await asPerson(companyId, companyId, async (tx) => {
      const { rows } = await sql<Closed>`SELECT r.number::integer AS number, c.changed_by AS closed_by
        FROM app.records r
        CROSS JOIN LATERAL (SELECT h.changed_by, h.changed_at, h.ledger_index, h.version FROM app.record_changes h
          WHERE h.company_id = r.company_id AND h.record_id = r.id
            AND jsonb_path_exists(h.changes, '$[*] ? (@.field == "closedAt" && @.before == null && @.after != null)')
          ORDER BY h.version DESC LIMIT 1) c
        CROSS JOIN LATERAL (SELECT min(h.ledger_index) AS ledger_index FROM app.record_changes h
          WHERE h.company_id = r.company_id AND h.record_id = r.id AND h.kind = 'approved' AND h.version > c.version) a
        WHERE r.company_id = ${companyId} AND r.register = ${incidents.key} AND r.matter_id IS NULL AND r.ended_at IS NULL
          AND r.approved_at IS NOT NULL AND NOT r.approved_alone AND r.fields ->> 'kind' = 'exercise' AND r.fields ->> 'closedAt' IS NOT NULL
          AND a.ledger_index IS NOT NULL AND r.changed_at > ${since} AND c.changed_at > ${since}
          AND NOT EXISTS (SELECT FROM app.document_filings f
            JOIN app.register_runs u ON u.company_id = f.company_id AND u.evidence_id = f.evidence_id
            WHERE f.company_id = r.company_id AND f.document_id = ${DOCUMENT} AND u.ledger_index > a.ledger_index)
        ORDER BY c.ledger_index DESC`.execute(tx);
      return rows;
    });
    for (const closer of new Set(closed.map(({ closed_by }) => closed_by)))
      if (await fileFor(closer, companyId, closed)) return;
  };

  /** Whether there is nobody else to try: who may not file leaves it to the next who closed one. */
  async function fileFor(userId: string, companyId: string, closed: readonly Closed[]): Promise<boolean> {
    const filing = asPerson(userId, companyId, async (tx) => {
      const own = await callFunction(tx, "app.my_role", []);
      const role = companyRoles.find((known) => known === own);
      if (!role || !can(role, "evidence.file")) return false;
      const caller = { userId, companyId, role, secondFactor: true };
      const { entry } = await submit({ input: { companyId, documentId: DOCUMENT }, caller, tx });
      if (entry === "unchanged") return true;
      // The ledger says of a person only what they closed, also where the report prints what others did.
      const exercises = closed
        .filter(({ closed_by }) => closed_by === userId)
        .map(({ number }) => recordNumber(incidents, number))
        .toReversed();
      await recordAct(tx, caller, "document.filed", { ...entry, details: { ...entry.details, exercises } });
      return true;
    });
    return await filing.catch((error: unknown) => {
      if (!(error instanceof AppError) || !notYet.has(error.failure)) throw error;
      return true;
    });
  }
}
