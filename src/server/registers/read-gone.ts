import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { Tx } from "../db/as-caller.ts";
import { readDismissed } from "./read-dismissed.ts";

/** Somebody whom a list of accounts no longer shows active, and who works here as far as People says. */
interface GonePerson {
  /** The same until a list shows them and then not again. */
  readonly key: string;
  readonly person: { readonly id: string; readonly number: string; readonly name: string };
  readonly source: string;
  readonly exhibit: string;
  readonly seenAt: string;
}

interface Missing {
  readonly connection: string;
  readonly source: string;
  readonly person: string;
  readonly evidence: string;
  readonly seen_at: string;
}

interface Row extends Missing {
  readonly number: number;
  readonly name: string;
  readonly exhibit: number;
}

/**
 * Whom to ask about: who is gone from the list of a connection that is not disconnected, by an exhibit that was not withdrawn. Not who ended
 * or whose last day is known, and not of whom somebody said that they are still here.
 */
export async function readGone(tx: Tx, companyId: string): Promise<readonly GonePerson[]> {
  return (await readMissing(tx, companyId)).flatMap(({ stays, ...asked }) => (stays ? [] : [asked]));
}

/** The same with those of whom somebody said that they are still here, which the newest word on each decides. */
export async function readMissing(tx: Tx, companyId: string): Promise<readonly (GonePerson & { stays: boolean })[]> {
  // Lists first, and then whom they name: joined in one statement all people are read for each list, as nobody knows how many it misses.
  const { rows: missing } =
    await sql<Missing>`SELECT l.connection_id AS connection, k.source, g.gone ->> 'personId' AS person,
      g.gone ->> 'evidenceId' AS evidence, g.gone ->> 'seenAt' AS seen_at
    FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected' AND k.source IS NOT NULL
    CROSS JOIN LATERAL jsonb_array_elements(l.gone) g (gone)
    WHERE l.company_id = ${companyId}`.execute(tx);
  if (missing.length === 0) return [];
  const { rows } =
    await sql<Row>`SELECT g.*, r.number::integer AS number, r.fields ->> 'name' AS name, e.number::integer AS exhibit
    FROM jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) g (connection uuid, source text, person uuid, evidence uuid, seen_at text)
    JOIN app.evidence e ON e.company_id = ${companyId} AND e.id = g.evidence AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      AND e.id = ANY (${[...new Set(missing.map(({ evidence }) => evidence))]}::uuid[])
    JOIN app.records r ON r.company_id = ${companyId} AND r.register = 'people' AND r.id = g.person
      AND r.ended_at IS NULL AND NOT r.fields ? 'endsAt' AND r.id = ANY (${[...new Set(missing.map(({ person }) => person))]}::uuid[])
    ORDER BY r.number, g.source`.execute(tx);
  if (rows.length === 0) return [];
  const said = await readDismissed(tx, companyId, "people");
  return rows.map(({ connection, evidence, person: id, number, name, source, exhibit, seen_at: seenAt }) => {
    const key = sha256OfText(`gone ${connection} ${id} ${evidence}`);
    return {
      key,
      person: { id, number: `PER-${number}`, name },
      source,
      exhibit: formatExhibitNumber(exhibit),
      seenAt: new Date(seenAt).toISOString(),
      stays: said.has(key),
    };
  });
}
