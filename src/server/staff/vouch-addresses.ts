import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { textArray, plainArray } from "../db/array-literal.ts";
import { callFunction, functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { Changed } from "../endpoints/handler.ts";

/** So many addresses are listed at once. */
const LISTED = 500;

interface AddressRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly email: string;
  /** By the reader, with whichever account. */
  readonly own: boolean;
  readonly writer: string | null;
}

/** Whether nobody vouches for the address of record `r`. */
export const isUnvouched = sql`(r.fields ? 'email' AND r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email'))`;

/** How many people have an address for which nobody but they themselves vouches. */
export async function countUnvouched(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL AND ${isUnvouched}`.execute(tx);
  return rows[0]!.count + (await callFunction(tx, "app.vouched_by_themselves", [])).length;
}

/**
 * Addresses of people who work here for which nobody but they themselves vouches, with who wrote each: 500 after those that are skipped, and
 * how many there are.
 */
export async function listUnvouched(tx: Tx, { companyId, userId }: Pick<Caller, "companyId" | "userId">, skip = 0) {
  const isAlone = await callFunction(tx, "app.may_vouch_alone", []);
  const own = plainArray(await callFunction(tx, "app.vouched_by_themselves", []));
  const written = [sql<string>`w.changed_by`, userId, sql<Date>`w.changed_at`] as const;
  const isMine = functionOf("app.is_one_person", [companyId, ...written, null, null]);
  const { rows } = await sql<AddressRow>`SELECT r.id, r.number::integer AS number, r.fields ->> 'name' AS name,
      r.fields ->> 'email' AS email, ${isMine} AS own, p.name AS writer
    FROM app.records r
    CROSS JOIN LATERAL (SELECT c.changed_by, c.changed_at FROM app.record_changes c WHERE c.company_id = r.company_id AND c.record_id = r.id
      AND c.changes @> '[{"field": "email"}]' ORDER BY c.version DESC LIMIT 1) w
    LEFT JOIN LATERAL (SELECT concat_ws(' ', f.first_name, f.last_name) AS name FROM app.profiles f WHERE f.id = w.changed_by) p ON true
    WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
      AND (${isUnvouched} OR r.id = ANY (${own}::uuid[]))
    ORDER BY r.number LIMIT ${LISTED} OFFSET ${skip}`.execute(tx);
  return {
    total: await countUnvouched(tx, companyId),
    addresses: rows.map((row) => ({
      personId: row.id,
      number: `PER-${row.number}`,
      name: row.name,
      email: row.email,
      writtenBy: row.writer || "A former member",
      mayVouch: isAlone === true || !row.own,
    })),
  };
}

/**
 * Confirms that addresses are these people's, as the caller saw them. Refuses `staff-address-own` where all were written by the caller and
 * another may confirm them, and `staff-address-changed` where none is as it was seen.
 */
export async function vouchFor(
  tx: Tx,
  { companyId }: Pick<Caller, "companyId">,
  addresses: readonly { readonly personId: string; readonly email: string }[],
  now: Date,
): Promise<Changed<{ vouched: number; changed: string[]; own: string[] }>> {
  const asked = [...new Map(addresses.map((address) => [address.personId, address])).values()];
  const rows = await callFunction(tx, "app.vouch_for_addresses", [
    plainArray(asked.map(({ personId }) => personId)),
    textArray(asked.map(({ email }) => email)),
    now,
  ]);
  const of = (...outcomes: string[]) => rows.filter(({ outcome }) => outcomes.includes(outcome));
  const [written, own, changed] = [of("another", "alone"), of("own"), of("changed")];
  const idsOf = (some: typeof rows) => some.map(({ person_id: id }) => id);
  const answer = { vouched: of("another", "alone", "vouched").length, own: idsOf(own), changed: idsOf(changed) };
  if (answer.vouched === 0) return fail(own.length > 0 ? "staff-address-own" : "staff-address-changed");
  if (written.length === 0) return { answer, entry: "unchanged" };
  return {
    answer,
    entry: {
      subject: asked.length === 1 ? asked[0]!.personId : companyId,
      details: {
        vouched: written.length,
        numbers: written.map(({ number }) => `PER-${number}`),
        alone: written.some(({ outcome }) => outcome === "alone"),
      },
    },
  };
}
