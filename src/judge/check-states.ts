import { controls as library } from "#catalog/index.ts";
import { phraseOfKind } from "#catalog/kind-phrases.ts";
import { partsOf } from "#catalog/parts.ts";
import { saysLeftOut } from "#connectors/exceptions.ts";
import type { Basis, CheckInControl } from "#domain/control-status.ts";
import { answersWithTests, decideByTest, failedLast, MANUAL_TEST } from "#domain/manual-tests/decide.ts";
import type { TestAnswer, TestsByCheck } from "#domain/manual-tests/decide.ts";
import { stateOf } from "#domain/parts/answer.ts";
import type { PartAnswer } from "#domain/parts/answer.ts";
import { combineParts } from "#domain/parts/combine.ts";
import type { CombinedCheck } from "#domain/parts/combine.ts";
import { kindsInScope } from "#domain/parts/kinds-in-scope.ts";
import { systemOfSource } from "#domain/parts/place.ts";
import { isOfRegisters as isNameOfRegisters, REGISTER_ASPECT, REGISTERS } from "#domain/registers/snapshot.ts";
import type { Scope } from "#domain/scope.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import type { CheckOutcome } from "#domain/verdict.ts";

/** The newest answer of one source about one part of a check, as it is kept. */
export interface Result {
  readonly checkId: string;
  /** Null for what names no part. */
  readonly aspect: string | null;
  readonly source: string;
  readonly outcome: CheckOutcome;
  readonly reason: string;
  readonly observedAt: Date;
  readonly validUntil: Date;
  readonly number: number;
  /** The item that it was read from; null where that is known by its number alone. */
  readonly evidenceId: string | null;
}

/** An answer with the item that it was read from, or that a person's test cites first; that one is named by its number alone. */
export type Answer = PartAnswer & Result;

/** What a check of the library comes to over its parts. */
export interface CheckState extends CombinedCheck<SystemKind, Answer> {
  readonly checkId: string;
  readonly title: string;
  /** Every answer about it that is on file, those that decide nothing included. */
  readonly answers: readonly Answer[];
}

/**
 * What the newest answers, the scope and people's tests come to for each check of the library. The one place where checks are decided:
 * pages, judgements, exports and the portal rest on it.
 */
export function combineChecks(
  results: readonly Result[],
  scope: Scope,
  now: Date,
  tests: TestsByCheck = new Map(),
): CheckState[] {
  const kindInScope = kindsInScope(scope, now);
  const placed = new Map<string, string | null>();
  const place = (source: string) => {
    if (!placed.has(source)) placed.set(source, systemOfSource(scope.systems, source));
    return placed.get(source)!;
  };
  const answers = results.map((result): Answer => ({ ...result, systemId: place(result.source) }));
  const byCheck = Map.groupBy(answers, ({ checkId }) => checkId);
  return library.flatMap((control) =>
    control.checks.map(({ id, title }): CheckState => {
      const named = (answer: Answer | TestAnswer): Answer =>
        "evidenceId" in answer ? answer : { ...answer, checkId: id, evidenceId: null };
      const tested = tests.get(id) ?? [];
      const register = newestOfRegisters(byCheck.get(id) ?? []);
      const asked = { parts: partsOf(id), kindInScope, now, phraseOf: phraseOfKind };
      const own = (byCheck.get(id) ?? []).filter((answer) => !isOfRegisters(answer));
      if (asked.parts.length === 0) {
        // Nothing that was read can pass such a check; what speaks against it stands, whatever a person found.
        const against = combineParts({ ...asked, answers: own });
        const answer = decideByTest(tested, now);
        const isHeld = against !== null && (against.outcome === "fail" || answer?.outcome !== "fail");
        if (isHeld) return { checkId: id, title, answers: own, ...against };
        const state = { checkId: id, title, ...(answer ? decidedBy(named(answer)) : UNDECIDED) };
        return register ? byRegister(state, register, now) : state;
      }
      const all = answersWithTests({ ...asked, answers: own, tests: tested }).map(named);
      const state = { checkId: id, title, answers: all, ...combineParts({ ...asked, answers: all })! };
      return register ? besideRegister(state, register, now) : state;
    }),
  );
}

/** How the database begins the reason of an answer whose exhibit counts no more (`app.newest_results`). */
const TAKEN = "Not decided: ";

const isOfRegisters = ({ aspect, source }: Answer) => aspect === REGISTER_ASPECT && source === REGISTERS;

/** What the newest snapshot of the registers says of a check. */
function newestOfRegisters(answers: readonly Answer[]): Answer | undefined {
  return answers.filter(isOfRegisters).toSorted((a, b) => b.observedAt.getTime() - a.observedAt.getTime())[0];
}

