import { sql } from "kysely";
import type { Register } from "#domain/registers/register.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { PresentedRecord } from "./record-row.ts";

/**
 * Lets the rest of the transaction see the records of one matter beside ordinary ones, where the caller is on its access list. Without this
 * nobody sees any. Answers `not-found` where they are not, or where no record of the register belongs to matters.
 */
export async function openMatter(
  tx: Tx,
  register: Register,
  { companyId }: Pick<Caller, "companyId">,
  matterId: string | undefined,
): Promise<void> {
  if (matterId === undefined) return;
  if (!register.inMatters) return fail("not-found");
  await enterMatter(tx, companyId, matterId);
}

/** The same for every register. */
export async function enterMatter(tx: Tx, companyId: string, matterId: string): Promise<void> {
  await sql`SELECT set_config('app.matter_id', ${matterId}, true)`.execute(tx);
  const { rows } =
    await sql`SELECT FROM app.matters m WHERE m.company_id = ${companyId} AND m.id = ${functionOf("app.opened_matter", [])}`.execute(
      tx,
    );
  if (rows.length === 0) return fail("not-found");
}

/** Refuses an ordinary record that is not there, or that is named outside a matter: what an ordinary record is about is itself. */
export async function checkAbout(
  tx: Tx,
  companyId: string,
  register: Register,
  { matterId, aboutId }: { readonly matterId: string | undefined; readonly aboutId: string },
): Promise<void> {
  const { rows } =
    await sql`SELECT FROM app.records r WHERE r.company_id = ${companyId} AND r.register = ${register.key}
    AND r.id = ${aboutId} AND r.matter_id IS NULL`.execute(tx);
  if (matterId !== undefined && rows.length > 0) return;
  const message = "A record of a matter is about an ordinary record of the same register.";
  throw new AppError("record-link", { message, data: { fields: [{ path: "aboutId", message }] } });
}

/**
 * Writes down in the matter's own record that somebody opened one of its records; does nothing for any other. It is in the transaction that
 * gives the record away: what could not be written down is not shown.
 */
export async function recordView(tx: Tx, caller: Caller, register: Register, record: PresentedRecord): Promise<void> {
  if (record.matter === null) return;
  const details = { register: register.key, label: register.label, number: record.number };
  await recordAct(tx, caller, "record.viewed", { subject: record.id, details, matterId: record.matter.id });
}
