import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";

/** What people who are listed have in common; courses by name with a space between. */
export interface PeopleAlike {
  readonly kind: string;
  readonly title: string;
  readonly passed: string;
  readonly imported: string;
}

/** Everybody who is alike, at the place of their number; undefined where a number is free. */
export type Alike = readonly (PeopleAlike | undefined)[];

/** Which people are alike, of thousands a few dozen. */
export async function readAlike(tx: Tx, companyId: string): Promise<Alike> {
  const { rows } = await sql<
    PeopleAlike & { readonly number: number }
  >`SELECT a.number, a.kind, a.job_title AS title, a.passed, a.imported FROM app.people_alike a WHERE a.company_id = ${companyId}`.execute(
    tx,
  );
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return Array.from({ length: Math.max(0, ...byNumber.keys()) }, (_, at) => byNumber.get(at + 1));
}

/**
 * A whole number that follows from what the listed person `p` has in common with others. It is found by their number, without a comparison: a join
 * with a few dozen rows is planned as if there were few people, and compares each of thousands with all of them.
 */
export const integerOf = (alike: Alike, of: (own: PeopleAlike) => number): RawBuilder<unknown> =>
  valueOf(alike, of, 0, "bigint");

/** The same for an instant; `infinity` where there is none. */
export const instantOf = (alike: Alike, of: (own: PeopleAlike) => Date | undefined): RawBuilder<unknown> =>
  valueOf(alike, (own) => of(own)?.toISOString() ?? "infinity", "infinity", "timestamptz");

function valueOf<T extends string | number>(
  alike: Alike,
  of: (own: PeopleAlike) => T,
  none: T,
  type: "bigint" | "timestamptz",
): RawBuilder<unknown> {
  const [first = none, ...others] = new Set(alike.flatMap((own) => (own ? of(own) : [])));
  // Mostly everybody has the same, and nobody is looked up.
  if (others.length === 0) return sql`${first}::${sql.raw(type)}`;
  return sql`(${plainArray(alike.map((own) => (own ? of(own) : none)))}::${sql.raw(type)}[])[p.alike]`;
}
