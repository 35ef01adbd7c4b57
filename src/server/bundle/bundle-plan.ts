import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { BundleScope } from "#domain/bundle/bundle-scope.ts";
import type { LedgerLoss } from "#domain/ledger-loss.ts";
import type { ProjectRow } from "../projects/projects.ts";
import type { SignedHead } from "../ledger/checkpoints.ts";

/** What a bundle is made of, fixed when it was asked for. */
export interface BundlePlan {
  readonly companyId: string;
  readonly companyName: string;
  /** The export's own id. */
  readonly id: string;
  readonly number: string;
  readonly project: ProjectRow | undefined;
  /** Days of UTC, both included, between which items were collected; open where there is none. */
  readonly days: Pick<BundleScope, "from" | "to">;
  readonly issuedAt: Date;
  /** Everything before this head of the ledger is in the bundle, nothing after it. */
  readonly head: SignedHead;
  /** Losses of the ledger before this head, which every report prints. */
  readonly losses: readonly LedgerLoss[];
}

/** What decides the content of a report, of one that is only read, too: that has no number. */
export type ReportPlan = Omit<BundlePlan, "id" | "number"> & { readonly number: string | null };

/** What a bundle is narrowed to, as its manifest says; undefined for everything. */
export function scopeOf({ project, days }: BundlePlan): BundleScope | undefined {
  const scope = { ...(project && { project: project.name }), ...days };
  return Object.keys(scope).length > 0 ? scope : undefined;
}

const DAY_MS = 24 * 60 * 60_000;

const beginOf = (day: string) => new Date(`${day}T00:00:00.000Z`);

/**
 * The moment of which the findings speak: when the bundle was asked for, or the end of the last day it covers, if that
 * was earlier. What was collected in a year that is over must not be called expired.
 */
export function judgedAt({ days: { to }, issuedAt }: Pick<BundlePlan, "days" | "issuedAt">): Date {
  const end = to === undefined ? issuedAt : new Date(beginOf(to).getTime() + DAY_MS - 1);
  return end < issuedAt ? end : issuedAt;
}

/** The days as moments: the first of them, and the first that is too late. */
export function momentsOf({ from, to }: BundlePlan["days"]) {
  return {
    collectedFrom: from === undefined ? undefined : beginOf(from),
    collectedBefore: to === undefined ? undefined : new Date(beginOf(to).getTime() + DAY_MS),
  };
}

/** The days as a condition on a time of collection. */
export function collectedWithin(column: RawBuilder<unknown>, days: BundlePlan["days"]): RawBuilder<unknown> {
  const { collectedFrom, collectedBefore } = momentsOf(days);
  return sql`${collectedFrom === undefined ? sql`true` : sql`${column} >= ${collectedFrom}`}
    AND ${collectedBefore === undefined ? sql`true` : sql`${column} < ${collectedBefore}`}`;
}
