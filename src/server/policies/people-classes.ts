import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { kinds } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";

/** People who are assigned something by name, with their employment. */
type Named = readonly { readonly id: string; readonly kind: string }[];

/** Those of these people who are there. */
export async function readNamed(tx: Tx, companyId: string, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Named[number]>`SELECT r.id, coalesce(r.fields ->> 'kind', '') AS kind FROM app.records r
    WHERE r.company_id = ${companyId} AND r.id = ANY (${plainArray(ids)}::uuid[]) AND r.register = 'people'`.execute(
    tx,
  );
  return rows;
}

/** Which class the listed person `p` is of, by its name. */
export const classOf = (named: Named): RawBuilder<unknown> => sql`CASE
    WHEN p.person_id = ANY (${plainArray(named.map(({ id }) => id))}::uuid[]) THEN p.person_id::text
    WHEN p.kind = ANY (${textArray(kinds)}::text[]) THEN p.kind ELSE '' END`;

export const classNameOf = ({ personId, kind }: Pick<AssignedClass, "personId" | "kind">): string =>
  personId ?? kind ?? "";
