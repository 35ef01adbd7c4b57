import { sql } from "kysely";
import { contributors } from "#catalog/registers/rights.ts";
import { ALONE_FOR_DAYS } from "#domain/policies/policy.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { detailsOf, sealed } from "./policy-pages.ts";
import type { Leaf, Row, SealedRows } from "./policy-pages.ts";

const DAY_MS = 86_400_000;

/** Pages of closed reviews, and by a source the exhibits that those of it were read from, by their ids. */
interface SealedReviews {
  readonly registers: readonly SealedRows[];
  readonly exhibits: ReadonlyMap<string, readonly string[]>;
}

/** The exhibit that a row cites, where it was withdrawn since. */
const withdrawnIs = sql`CASE WHEN e.withdrawal_id IS NULL THEN '{}'::text[]
  ELSE ARRAY['EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0')] END AS withdrawn`;

/** Under which name the results of a population stand: as its connection's do, and where it came from a list as `listSource` has it. */
const sourceOf = sql`CASE WHEN p.list_id IS NULL THEN k.source ELSE s.name || ', ' || s.id END`;
/** What a page says of a population that came from a list, and of no other. */
const ofList = sql`CASE WHEN p.list_id IS NOT NULL THEN s.id END AS "systemId", CASE WHEN p.list_id IS NOT NULL THEN s.kinds END AS kinds,
  to_char(l.exported_on, 'YYYY-MM-DD') AS "exportedOn", l.identified_by AS "identifiedBy"`;

/** What a closed review left out, because nothing could read it any more: names for people, and the systems in the same order. */
const leftOut = sql`(SELECT jsonb_agg(n.name ORDER BY o.id) FROM app.review_populations o JOIN app.systems n
      ON n.company_id = o.company_id AND n.id = o.system_id
    WHERE o.company_id = p.company_id AND o.review_id = p.review_id AND o.frozen_at IS NULL) AS "leftOut",
  (SELECT jsonb_agg(o.system_id ORDER BY o.id) FROM app.review_populations o
    WHERE o.company_id = p.company_id AND o.review_id = p.review_id AND o.frozen_at IS NULL) AS "leftOutIds"`;
/**
 * Whether an account is that of somebody in People by its address, for which somebody vouches or that is an account's here: also of a person
 * who has another address since, where nobody ever said whose the account is.
 */
const isOwned = (
  proved: readonly string[],
) => sql`EXISTS (SELECT FROM app.records n WHERE n.company_id = w.company_id AND n.register = 'people'
  AND (n.vouched_email = lower(n.fields ->> 'email') OR lower(btrim(n.fields ->> 'email')) = ANY (${proved}::text[]))
  AND (lower(btrim(n.fields ->> 'email')) = w.email OR n.id = w.person_id AND said.by IS NULL))`;
/** By which column the list that a sighting is of names accounts. */
const namedBy = sql`(SELECT l.identified_by FROM app.attested_lists l JOIN app.review_rows w ON w.company_id = s.company_id AND w.id = s.row_id
  JOIN app.review_populations p ON p.company_id = w.company_id AND p.id = w.population_id AND p.system_id = l.system_id AND p.list_id IS NOT NULL
  WHERE l.company_id = s.company_id AND l.evidence_id = s.evidence_id ORDER BY l.ledger_index DESC LIMIT 1)`;

/**
 * The closed reviews of a company as pages of a snapshot: populations, accounts with what was decided on them, and whether removals were
 * seen since. Accounts are named as their providers do for good; names, addresses and reasons stay where they are.
 */
