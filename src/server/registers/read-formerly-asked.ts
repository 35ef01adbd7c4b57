import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import { askedOf, askingFields, formerlyAsked } from "#domain/registers/formerly-asked.ts";
import type { AskedEvent, FormerlyAsked } from "#domain/registers/formerly-asked.ts";
import type { FieldValue, Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { readConfirmed } from "./read-same-before.ts";
import type { Known } from "./snapshot-row.ts";

/** Who is who among those who write and confirm. */
interface KnownActs {
  readonly isSamePerson: Known["isSamePerson"];
  readonly isKnown: (userId: string) => boolean;
}

interface Changed {
  readonly register: string;
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly by: string;
  /** What of the fields that were changed it says from then on; null where none of these were. */
  readonly fields: Readonly<Record<string, FieldValue | null>> | null;
}

const all = registers.filter((register) => askingFields(register).length > 0);

/**
 * What is not asked of records of the registers that are used any more by one person's word alone, by all that the records ever said; read as the company
 * itself.
 */
export async function readFormerlyAsked(
  tx: Tx,
  companyId: string,
  isUsed: (register: string) => boolean,
  { isSamePerson, isKnown }: KnownActs,
): Promise<readonly FormerlyAsked[]> {
  const asking = all.filter(({ key }) => isUsed(key));
  const fields = new Set(asking.flatMap(askingFields));
  // What was never changed was never asked otherwise.
  const { rows } = await sql<Changed>`SELECT r.register, r.id, c.kind, c.changed_at AS at, c.changed_by AS by, f.fields
    FROM app.records r JOIN app.record_changes c ON c.company_id = r.company_id AND c.record_id = r.id
    CROSS JOIN LATERAL (SELECT jsonb_object_agg(x.field, x.after) AS fields FROM jsonb_to_recordset(c.changes) x (field text, after jsonb)
      WHERE x.field = ANY (${[...fields]})) f
    WHERE r.company_id = ${companyId} AND r.register = ANY (${asking.map(({ key }) => key)}) AND r.matter_id IS NULL AND r.version > 1
      AND (f.fields IS NOT NULL OR c.kind IN ('ended', 'reopened', 'approved'))
    ORDER BY r.register, r.id, c.version`.execute(tx);
  const ofRegister = Map.groupBy(rows, ({ register }) => register);
  const found: FormerlyAsked[] = [];
  for (const register of asking.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const own = ofRegister.get(register.key);
    if (!own) continue;
    const confirmed = await readConfirmed(tx, companyId, register.key, isKnown);
    for (const former of formerlyAsked(eventsOf(register, own, isKnown), confirmed, isSamePerson))
      found.push({ register: register.key, ...former });
  }
  return found;
}

/** What was written of records, in order, as far as it bears on what is asked of them. */
function eventsOf(register: Register, changes: readonly Changed[], isKnown: KnownActs["isKnown"]): AskedEvent[] {
  const said = new Map<string, Record<string, FieldValue>>();
  const limits = limitsOf(register, changes);
  return changes.flatMap(({ id, kind, at, by, fields }) => {
    if (kind === "approved") return isKnown(by) ? { id, at, by, isApproved: true as const } : [];
    const now = said.get(id) ?? {};
    for (const [field, value] of Object.entries(fields ?? {}))
      if (value === null) delete now[field];
      else now[field] = value;
    said.set(id, now);
    return {
      id,
      at,
      by,
      ...(fields && { asked: askedOf(register, now, limits.get(id)) }),
      ...(kind === "ended" && { isEnded: true }),
      ...(kind === "reopened" && { isEnded: false }),
    };
  });
}

/** What each record ever allowed at most, by the field. */
function limitsOf({ asksWithin = [] }: Register, changes: readonly Changed[]) {
  const limits = new Map<string, Record<string, number[]>>();
  for (const { id, fields } of changes)
    for (const field of asksWithin) {
      const value = fields?.[field];
      if (typeof value !== "number") continue;
      const own = limits.get(id) ?? {};
      limits.set(id, own);
      const known = (own[field] ??= []);
      if (!known.includes(value)) known.push(value);
    }
  return limits;
}
