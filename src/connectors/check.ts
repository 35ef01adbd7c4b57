import type { CheckOutcome } from "#domain/verdict.ts";
import type { EvidenceItem, Settings, StepReport } from "./connector.ts";
import type { Exception } from "./exceptions.ts";
import type { SettingSet } from "./who-set.ts";

export type Severity = "critical" | "high" | "medium" | "low";

/** One question about an account, answered from stored items alone, so that any old run can be judged again. */
export interface ConnectorCheck {
  /** As in the catalogue of connector checks: "gh.repo.review-required". Stable. */
  readonly id: string;
  /** Grows when the same items would be judged otherwise. */
  readonly version: number;
  readonly title: string;
  readonly severity: Severity;
  /** What to do about a failure, in one sentence. */
  readonly hint: string;
  /**
   * Parts of the library's checks that it answers, as "check/aspect" of `src/catalog/parts.ts`: never more than what it read. None
   * where it says less than a part; its outcome is then shown with its connection and decides nothing.
   */
  readonly answers: readonly string[];
  /** Steps whose items it reads. Unless each is complete it cannot pass: it fails on what was seen, and is unknown otherwise. */
  readonly steps: readonly string[];
  /** What of the company's own words the outcome rests on, in one sentence; said with each outcome that was decided. */
  restsOn?(facts: CheckFacts): string;
  /** Pure. One observation for each resource it looked at; none where there is nothing of the kind. */
  judge(facts: CheckFacts): readonly Observation[];
}

export interface CheckFacts {
  items(kind: string): readonly EvidenceItem[];
  step(id: string): StepReport | undefined;
  readonly settings: Settings;
  /** Who set them; absent where nobody kept it. */
  readonly settingsSet?: readonly SettingSet[] | undefined;
  /** Decisions that leave resources of this system out; absent where none was kept. */
  readonly exceptions?: readonly Exception[] | undefined;
  readonly now: Date;
}

/** What a check says of one resource. */
export interface Observation {
  readonly resource: { readonly type: string; readonly id: string; readonly label: string };
  readonly outcome: CheckOutcome;
  /** A clause: "1 of 2 approvals", "no rule on main". For `unknown` why it is not known. */
  readonly observed: string;
  /** A clause: "at least 1 approval". */
  readonly wanted: string;
  /** The fields that it was read from. */
  readonly because?: readonly string[];
  /** What a decision leaves out, with the decision; of resources that one does. */
  readonly leftOut?: string;
  /** When that decision ends. */
  readonly leftOutUntil?: string;
}

/** What one check came to in one run. */
export interface ConnectorCheckResult {
  readonly checkId: string;
  readonly version: number;
  readonly outcome: CheckOutcome;
  /** One sentence: what was observed against what is wanted. */
  readonly reason: string;
  readonly observations: readonly Observation[];
}

/**
 * Test data of one check. Each check has a passing, a failing and an unknown one; `notApplicable` is left out only where every
 * account has such a resource. The conformance test judges all of them.
 */
export interface CheckFixtures {
  readonly pass: readonly EvidenceItem[];
  readonly fail: readonly EvidenceItem[];
  readonly unknown: readonly EvidenceItem[];
  readonly notApplicable?: readonly EvidenceItem[];
  readonly settings?: Settings;
  readonly exceptions?: readonly Exception[];
}
