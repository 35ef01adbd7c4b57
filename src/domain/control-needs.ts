import { controlStatus } from "./control-status.ts";
import type { CheckResult, ControlFacts } from "./control-status.ts";

/** What a control that does not pass is waiting for. */
export type ControlNeed =
  /** Nothing on file is valid: one item that is makes it pass. */
  | { readonly kind: "item" }
  /** Checks stand in the way: a newer result that passes, of each of them, makes it pass. */
  | {
      readonly kind: "checks";
      /** Titles of the checks that fail. */
      readonly mend: readonly string[];
      /** Titles of the checks that are undecided, or were last looked at too long ago. */
      readonly collect: readonly string[];
    };

/** What would make a control pass, by the rule of its status; null when it passes or does not apply. */
export function needOf(facts: ControlFacts): ControlNeed | null {
  const { status } = controlStatus(facts);
  if (status === "passing" || status === "not applicable") return null;
  const isValid = ({ validUntil }: CheckResult) => facts.now < validUntil;
  const failing = facts.checks.filter((check) => isValid(check) && check.outcome === "fail");
  const untold = facts.checks.filter((check) => !isValid(check) || check.outcome === "unknown");
  if (failing.length === 0 && untold.length === 0) return { kind: "item" };
  return { kind: "checks", mend: titles(failing), collect: titles(untold) };
}

const titles = (checks: readonly CheckResult[]) => [...new Set(checks.map(({ title }) => title))].sort();
