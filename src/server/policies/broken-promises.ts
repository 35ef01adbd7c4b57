import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { hoursInWords, stricterHours } from "#domain/policies/promised-hours.ts";
import { some } from "#judge/registers/registers.ts";
import type { Tx } from "../db/as-caller.ts";

/** What contradicts a promise that is stricter than its check. */
export interface BrokenPromise {
  readonly reason: string;
  readonly exhibit: string;
  readonly observedAt: Date;
}

interface OpenAccount {
  readonly label: string;
  readonly person: number;
  readonly hours: number;
  readonly seenAt: Date;
  readonly exhibit: number;
}

/**
 * By a check what contradicts the hours that this text promises, where they are fewer than the check gives: an account that an exhibit shows
 * open longer after somebody left. What nobody has read since says nothing of afterwards.
 */
export async function brokenPromises(
  tx: Tx,
  companyId: string,
  text: string,
): Promise<ReadonlyMap<string, BrokenPromise>> {
  const broken = new Map<string, BrokenPromise>();
  for (const [check, hours] of stricterHours(text)) {
    const open = await openLongerThan(tx, companyId, hours);
    const [first] = open;
    if (!first) continue;
    const named = some(open.map(({ label, person }) => `${label} (PER-${person})`));
    broken.set(check, {
      reason: `${hoursInWords(hours)} promised, ${hoursInWords(first.hours)} shown after the last day: ${named}.`,
      exhibit: formatExhibitNumber(first.exhibit),
      observedAt: first.seenAt,
    });
  }
  return broken;
}

/** Accounts that the newest exhibits show open so many hours after their owner left, the longest first. */
async function openLongerThan(tx: Tx, companyId: string, hours: number): Promise<readonly OpenAccount[]> {
  const { rows } =
    await sql<OpenAccount>`SELECT x.account ->> 'label' AS label, r.number::integer AS person, l.seen_at AS "seenAt",
      e.number::integer AS exhibit, (extract(epoch FROM l.seen_at - (r.fields ->> 'endsAt')::timestamptz) / 3600)::float8 AS hours
    FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL
    CROSS JOIN LATERAL jsonb_array_elements(l.accounts) x (account)
    JOIN app.records r ON r.company_id = l.company_id AND r.register = 'people' AND r.id = (x.account ->> 'personId')::uuid
    WHERE l.company_id = ${companyId} AND x.account -> 'active' = 'true'
      AND (r.fields ->> 'endsAt')::timestamptz + make_interval(secs => ${hours * 3600}) <= l.seen_at
    ORDER BY hours DESC, label`.execute(tx);
  return rows;
}
