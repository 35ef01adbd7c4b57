import { stateOf } from "../parts/answer.ts";
import type { PartAnswer } from "../parts/answer.ts";
import type { AskedPart, KindInScope } from "../parts/decide-part.ts";
import { saysFailedLast } from "../registers/failed-last.ts";
import type { CheckOutcome } from "../verdict.ts";
import type { Conclusion } from "./test-problem.ts";

/** The newest test of one check, or of one part of it. */
export interface ManualTest {
  /** Null for the whole check. */
  readonly aspect: string | null;
  readonly conclusion: Conclusion;
  /** One sentence: see `sayTest`. */
  readonly reason: string;
  readonly testedAt: Date;
  /** It counts while `now` is before. */
  readonly validUntil: Date;
  /** A withdrawn test counts for nothing, and brings no older one back. */
  readonly withdrawn: boolean;
  /** The number of the first exhibit that it cites. */
  readonly number: number;
  /** Its place in the ledger: it says nothing of a system that was added behind it. Absent where that plays no part. */
  readonly ledgerIndex?: number;
}

/** The newest tests of each check and of its parts, by check. */
export type TestsByCheck = ReadonlyMap<string, readonly ManualTest[]>;

/** How a person's test is called where answers name their source. */
export const MANUAL_TEST = "Manual test";

const outcomes: Readonly<Record<Conclusion, CheckOutcome>> = {
  passes: "pass",
  fails: "fail",
  "not decided": "unknown",
};

/** The tests that count at `now`. */
export function testsThatCount(tests: readonly ManualTest[], now: Date): ManualTest[] {
  return tests.filter(({ withdrawn, validUntil, testedAt }) => !withdrawn && testedAt <= now && now < validUntil);
}

/** Whether what was decided last is a failure, however old: only its next reading answers it, and nobody's test. */
export const failedLast = (answer: PartAnswer): boolean => answer.outcome === "fail" || saysFailedLast(answer);

interface Asked<Kind extends string, Answer extends PartAnswer> {
  readonly parts: readonly AskedPart<Kind>[];
  readonly kindInScope: (kind: Kind) => KindInScope;
  readonly answers: readonly Answer[];
  readonly tests: readonly ManualTest[];
  readonly now: Date;
}

/** An answer that a person's test gives. */
export interface TestAnswer extends PartAnswer {
  readonly number: number;
}

/**
 * The answers about a check's parts with those that people's tests give, for `combineParts`. A person decides what no machine sees: a
 * passing test answers for each system in scope of its part that nothing has read, or that was read last before the test and too long
 * ago to count; what was found failing last is answered by the next reading alone, so that nobody switches a connection off and passes it
 * by hand. Wherever a machine's answer counts it stands, also where it is unknown, and a test never answers which kinds of systems
 * there are, nor for a system that was added after it. A failing test fails its part beside whatever a machine says. A test of the whole check is one of each of its parts; of a
 * part's own test and that one the worst stands, and one that was not decided passes nothing.
 */
export function answersWithTests<Kind extends string, Answer extends PartAnswer>({
  parts,
  kindInScope,
  answers,
  tests,
  now,
}: Asked<Kind, Answer>): (Answer | TestAnswer)[] {
  const counting = testsThatCount(tests, now);
  if (counting.length === 0) return [...answers];
  const added: TestAnswer[] = [];
  const replaced = new Set<Answer>();
  for (const part of parts) {
    const about = counting.filter(({ aspect }) => aspect === null || aspect === part.aspect);
    const kinds = part.systems.map(kindInScope);
    const systems = new Map(
      kinds.flatMap(({ inScope }) => inScope.map(({ id, ledgerIndex = 0 }) => [id, ledgerIndex])),
    );
    // By recorded decisions the part is not asked, so nobody's test of it counts.
    if (systems.size === 0 && kinds.every(({ state }) => state !== "not answered")) continue;
    const failing = newestOf(about.filter(({ conclusion }) => conclusion === "fails"));
    if (failing) {
      added.push(answerOf(failing, part.aspect, null));
      continue;
    }
    const passing = newestOf(about.filter(({ conclusion }) => conclusion === "passes"));
    if (!passing || about.some(({ conclusion }) => conclusion === "not decided")) continue;
    for (const [systemId, addedAt] of systems) {
      if (passing.ledgerIndex !== undefined && addedAt > passing.ledgerIndex) continue;
      const own = answers.filter((answer) => answer.aspect === part.aspect && answer.systemId === systemId);
      const isUnseen = own.every(
        (answer) => !failedLast(answer) && stateOf(answer, now) === "stale" && answer.observedAt < passing.testedAt,
      );
      if (!isUnseen) continue;
      for (const answer of own) replaced.add(answer);
      added.push(answerOf(passing, part.aspect, systemId));
    }
  }
  return [...answers.filter((answer) => !replaced.has(answer)), ...added];
}

/** Of tests of the same moment the one that counts longest: the order in which they are read decides nothing. */
function newestOf(tests: readonly ManualTest[]): ManualTest | undefined {
  const time = ({ testedAt }: ManualTest) => testedAt.getTime();
  return tests.toSorted((a, b) => time(a) - time(b) || a.validUntil.getTime() - b.validUntil.getTime()).at(-1);
}

const answerOf = (test: ManualTest, aspect: string, systemId: string | null): TestAnswer => ({
  aspect,
  systemId,
  source: MANUAL_TEST,
  outcome: outcomes[test.conclusion],
  reason: test.reason,
  observedAt: test.testedAt,
  validUntil: test.validUntil,
  number: test.number,
});

/** What a person's test comes to for a check that is asked of no system; null where no test counts. */
export function decideByTest(tests: readonly ManualTest[], now: Date): TestAnswer | null {
  const test = testsThatCount(tests, now).find(({ aspect }) => aspect === null);
  return test ? { ...answerOf(test, "", null), aspect: null } : null;
}
