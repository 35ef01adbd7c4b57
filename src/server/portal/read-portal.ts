import { z } from "zod";
import type { Kysely } from "kysely";
import { controls, findControl, frameworks as library } from "#catalog/index.ts";
import { sayBasis } from "#domain/basis-words.ts";
import type { BasisCounts } from "#domain/control-status.ts";
import { portalColors } from "#domain/portal-colors.ts";
import { sayLossInPublic } from "#domain/ledger-loss.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";

/** What decided a control, as its judgement wrote it down. */
const basis = z.object({
  machine: z.number(),
  register: z.number(),
  person: z.number(),
  documents: z.number(),
  notApplicable: z.number(),
});

/** What app.read_portal answers; times are text. */
const portal = z.object({
  company: z.string(),
  title: z.string(),
  introduction: z.string(),
  contact: z.string().nullable(),
  listed: z.boolean(),
  color: z.enum(portalColors),
  logo: z.string().nullable(),
  frameworks: z.array(z.string()),
  claims: z.array(
    z.object({ control_id: z.string(), tested_at: z.string().nullable(), holds_until: z.string(), basis }),
  ),
  began_again: z.array(z.string()),
});

type ClaimRow = RowOf<"app.preview_claims"> | z.output<typeof portal>["claims"][number];

export type Portal = NonNullable<Awaited<ReturnType<typeof findPortal>>>;
export type Claim = ReturnType<typeof presentClaims>[number];

/**
 * What the company with this slug says of itself in public at `now`; undefined when there is none or it says nothing. What
 * it rests on is judged at this very moment: a claim without evidence that still counts is not there.
 */
export async function findPortal(db: Kysely<DB>, slug: string, now: Date) {
  // A NUL is no text to PostgreSQL, and in no slug.
  if (slug.includes("\0")) return undefined;
  const found = await callFunction(db, "app.read_portal", [slug, now]);
  if (found === null) return undefined;
  const row = portal.parse(found);
  const { company, title, introduction, contact, listed, color, logo } = row;
  return {
    company,
    title,
    introduction,
    contact,
    listed,
    color,
    logo,
    basis: sayBasis(sumOf(row.claims.map((claim) => claim.basis))),
    frameworks: row.frameworks.flatMap((written) => {
      const framework = library.find(({ key }) => key === written);
      return framework ? [{ key: framework.key, name: framework.name }] : [];
    }),
    claims: presentClaims(row.claims),
    losses: row.began_again.map((at) => sayLossInPublic(new Date(at))),
    at: now.toISOString(),
  };
}

/** Claims in the order of the library, with their words. */
export function presentClaims(rows: readonly ClaimRow[]) {
  const place = new Map(controls.map((control, index) => [control.id, index]));
  const inOrder = rows.toSorted((a, b) => place.get(a.control_id)! - place.get(b.control_id)!);
  return inOrder.flatMap((row) => {
    const control = findControl(row.control_id);
    if (!control) return [];
    const { id, title, statement, domain } = control;
    return [
      {
        id,
        title,
        statement,
        domain,
        asOf: iso(row.tested_at),
        until: iso(row.holds_until)!,
        basis: sayBasis(basis.parse(row.basis)),
      },
    ];
  });
}

/** What decided several controls together. */
function sumOf(counts: readonly BasisCounts[]): BasisCounts {
  const total = (key: keyof BasisCounts) => counts.reduce((sum, count) => sum + count[key], 0);
  return {
    machine: total("machine"),
    register: total("register"),
    person: total("person"),
    documents: total("documents"),
    // Not what a client asks: it decides nothing about what is claimed.
    notApplicable: 0,
  };
}

const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());
