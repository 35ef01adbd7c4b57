import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { drawSample } from "#domain/sample.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { findCheck } from "./find-check.ts";
import { ordinaryNumbers } from "./ordinary-numbers.ts";

type Population = z.output<typeof contract.manualTests.draw.input>["population"];

const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();

/** A population as it is numbered, with the exhibits where it is made of them. */
interface NumberedPopulation {
  readonly numbers: readonly number[];
  readonly exhibits: readonly number[] | null;
}

/** The numbers of a population: 1 to its size, or those of its exhibits. Refuses `test-exhibits`. */
export async function numberPopulation(tx: Tx, companyId: string, population: Population): Promise<NumberedPopulation> {
  if (population.kind === "numbered")
    return { numbers: Array.from({ length: population.size }, (_, at) => at + 1), exhibits: null };
  const exhibits = await ordinaryNumbers(tx, companyId, population.exhibits);
  return { numbers: exhibits, exhibits };
}

/** What a draw was made from, as one text: another population or size is another draw. */
const drawnFrom = ({ numbers }: NumberedPopulation, size: number) =>
  sha256(Buffer.from(canonicalJson([Math.min(size, numbers.length), ...numbers]))).toString("hex");

const numbersOf = ({ numbers }: NumberedPopulation, size: number, seed: string) =>
  drawSample(sha256, { seed, population: numbers, size });

/** What a draw is of, in its entry. */
interface Drawn {
  readonly checkId: string;
  readonly aspect: string;
  readonly from: string;
  readonly seed: string;
}

/** Draws a sample by a seed of the server's own. The draw is an entry of the ledger, so that no second one is made unseen. */
export const drawForTest: HandlersOf<"manualTests">["draw"] = async ({ input, tx }) => {
  const { control, check, part } = findCheck(input.controlId, input.checkId, input.aspect);
  const population = await numberPopulation(tx, input.companyId, input.population);
  const seed = randomBytes(8).toString("hex");
  const drawn: Drawn = {
    checkId: check.id,
    aspect: part?.aspect ?? "",
    from: drawnFrom(population, input.size),
    seed,
  };
  const numbers = numbersOf(population, input.size, seed);
  const details = {
    control: control.title,
    check: check.title,
    ...(part && { part: part.title }),
    population: population.numbers.length,
    sample: numbers.length,
    ...drawn,
  };
  return { answer: { seed, numbers }, entry: { subject: control.id, details } };
};

/**
 * The sample of a draw that was made before, with how many were made of the same check or part since its last test. A sample of nothing
 * needs no draw. Refuses `test-not-drawn` where nobody drew that sample here since.
 */
export async function findDraw(
  tx: Tx,
  { companyId, controlId, ...drawn }: Omit<Drawn, "from"> & { readonly companyId: string; readonly controlId: string },
  population: NumberedPopulation,
  size: number,
): Promise<{ readonly numbers: number[]; readonly draws: number | null }> {
  if (size === 0) return { numbers: [], draws: null };
  const about: Drawn = { ...drawn, from: drawnFrom(population, size) };
  const { rows } = await sql<{ details: string }>`SELECT a.details FROM app.ledger_acts a
    WHERE a.company_id = ${companyId} AND a.event = 'control.sampled' AND a.subject = ${controlId}
      AND a.seq > coalesce((SELECT max(t.ledger_index) FROM app.manual_tests t
        WHERE t.company_id = a.company_id AND t.check_id = ${about.checkId} AND t.aspect = ${about.aspect}), -1)
    ORDER BY a.seq DESC`.execute(tx);
  const draws = rows
    .map(({ details }) => JSON.parse(details) as Partial<Drawn>)
    .filter(({ checkId, aspect }) => checkId === about.checkId && aspect === about.aspect);
  if (!draws.some(({ seed, from }) => seed === about.seed && from === about.from)) return fail("test-not-drawn");
  return { numbers: numbersOf(population, size, about.seed), draws: draws.length };
}
