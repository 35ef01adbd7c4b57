import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { ManualTest, TestsByCheck } from "#domain/manual-tests/decide.ts";
import { sayTest } from "#domain/manual-tests/say-test.ts";
import type { Conclusion } from "#domain/manual-tests/test-problem.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** What app.test_facts and app.tests_of answer; times are text. */
export type TestFacts = readonly {
  readonly check_id: string;
  readonly aspect: string;
  readonly conclusion: Conclusion;
  readonly population: number;
  readonly sample: number;
  readonly found: readonly string[];
  readonly note: string;
  readonly number: number;
  readonly tested_at: string;
  readonly valid_until: string;
  readonly withdrawn: boolean;
  readonly ledger_index: number;
  /** The number of an exhibit that it cites and that was withdrawn. */
  readonly withdrawn_exhibit: number | null;
  /** The same of one whose stored file is damaged. */
  readonly damaged_exhibit: number | null;
}[];

interface Among {
  /** As the ledger's first entries say. */
  readonly size?: number | undefined;
  /** Tested from the one moment on, and before the other. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** The exhibits that a judgement may rest on. */
  readonly among?: ReadonlySet<number> | undefined;
}

/** What people tested at a company, as the caller may read it. */
export async function readTests(
  tx: Tx,
  companyId: string,
  { size, from, before, among }: Among = {},
): Promise<TestsByCheck> {
  const facts = await callFunction(tx, "app.test_facts", [companyId, size ?? null, from ?? null, before ?? null]);
  return testsFrom((facts as TestFacts).filter(({ number }) => !among || among.has(number)));
}

/** The tests from the facts of the database. */
export function testsFrom(facts: TestFacts): TestsByCheck {
  const tests = new Map<string, ManualTest[]>();
  for (const row of facts) {
    const test: ManualTest = {
      aspect: row.aspect === "" ? null : row.aspect,
      ...whatStands(row),
      testedAt: new Date(row.tested_at),
      validUntil: new Date(row.valid_until),
      withdrawn: row.withdrawn,
      number: row.number,
      ledgerIndex: row.ledger_index,
    };
    tests.set(row.check_id, [...(tests.get(row.check_id) ?? []), test]);
  }
  return tests;
}

/** What a test still says: one that passed by an exhibit which was withdrawn or is damaged is not decided any more. */
function whatStands(row: TestFacts[number]): Pick<ManualTest, "conclusion" | "reason"> {
  const lost = row.withdrawn_exhibit ?? row.damaged_exhibit;
  if (row.conclusion !== "passes" || lost === null) return { conclusion: row.conclusion, reason: sayTest(row) };
  const what = row.withdrawn_exhibit === null ? "is damaged" : "was withdrawn";
  const reason = `Not decided: ${formatExhibitNumber(lost)}, which the test cites, ${what}.`;
  return { conclusion: "not decided", reason };
}
