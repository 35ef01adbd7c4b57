import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { enterMatter } from "../registers/open-matter.ts";
import { presentRecords } from "../registers/record-rows.ts";
import { recordColumns } from "../registers/record-row.ts";
import type { RecordRow } from "../registers/record-row.ts";
import { mayIn } from "../registers/rights.ts";

interface Deps {
  readonly now: () => Date;
}

/** So many are listed. */
const MOST = 500;

/** The records of registers that belong to a matter, for its access list; the newest first. */
export const listMatterRecords =
  ({ now }: Deps): HandlersOf<"matters">["records"] =>
  async ({ input: { companyId, matterId }, caller, tx }) => {
    await enterMatter(tx, companyId, matterId);
    const { rows } = await sql<RecordRow & { register: string }>`SELECT ${recordColumns}, r.register FROM app.records r
      WHERE r.company_id = ${companyId} AND r.matter_id = ${matterId} ORDER BY r.created_at DESC, r.id LIMIT ${MOST}`.execute(
      tx,
    );
    const presented = [];
    for (const [key, own] of Map.groupBy(rows, ({ register }) => register)) {
      const register = findRegister(key);
      if (!register || !mayIn(register, "read", caller.role)) continue;
      for (const record of await presentRecords(tx, register, own, { ...caller, matterId }, now()))
        presented.push({ record, kind: register.singular });
    }
    const at = new Map(rows.map(({ id }, place) => [id, place]));
    return presented
      .toSorted((a, b) => at.get(a.record.id)! - at.get(b.record.id)!)
      .map(({ record: { id, register, number, title, about, changedBy, changedAt, ended }, kind }) => ({
        id,
        register,
        kind,
        number,
        title,
        about,
        changedBy: changedBy.name,
        changedAt,
        ended: ended !== null,
      }));
  };
