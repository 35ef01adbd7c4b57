import { asksOf, controls as library } from "#catalog/index.ts";
import type { Control, FrameworkKey } from "#catalog/types.ts";
import { controlStatus, missingOf, statusEnd } from "#domain/control-status.ts";
import type { ControlFacts, ControlVerdict, DocumentInControl, Missing, StatusEnd } from "#domain/control-status.ts";
import { checkInControl } from "./check-states.ts";
import type { CheckState } from "./check-states.ts";

/** A control of the library with what is on file for it and what follows from that. */
export interface ControlState extends ControlVerdict {
  readonly control: Control;
  readonly evidenceCount: number;
  readonly latestNumber: number | null;
  readonly lastTestedAt: Date | null;
  /** Those that the company is asked. */
  readonly checks: readonly CheckState[];
  readonly documents: readonly DocumentInControl[];
  /** What stands between it and passing, the most pressing first; empty when it passes or does not apply. */
  readonly missing: readonly Missing[];
  /** When this status ends if nothing happens. */
  readonly end: StatusEnd | null;
}

/** Everything that decides the 22 controls of a company at one moment. */
export interface FactsToJudge {
  /** Those that its projects work with. */
  readonly frameworks: readonly FrameworkKey[];
  /** Every check of the library. */
  readonly checks: readonly CheckState[];
  /** Those that are expected of the company, by control. */
  readonly documents: ReadonlyMap<string, readonly DocumentInControl[]>;
  readonly evidence: ReadonlyMap<string, Filed>;
  readonly decisions: ReadonlyMap<string, { applicable: boolean; reason: string }>;
}

/** What follows for the 22 controls. */
export function judgeControls({ frameworks, checks, documents, evidence, decisions }: FactsToJudge): ControlState[] {
  const byId = new Map(checks.map((check) => [check.checkId, check]));
  return library.map((control) => {
    const asked = control.checks.filter((check) => asksOf(check, frameworks));
    const own = asked.flatMap(({ id }) => byId.get(id) ?? []);
    const filed = evidence.get(control.id);
    const facts: ControlFacts = {
      applicability: decisions.get(control.id),
      checks: own.map(checkInControl),
      documents: documents.get(control.id) ?? [],
    };
    const verdict = controlStatus(facts);
    const isOpen = verdict.status === "failing" || verdict.status === "needs evidence";
    const observed = own.flatMap(({ answers }) => answers.map(({ observedAt }) => observedAt.getTime()));
    return {
      ...verdict,
      missing: isOpen ? missingOf(facts) : [],
      end: statusEnd(facts, verdict),
      control,
      evidenceCount: filed?.count ?? 0,
      latestNumber: filed?.newest?.number ?? null,
      lastTestedAt: observed.length > 0 ? new Date(Math.max(...observed)) : (filed?.newest?.filedAt ?? null),
      checks: own,
      documents: facts.documents,
    };
  });
}

/** The newest item that is on file under a control. */
export interface FiledItem {
  readonly number: number;
  readonly filedAt: Date;
}

/** What is on file under one control. It decides nothing. */
export interface Filed {
  readonly count: number;
  readonly newest: FiledItem | null;
}
