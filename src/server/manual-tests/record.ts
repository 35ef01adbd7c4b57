import { randomUUID } from "node:crypto";
import { resultValidForDays } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { testProblem } from "#domain/manual-tests/test-problem.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { findDraw, numberPopulation } from "./draw.ts";
import { findCheck } from "./find-check.ts";
import { filedUnder, ordinaryNumbers } from "./ordinary-numbers.ts";
import { getTest } from "./test-list.ts";

interface Deps {
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Signs a person's test of a check. The sample is drawn again here, so that what is kept is what the seed draws. Refuses what
 * `testProblem` names, `test-not-drawn`, `test-exhibits`, `test-exhibit-elsewhere` and `not-found`.
 */
export function recordTest({ now }: Deps): HandlersOf<"manualTests">["record"] {
  return async ({ input, caller, tx }) => {
    const { companyId, userId } = caller;
    const { control, check, part } = findCheck(input.controlId, input.checkId, input.aspect);
    const population = await numberPopulation(tx, companyId, input.population);
    const { seed } = input;
    const about = { companyId, controlId: control.id, checkId: check.id, aspect: part?.aspect ?? "", seed };
    const { numbers: sample, draws } = await findDraw(tx, about, population, input.size);
    const { passed, exceptions, conclusion, note } = input;
    const populationSize = population.numbers.length;
    const problem = testProblem({ populationSize, sample, passed, exceptions, conclusion, note });
    if (problem) return fail(problem);
    const exhibits = await ordinaryNumbers(tx, companyId, input.exhibits);
    // Whoever reads the control, or a bundle of it, finds there what the test rests on.
    const [rest] = await filedUnder(tx, companyId, control.id, exhibits);
    if (rest === undefined) return fail("test-exhibit-elsewhere");
    const at = now();
    const id = randomUUID();
    await tx
      .insertInto("app.manual_tests")
      .values({
        company_id: companyId,
        id,
        check_id: check.id,
        aspect: part?.aspect ?? "",
        procedure: check.predicate,
        procedure_added: input.procedureAdded,
        population_source: input.populationSource,
        population_size: populationSize,
        population_exhibits: population.exhibits && [...population.exhibits],
        seed,
        draws,
        sample,
        passed,
        excepted: exceptions.map(({ number }) => number),
        found: exceptions.map(({ found }) => found),
        conclusion,
        note,
        number: rest,
        tested_by: userId,
        tested_at: at,
        valid_until: new Date(at.getTime() + resultValidForDays(control) * DAY_MS),
      })
      .execute();
    await tx
      .insertInto("app.manual_test_exhibits")
      .values(exhibits.map((number) => ({ company_id: companyId, test_id: id, number })))
      .execute();
    const details = {
      control: control.title,
      check: check.title,
      ...(part && { part: part.title }),
      test: id,
      conclusion,
      seed,
      ...(draws !== null && { draws }),
      population: populationSize,
      sample: sample.length,
      exceptions: exceptions.length,
      exhibits: exhibits.map(formatExhibitNumber),
    };
    return { answer: await getTest(tx, caller, control, id, at), entry: { subject: control.id, details } };
  };
}