/**
 * A check that is asked of no system: what registers fail stays failing, and so does what a person's test fails. A person's test decides
 * what registers do not, unless they failed it when they decided it last.
 */
function byRegister(tested: CheckState, register: Answer, now: Date): CheckState {
  const state = stateOf(register, now);
  const answers = [...tested.answers, register];
  // What they said may have been a failure where its exhibit was withdrawn or damaged since.
  const isTaken = state === "unknown" && register.reason.startsWith(TAKEN);
  const isDecidedByTest = tested.outcome === "fail" || (tested.outcome === "pass" && !failedLast(register) && !isTaken);
  if (state === "fail" || (state === "pass" && tested.outcome !== "fail"))
    return { ...tested, ...decidedBy(register), answers };
  if (isDecidedByTest) return { ...tested, answers };
  const reason = state === "stale" ? "The registers were last read too long ago to count." : register.reason;
  return { ...tested, ...decidedBy({ ...register, outcome: "unknown", reason }), answers };
}

/** A check over its parts and what registers say besides: the worse of both stands, and each must be decided. */
function besideRegister(parts: CheckState, register: Answer, now: Date): CheckState {
  const state = stateOf(register, now);
  const isDecided = state === "pass" || state === "fail";
  const both = {
    ...parts,
    answers: [...parts.answers, register],
    asked: parts.asked + 1,
    decided: parts.decided + (isDecided ? 1 : 0),
  };
  if (parts.outcome === "fail") return both;
  const own = { reason: register.reason, decisive: register };
  if (state === "fail") return { ...both, ...own, outcome: "fail", held: true };
  if (parts.outcome === "unknown") return both;
  if (state !== "pass") {
    const reason = state === "stale" ? "The registers were last read too long ago to count." : register.reason;
    return { ...both, ...own, reason, outcome: "unknown", held: true };
  }
  const isFirst = parts.decisive === null || register.validUntil < parts.decisive.validUntil;
  return { ...both, outcome: "pass", ...(parts.outcome === "pass" && !isFirst ? {} : own) };
}

/** A check that is asked of no system, as one answer decides it. */
function decidedBy(answer: Answer): Omit<CheckState, "checkId" | "title"> {
  const { outcome, reason } = answer;
  const decided = outcome === "unknown" ? 0 : 1;
  const held = outcome === "fail" || outcome === "unknown";
  return { outcome, reason, decided, asked: 1, parts: [], held, decisive: answer, scopeUntil: null, answers: [answer] };
}

const UNDECIDED: Omit<CheckState, "checkId" | "title"> = {
  outcome: "unknown",
  reason: "nobody has tested it.",
  decided: 0,
  asked: 1,
  parts: [],
  held: false,
  decisive: null,
  scopeUntil: null,
  answers: [],
};

/** A check as its control's status counts it. */
export function checkInControl(state: CheckState): CheckInControl {
  const { checkId, title, outcome, reason, held, decisive } = state;
  return {
    checkId,
    title,
    outcome,
    reason,
    basis: basisOf(state),
    held,
    endsAt: endOf(state),
    number: decisive?.number ?? null,
    observedAt: decisive?.observedAt ?? null,
  };
}

/** The weakest of what decided it: what rests on a person's word in one part rests on it. Null where only decisions did. */
function basisOf({ outcome, parts, decisive, answers }: CheckState): Basis | null {
  if (outcome === "unknown") return null;
  if (outcome === "fail") return decisive ? basisOfAnswer(decisive) : "machine";
  const read = parts.flatMap(({ systems }) => systems.flatMap((system) => system.answers));
  const rests = [...(decisive ? [decisive] : []), ...read, ...answers.filter(isOfRegisters)];
  if (rests.length === 0) return null;
  const bases = rests.map(basisOfAnswer);
  return bases.includes("person") ? "person" : bases.includes("register") ? "register" : "machine";
}

function basisOfAnswer(answer: Answer): Basis {
  if (answer.source === MANUAL_TEST) return "person";
  // What a decision left out was not decided by what a machine saw alone: an approved record of a register did, too.
  return isNameOfRegisters(answer.source) || saysLeftOut(answer.reason) ? "register" : "machine";
}

/** Until when an outcome lasts. A decision that ends may bring systems that nobody has read; what fails, fails with them, too. */
function endOf({ outcome, decisive, scopeUntil }: CheckState): Date | null {
  if (outcome === "unknown") return null;
  const until = decisive?.validUntil ?? null;
  if (outcome === "fail" || scopeUntil === null) return until;
  return until === null || scopeUntil < until ? scopeUntil : until;
}
