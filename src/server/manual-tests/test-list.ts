import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { getCheck } from "#catalog/index.ts";
import { partsOf } from "#catalog/parts.ts";
import type { Control } from "#catalog/types.ts";
import type { contract } from "#contract/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Conclusion } from "#domain/manual-tests/test-problem.ts";
import type * as z from "zod";
import type { Caller } from "../endpoints/caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { namesOf } from "./names.ts";

type ListedTest = z.input<typeof contract.manualTests.list.output>["tests"][number];

const MOST = 100;

/** People's tests of a control's checks at `now`, newest first. */
export async function listTests(tx: Tx, caller: Caller, control: Control, now: Date) {
  const checks = control.checks.map(({ id }) => id);
  const which = sql`t.check_id = ANY (${checks}::text[]) ORDER BY t.ledger_index DESC, t.id LIMIT ${MOST + 1}`;
  const tests = await readTests(tx, caller, which, now);
  return { tests: tests.slice(0, MOST), cut: tests.length > MOST };
}

/** One test of a control's checks. Refuses `not-found`. */
export async function getTest(tx: Tx, caller: Caller, control: Control, id: string, now: Date): Promise<ListedTest> {
  const checks = control.checks.map((check) => check.id);
  const [test] = await readTests(tx, caller, sql`t.id = ${id} AND t.check_id = ANY (${checks}::text[])`, now);
  return test ?? fail("not-found");
}

/** Lists of numbers come as text. */
interface TestRow {
  readonly id: string;
  readonly check_id: string;
  readonly aspect: string;
  readonly procedure: string;
  readonly procedure_added: string;
  readonly population_source: string;
  readonly population_size: number;
  readonly population_exhibits: readonly string[] | null;
  readonly seed: string;
  readonly draws: number | null;
  readonly sample: readonly string[];
  readonly passed: readonly string[];
  readonly excepted: readonly string[];
  readonly found: string[];
  readonly conclusion: Conclusion;
  readonly note: string;
  readonly tested_by: string;
  readonly tested_at: Date;
  readonly valid_until: Date;
  readonly withdrawn_at: Date | null;
  readonly withdrawn_by: string | null;
  readonly withdrawn_because: string | null;
  readonly is_newest: boolean;
  readonly exhibits: readonly { readonly number: number; readonly id: string | null; readonly name: string | null }[];
}

async function readTests(tx: Tx, caller: Caller, which: RawBuilder<unknown>, now: Date): Promise<ListedTest[]> {
  const { companyId } = caller;
  const { rows } =
    await sql<TestRow>`SELECT t.id, t.check_id, t.aspect, t.procedure, t.procedure_added, t.population_source,
      t.population_size, t.population_exhibits, t.seed, t.draws, t.sample, t.passed, t.excepted, t.found, t.conclusion, t.note, t.tested_by,
      t.tested_at, t.valid_until, t.withdrawn_at, t.withdrawn_by, t.withdrawn_because,
      NOT EXISTS (SELECT FROM app.manual_tests n WHERE n.company_id = t.company_id AND n.check_id = t.check_id AND n.aspect = t.aspect
        AND n.ledger_index > t.ledger_index) AS is_newest,
      (SELECT jsonb_agg(jsonb_build_object('number', x.number, 'id', e.id, 'name', e.name) ORDER BY x.number)
        FROM app.manual_test_exhibits x LEFT JOIN app.evidence e ON e.company_id = x.company_id AND e.number = x.number
        WHERE x.company_id = t.company_id AND x.test_id = t.id) AS exhibits
    FROM app.manual_tests t WHERE t.company_id = ${companyId} AND ${which}`.execute(tx);
  const nameOf = await namesOf(
    tx,
    caller,
    rows.flatMap((row) => [row.tested_by, row.withdrawn_by]),
  );
  const mayWithdraw = (row: TestRow) =>
    row.withdrawn_at === null &&
    (["owner", "admin"].includes(caller.role) || (caller.role === "member" && row.tested_by === caller.userId));
  return rows.map((row) => present(row, nameOf, { withdrawable: mayWithdraw(row), now }));
}

function present(
  row: TestRow,
  nameOf: (id: string) => string,
  { withdrawable, now }: { readonly withdrawable: boolean; readonly now: Date },
): ListedTest {
  return {
    id: row.id,
    checkId: row.check_id,
    check: getCheck(row.check_id).title,
    aspect: row.aspect === "" ? null : row.aspect,
    part: partsOf(row.check_id).find(({ aspect }) => aspect === row.aspect)?.title ?? null,
    procedure: row.procedure,
    procedureAdded: row.procedure_added,
    population: {
      source: row.population_source,
      size: row.population_size,
      exhibits: row.population_exhibits?.map((number) => formatExhibitNumber(Number(number))) ?? null,
    },
    sample: { seed: row.seed, draws: row.draws, numbers: row.sample.map(Number) },
    passed: row.passed.map(Number),
    exceptions: row.excepted.map((number, at) => ({ number: Number(number), found: row.found[at]! })),
    conclusion: row.conclusion,
    note: row.note,
    exhibits: row.exhibits.map(({ number, id, name }) => ({
      exhibit: formatExhibitNumber(number),
      id,
      name: name ?? "",
    })),
    testedBy: nameOf(row.tested_by),
    testedAt: row.tested_at.toISOString(),
    validUntil: row.valid_until.toISOString(),
    state: stateOf(row, now),
    withdrawn:
      row.withdrawn_at && row.withdrawn_by
        ? { by: nameOf(row.withdrawn_by), at: row.withdrawn_at.toISOString(), reason: row.withdrawn_because ?? "" }
        : null,
    withdrawable,
  };
}

function stateOf({ withdrawn_at, is_newest, valid_until }: TestRow, now: Date): ListedTest["state"] {
  if (withdrawn_at) return "withdrawn";
  if (!is_newest) return "superseded";
  return now < valid_until ? "current" : "expired";
}
