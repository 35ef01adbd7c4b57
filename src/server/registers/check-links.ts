import { sql } from "kysely";
import { findControl } from "#catalog/index.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { isLinkType } from "#domain/registers/register.ts";
import type { Field, LinkType, Register } from "#domain/registers/register.ts";
import { wrongType } from "#domain/registers/shown-by.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Wanted } from "./write-record.ts";

/** Refuses links to what the company does not have, or no longer counts, by their field. */
export async function checkLinks(tx: Tx, companyId: string, register: Register, wanted: Wanted): Promise<void> {
  for (const [name, value] of Object.entries(wanted)) {
    const field = register.fields[name]!;
    const type = field.of ?? field.type;
    const targets = value === null ? [] : typeof value === "object" ? value : [String(value)];
    if (targets.length === 0 || !isLinkType(type)) continue;
    const found = await foundTargets(tx, companyId, { type, to: field.to ?? "people" }, targets);
    const message = targets.every((target) => found.has(target))
      ? await wrongExhibit(tx, companyId, field, targets)
      : `${field.label} leads to something that is not in this company, or no longer counts.`;
    if (message === undefined) continue;
    throw new AppError("record-link", { message, data: { fields: [{ path: `fields.${name}`, message }] } });
  }
}

/** What is wrong with the type of a cited exhibit; undefined where nothing is. */
async function wrongExhibit(tx: Tx, companyId: string, field: Field, targets: readonly string[]) {
  if (!field.shows) return undefined;
  const numbers = targets.map((target) => parseExhibitNumber(target)!);
  const { rows } = await sql<{ number: string; type: string }>`SELECT e.number, e.type FROM app.evidence e
    WHERE e.company_id = ${companyId} AND e.number = ANY (${numbers}) ORDER BY e.number`.execute(tx);
  return rows
    .map(({ number, type }) => wrongType(field, formatExhibitNumber(Number(number)), type))
    .find((problem) => problem !== undefined);
}

async function foundTargets(
  tx: Tx,
  companyId: string,
  { type, to }: { readonly type: LinkType; readonly to: string },
  targets: readonly string[],
): Promise<Set<string>> {
  if (type === "control") return new Set(targets.filter((target) => findControl(target)));
  const ids = sql`${targets}::uuid[]`;
  const numbers = type === "exhibit" ? targets.map((target) => parseExhibitNumber(target)!) : [];
  const { rows } =
    type === "person" || type === "record"
      ? await sql<{ target: string }>`SELECT p.id AS target FROM app.records p
          WHERE p.company_id = ${companyId} AND p.register = ${to} AND p.id = ANY (${ids})`.execute(tx)
      : type === "system"
        ? await sql<{ target: string }>`SELECT s.id AS target FROM app.systems s
            WHERE s.company_id = ${companyId} AND s.removed_at IS NULL AND s.id = ANY (${ids})`.execute(tx)
        : await sql<{
            target: string;
          }>`SELECT 'EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0') AS target
            FROM app.evidence e WHERE e.company_id = ${companyId} AND e.withdrawal_id IS NULL
              AND (e.matter_id IS NULL OR e.matter_id = nullif(current_setting('app.matter_id', true), '')::uuid)
              AND e.number = ANY (${numbers})`.execute(tx);
  return new Set(rows.map(({ target }) => target));
}