export async function sealReviews(
  tx: Tx,
  companyId: string,
  { accounts: proved, isSamePerson }: Known,
  now: Date,
): Promise<SealedReviews> {
  const { rows: populations } = await sql<
    Row & Leaf & Prefixed
  >`SELECT p.id, p.review_id AS "reviewId", r.number AS review, ${sourceOf} AS source, ${ofList},
      'EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0') AS exhibit, ${withdrawnIs}, p.seen_at AS "seenAt", p.frozen_at AS "frozenAt",
      r.closed_at AS "closedAt", p.accounts, ${leftOut}, f.event AS leaf_event, f.details AS leaf_details, f.salt AS leaf_salt, fe.entry AS leaf_entry,
      c.event AS close_event, c.details AS close_details, c.salt AS close_salt, ce.entry AS close_entry
    FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    LEFT JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id
    JOIN app.systems s ON s.company_id = p.company_id AND s.id = p.system_id
    JOIN app.evidence e ON e.company_id = p.company_id AND e.id = p.evidence_id
    LEFT JOIN app.attested_lists l ON l.company_id = p.company_id AND l.id = p.list_id
    LEFT JOIN app.ledger_acts f ON f.company_id = p.company_id AND f.seq = p.frozen_index
    LEFT JOIN app.ledger_entries fe ON fe.company_id = p.company_id AND fe.seq = p.frozen_index
    LEFT JOIN app.ledger_acts c ON c.company_id = r.company_id AND c.seq = r.closed_index
    LEFT JOIN app.ledger_entries ce ON ce.company_id = r.company_id AND ce.seq = r.closed_index
    WHERE r.company_id = ${companyId} AND r.closed_at IS NOT NULL AND r.cancelled_because IS NULL ORDER BY r.closed_index, p.id`.execute(
    tx,
  );
  if (populations.length === 0) return { registers: [], exhibits: new Map() };
  const { rows: accounts } = await sql<
    Row & Said
  >`SELECT w.id, w.population_id AS "populationId", w.account_id AS account, w.class,
      CASE WHEN p.list_id IS NOT NULL THEN w.number END AS place, ${isOwned([...proved])} AS owned, said.by AS "saidBy", said.at AS "saidAt",
      w.person_id AS "personId", d.decision, d.decided_at AS "decidedAt", d.decided_by AS by, d.person_id AS "byPersonId", d.alone
    FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
    LEFT JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id
    LEFT JOIN LATERAL (SELECT a.decided_by AS by, a.decided_at AS at FROM app.person_accounts a WHERE a.company_id = w.company_id AND a.provider = k.provider
      AND a.scope = k.account_id AND a.account_id = w.account_id ORDER BY a.ledger_index DESC, a.id LIMIT 1) said ON true
    LEFT JOIN LATERAL (SELECT d.* FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
      ORDER BY d.ledger_index DESC LIMIT 1) d ON true
    WHERE r.company_id = ${companyId} AND r.closed_at IS NOT NULL AND r.cancelled_because IS NULL ORDER BY r.closed_index, p.id, w.number`.execute(
    tx,
  );
  const since = new Date(now.getTime() - ALONE_FOR_DAYS * DAY_MS);
  const others = await callFunction(tx, "app.in_roles_since", [[...contributors], since]);
  // Who decided alone may have left: the one who is there now could have decided, and is the only one again.
  const isLapsed = (by: string | null) => others.some((id) => id !== by);
  const { rows: sightings } =
    await sql<Row>`SELECT s.row_id || ' ' || s.evidence_id AS id, s.row_id AS "rowId", s.seen_at AS at, s.present, ${namedBy} AS "identifiedBy",
      'EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0') AS exhibit, ${withdrawnIs}
    FROM app.review_sightings s JOIN app.evidence e ON e.company_id = s.company_id AND e.id = s.evidence_id
    WHERE s.company_id = ${companyId} ORDER BY s.seen_at, s.row_id`.execute(tx);
  return {
    registers: [
      sealed("review-populations", populations.map(withLeaves)),
      sealed(
        "review-rows",
        // By whichever of their accounts they said it.
        accounts
          .map(({ saidAt, ...row }) =>
            row.saidBy !== null && row.by !== null && isSamePerson(row.saidBy, row.by, saidAt!)
              ? { ...row, saidBy: row.by }
              : row,
          )
          .map((row) => {
            const isOwn = row["alone"] === true || (row.by !== null && row.saidBy === row.by);
            return isOwn && isLapsed(row.by) ? { ...row, lapsed: true } : row;
          }),
      ),
      sealed("review-sightings", sightings),
    ],
    exhibits: await exhibitsOfReviews(tx, companyId),
  };
}

interface Known {
  /** Addresses of accounts here, which proved them. */
  readonly accounts: ReadonlySet<string>;
  /** Whether two accounts here are one person's, for what was done then. */
  readonly isSamePerson: (a: string, b: string, at: Date) => boolean;
}

interface Said {
  /** Who said last whose an account is, and who decided on it. */
  readonly saidBy: string | null;
  readonly saidAt: Date | null;
  readonly by: string | null;
}

/** Of what was withdrawn before, the pages say so. */
async function exhibitsOfReviews(tx: Tx, companyId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ source: string; ids: readonly string[] }>`SELECT ${sourceOf} AS source,
      array_agg(DISTINCT x.evidence_id::text) AS ids
    FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    LEFT JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id
    JOIN app.systems s ON s.company_id = p.company_id AND s.id = p.system_id
    CROSS JOIN LATERAL (SELECT p.evidence_id UNION ALL SELECT g.evidence_id FROM app.review_rows w
      JOIN app.review_sightings g ON g.company_id = w.company_id AND g.row_id = w.id
      WHERE w.company_id = p.company_id AND w.population_id = p.id) x
    JOIN app.evidence e ON e.company_id = p.company_id AND e.id = x.evidence_id AND e.withdrawal_id IS NULL
    WHERE r.company_id = ${companyId} AND r.closed_at IS NOT NULL AND r.cancelled_because IS NULL AND ${sourceOf} IS NOT NULL GROUP BY 1`.execute(
    tx,
  );
  return new Map(rows.map(({ source, ids }) => [source, ids]));
}

interface Prefixed {
  readonly close_event: string | null;
  readonly close_details: string | null;
  readonly close_salt: Buffer | null;
  readonly close_entry: string | null;
}

/** A population with the hashes that the entries of the ledger about its freezing and its closing have. */
function withLeaves(given: Row & Leaf & Prefixed): Row {
  const { leaf_event: frozen, leaf_details: details, leaf_salt: salt, leaf_entry: entry, ...rest } = given;
  const { close_event: closed, close_details, close_salt, close_entry, ...row } = rest;
  const opening = detailsOf({ leaf_event: frozen, leaf_details: details, leaf_salt: salt, leaf_entry: entry });
  const closing = detailsOf({
    leaf_event: closed,
    leaf_details: close_details,
    leaf_salt: close_salt,
    leaf_entry: close_entry,
  });
  const isOpening = frozen === "review.opened" || frozen === "review.frozen";
  const leaf = isOpening ? hashIn(opening, row.id) : undefined;
  const decidedLeaf = closed === "review.closed" ? hashIn(closing, row.id) : undefined;
  return { ...row, ...(leaf && { leaf }), ...(decidedLeaf && { decidedLeaf }) } as Row;
}

/** An entry names each population with its exhibit and hash. */
function hashIn(details: Record<string, unknown> | undefined, population: string): string | undefined {
  const lines = details?.["populations"];
  if (!Array.isArray(lines)) return undefined;
  const line = (lines as unknown[]).find((text) => typeof text === "string" && text.startsWith(`${population} `));
  return typeof line === "string" ? line.split(" ").at(-1) : undefined;
}
