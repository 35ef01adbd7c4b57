import type { FrameworkKey } from "#catalog/types.ts";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import type {
  AnswerInput,
  CheckSaid,
  ControlsAnswer,
  ControlsInput,
  ControlSaid,
  ControlsQuestion,
  JudgeAnswer,
  RestsOn,
  ScopeInput,
  TestInput,
} from "#domain/judge/contract.ts";
import type { ManualTest, TestsByCheck } from "#domain/manual-tests/decide.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Scope, ScopeDecision } from "#domain/scope.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import { checkInControl, combineChecks } from "./check-states.ts";
import type { CheckState, Result } from "./check-states.ts";
import { judgeCollection } from "./collection.ts";
import { judgeControls } from "./control-states.ts";
import type { ControlState } from "./control-states.ts";
import { documentsOf } from "./document-states.ts";
import { readQuestion } from "./read-question.ts";
import { judgeRegisters } from "./registers/index.ts";
import { judgeReportText } from "./report.ts";

/** Answers one question, both as JSON. What it cannot answer it says, and throws nothing. */
export function judge(question: string): string {
  return JSON.stringify(answerTo(question));
}

function answerTo(question: string): JudgeAnswer {
  const asked = readQuestion(question);
  if (typeof asked === "string") return { kind: "none", reason: asked };
  try {
    if (asked.kind === "controls") return controlsOf(asked);
    if (asked.kind === "registers") return judgeRegisters(asked);
    return asked.kind === "report" ? judgeReportText(asked) : judgeCollection(asked);
  } catch {
    // What engines say of an error differs.
    return { kind: "none", reason: "what was asked cannot be judged" };
  }
}

function controlsOf({ instant, scope, input }: ControlsQuestion): ControlsAnswer {
  const now = new Date(instant);
  const frameworks = input.frameworks as FrameworkKey[];
  const results = input.answers.map(resultOf);
  const states = judgeControls({
    frameworks,
    checks: combineChecks(results, scopeOf(scope), now, testsOf(input.tests)),
    documents: documentsOf(input, results, frameworks, now),
    evidence: new Map(),
    decisions: new Map(input.applicability.map(({ control, ...decision }) => [control, decision])),
  });
  return { kind: "controls", ...saidOf(states, input) };
}

/** What is said of these controls, and of the checks that they ask, with what each rests on. */
export function saidOf(states: readonly ControlState[], input: ControlsInput): Omit<ControlsAnswer, "kind"> {
  return {
    checks: states.flatMap(({ checks }) => checks.map((state) => checkSaid(state, input))),
    controls: states.map((state) => controlSaid(state, input)),
  };
}

function checkSaid(state: CheckState, { answers, tests }: ControlsInput): CheckSaid {
  const { checkId: check, outcome, reason, decided, asked } = state;
  const own = [...answers, ...tests].filter((answer) => answer.check === check);
  const { basis } = checkInControl(state);
  return { check, outcome, reason, basis, progress: { decided, asked }, restsOn: restsOn(own) };
}

function controlSaid(
  { control, status, reason, progress, basis, checks, documents }: ControlState,
  input: ControlsInput,
): ControlSaid {
  const asked = new Set(documents.map(({ documentId }) => documentId));
  const filings = [
    ...input.filings.filter(({ document }) => asked.has(document)),
    ...input.answers.filter(({ check, aspect }) => aspect === DOCUMENT_ASPECT && asked.has(check)),
  ];
  const decisions = [
    ...input.documentDecisions.filter(({ document }) => asked.has(document)),
    ...input.applicability.filter((item) => item.control === control.id),
  ];
  return {
    control: control.id,
    status,
    reason,
    progress,
    basis,
    checks: checks.map(({ checkId }) => checkId),
    restsOn: restsOn(filings, decisions),
  };
}

interface Filed {
  readonly number: number;
  readonly ledgerIndex: number;
}

function restsOn(exhibits: readonly Filed[], others: readonly Pick<Filed, "ledgerIndex">[] = []): RestsOn {
  const once = (numbers: readonly number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);
  return {
    exhibits: once(exhibits.map(({ number }) => number)),
    // What is older than its list has no place in the ledger.
    entries: once([...exhibits, ...others].map(({ ledgerIndex }) => ledgerIndex)).filter((entry) => entry >= 0),
  };
}

const resultOf = ({ check, observedAt, validUntil, ledgerIndex: _, ...answer }: AnswerInput): Result => ({
  ...answer,
  checkId: check,
  observedAt: new Date(observedAt),
  validUntil: new Date(validUntil),
  evidenceId: null,
});

/** The scope of a question, of which `readQuestion` took no kind and no provider that this judge does not know. */
function scopeOf({ systems, decisions }: ScopeInput): Scope {
  return {
    systems: systems.map(({ kinds, provider, ...system }) => ({
      ...system,
      kinds: kinds as readonly SystemKind[],
      provider: provider as ProviderKey | null,
    })),
    decisions: decisions.map(({ kind, systemId, ...said }): ScopeDecision => ({
      ...said,
      about: systemId === null ? { kind: kind as SystemKind } : { systemId },
      // Who decided it and when is for people.
      decidedBy: "",
      decidedAt: new Date(0),
    })),
  };
}

function testsOf(inputs: readonly TestInput[]): TestsByCheck {
  const tests = inputs.map(({ testedAt, validUntil, ...test }): ManualTest & { readonly check: string } => ({
    ...test,
    testedAt: new Date(testedAt),
    validUntil: new Date(validUntil),
  }));
  return Map.groupBy(tests, ({ check }) => check);
}
