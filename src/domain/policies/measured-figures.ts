import { figuresIn } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { statementsOf } from "./statements.ts";

/** What checks measure, by figures: of a check that is not named here no figure is. */
const measured: Readonly<Record<string, string>> = {
  "policies.approved-within-year": "every year",
  "policies.acknowledged": "within 30 days",
  "policies.history-kept": "for 6 years",
  "oversight.review-within-quarter": "every quarter",
  "oversight.audit-within-year": "every year",
  "oversight.actions-on-time": "within 30 days",
  "risk.assessed-within-year": "every year",
  "risk.acceptance-signed": "every year",
  "vendors.reviewed-within-year": "every year",
  "people.terms-signed": "within 7 days",
  "training.completed": "every year",
  "training.developers": "every year",
  "accounts.leavers-disabled": "within 24 hours",
  "accounts.inactive-disabled": "within 90 days",
  "auth.password-rules": "at least 12 characters, the last 4, 10 attempts, for 30 minutes",
  "auth.session-limit": "within 24 hours",
  "auth.no-secrets-in-code": "within 7 days",
  "auth.keys-rotated": "within 90 days",
  "review.done-this-quarter": "every quarter",
  "review.removals-done": "within 14 days, for 90 days",
  "encryption.in-transit": "TLS 1.2",
  "encryption.key-rotation": "every year",
  "encryption.certificates": "at least 30 days",
  "requests.on-time": "within 1 month",
  "devices.screen-lock": "within 15 minutes",
  "devices.supported-software": "within 30 days",
  "physical.hosting-assured": "every year",
  "physical.offices-declared": "every year",
  "vulns.dependencies": "within 30 days",
  "vulns.cloud-findings": "within 30 days",
  "vulns.patched": "within 30 days",
  "vulns.scanned-this-quarter": "every quarter",
  "vulns.pentest-within-year": "every year",
  "vulns.disclosure-contact": "every year",
  "logging.identity-collected": "within 24 hours",
  "logging.kept-a-year": "for 365 days",
  "monitoring.alerts-handled": "within 1 working day",
  "incident.plan-within-year": "every year",
  "incident.exercised-within-year": "every year",
  "incident.notice-decided": "within 72 hours",
  "backup.recent": "every day, for 7 days",
  "backup.restore-tested": "every year",
  "continuity.redundant": "2 zones",
  "continuity.plan-within-year": "every year",
  "inventory.confirmed-within-year": "every year",
};

/** Whether what a check measures is as strict as what is promised, or stricter. */
export const covers = (own: Figure, promised: Figure): boolean =>
  own.unit === promised.unit &&
  own.least === promised.least &&
  (own.least ? promised.value <= own.value : promised.value >= own.value);

/** A figure that statements promise and their check does not measure. */
export interface UnmeasuredFigure {
  /** As the sentence has it. */
  readonly promised: string;
  /** What the check measures; undefined where that is no figure. */
  readonly measured: string | undefined;
}

/**
 * By a check the first figure of its statements that it does not measure: a stricter one than its own, or one of something else. Such a
 * promise is not kept because the check passes.
 */
export function unmeasuredFigures(text: string): ReadonlyMap<string, UnmeasuredFigure> {
  const found = new Map<string, UnmeasuredFigure>();
  for (const { check, sentence } of statementsOf(text)) {
    const own = figuresIn(measured[check] ?? "");
    const open = figuresIn(sentence).find((promised) => !own.some((figure) => covers(figure, promised)));
    if (open && !found.has(check)) found.set(check, { promised: open.words, measured: measured[check] });
  }
  return found;
}

/** By a check the figures that it is known to measure. */
export const measuredFigures: ReadonlyMap<string, readonly Figure[]> = new Map(
  Object.entries(measured).map(([check, words]) => [check, figuresIn(words)]),
);
