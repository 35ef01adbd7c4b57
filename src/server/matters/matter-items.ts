import { sql } from "kysely";
import { csvRow } from "#domain/csv.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";

interface ItemRow {
  id: string;
  number: number;
  name: string;
  type: string;
  source: string;
  collector: string;
  filed_at: Date;
  filed_by: string | null;
  waived_at: Date | null;
  waived_by: string | null;
  reason: string | null;
}

/** Items of a matter with those whose privilege was waived, newest first; the policies show them to its access list alone. */
export async function findMatterItems(
  tx: Tx,
  { companyId, matterId, before, limit }: { companyId: string; matterId: string; before?: number; limit: number },
) {
  const earlier = before === undefined ? sql`` : sql`AND e.number < ${before}`;
  const { rows } = await sql<ItemRow>`
    SELECT e.id, e.number, e.name, e.type, e.source, e.collector, e.filed_at, concat_ws(' ', f.first_name, f.last_name) AS filed_by,
      w.waived_at, concat_ws(' ', b.first_name, b.last_name) AS waived_by, w.reason
    FROM app.evidence e
    LEFT JOIN app.privilege_waivers w ON w.company_id = e.company_id AND w.evidence_id = e.id
    LEFT JOIN app.profiles f ON f.id = e.filed_by LEFT JOIN app.profiles b ON b.id = w.waived_by
    WHERE e.company_id = ${companyId} AND e.id = ANY (ARRAY(
      SELECT p.id FROM app.evidence p WHERE p.company_id = ${companyId} AND p.matter_id = ${matterId}
      UNION ALL SELECT q.evidence_id FROM app.privilege_waivers q WHERE q.company_id = ${companyId} AND q.matter_id = ${matterId})) ${earlier}
    ORDER BY e.number DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** An item of a matter as the API gives it. */
export function presentMatterItem(row: ItemRow) {
  return {
    id: row.id,
    exhibit: formatExhibitNumber(row.number),
    name: row.name,
    type: row.type,
    filedAt: row.filed_at.toISOString(),
    filedBy: row.filed_by || "A former member",
    waived: row.waived_at && {
      at: row.waived_at.toISOString(),
      by: row.waived_by || "A former member",
      reason: row.reason ?? "",
    },
  };
}

const columns = [
  "Date",
  "Author or filed by",
  "Document type",
  "Exhibit",
  "Description",
  "Privilege asserted",
  "Treatment",
  "Waived on",
  "Waived by",
  "Reason",
];
const claims = { "attorney-client": "Attorney-client privilege", "work product": "Work product" } as const;
const PAGE = 500;

/**
 * The privilege log of a matter as FRCP 26(b)(5)(A) asks for it: each document is described without revealing what is
 * privileged in it, with what is claimed. Read a page at a time. What a spreadsheet would run is disarmed.
 */
export async function* writePrivilegeLog(
  basis: keyof typeof claims,
  readPage: (before: number | undefined, limit: number) => Promise<readonly ItemRow[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvRow(columns));
  for (let before: number | undefined; ;) {
    const page = await readPage(before, PAGE);
    let text = "";
    for (const row of page) {
      const { exhibit, filedBy, type, name, waived } = presentMatterItem(row);
      const treatment = waived ? "Privilege waived" : "Withheld";
      const until = waived ? [waived.at.slice(0, 10), waived.by, waived.reason] : ["", "", ""];
      text += csvRow([
        row.filed_at.toISOString().slice(0, 10),
        filedBy,
        type,
        exhibit,
        name,
        claims[basis],
        treatment,
        ...until,
      ]);
    }
    if (text !== "") yield Buffer.from(text);
    before = page.at(-1)?.number;
    if (page.length < PAGE) return;
  }
}
