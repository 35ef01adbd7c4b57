import { sql } from "kysely";
import type { Kysely } from "kysely";
import { controls, findControl, frameworks as library } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { sayLossInPublic } from "#domain/ledger-loss.ts";
import type { DB } from "../db/types.gen.ts";

/** A row of app.claims_of. */
export interface ClaimRow {
  readonly control_id: string;
  readonly tested_at: Date | string | null;
  readonly holds_until: Date | string;
}

interface PortalRow {
  readonly company: string;
  readonly title: string;
  readonly introduction: string;
  readonly contact: string | null;
  readonly listed: boolean;
  readonly frameworks: readonly FrameworkKey[];
  readonly claims: readonly ClaimRow[];
  readonly began_again: readonly string[];
}

export type Portal = NonNullable<Awaited<ReturnType<typeof findPortal>>>;
export type Claim = ReturnType<typeof presentClaims>[number];

/**
 * What the company with this slug says of itself in public at `now`; undefined when there is none or it says nothing. What
 * it rests on is judged at this very moment: a claim without evidence that still counts is not there.
 */
export async function findPortal(db: Kysely<DB>, slug: string, now: Date) {
  // A NUL is no text to PostgreSQL, and in no slug.
  if (slug.includes("\0")) return undefined;
  const { rows } = await sql<{ portal: PortalRow | null }>`SELECT app.read_portal(${slug}, ${now}) AS portal`.execute(
    db,
  );
  const row = rows[0]?.portal;
  if (!row) return undefined;
  const { company, title, introduction, contact, listed } = row;
  return {
    company,
    title,
    introduction,
    contact,
    listed,
    frameworks: row.frameworks.flatMap((key) => {
      const framework = library.find((one) => one.key === key);
      return framework ? [{ key, name: framework.name }] : [];
    }),
    claims: presentClaims(row.claims),
    losses: row.began_again.map((at) => sayLossInPublic(new Date(at))),
    at: now.toISOString(),
  };
}

/** Claims in the order of the library, with their words. */
export function presentClaims(rows: readonly ClaimRow[]) {
  const place = new Map(controls.map((control, index) => [control.id, index]));
  const inOrder = rows.toSorted((one, other) => place.get(one.control_id)! - place.get(other.control_id)!);
  return inOrder.flatMap((row) => {
    const control = findControl(row.control_id);
    if (!control) return [];
    const { id, title, domain } = control;
    return [{ id, title, domain, asOf: iso(row.tested_at), until: iso(row.holds_until)! }];
  });
}

const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());
