import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { drawSample } from "#domain/sample.ts";
import type { Tx } from "../db/as-caller.ts";
import { ordinaryNumbers } from "./ordinary-numbers.ts";

type Population = z.output<typeof contract.manualTests.draw.input>["population"];

const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();

/** A population as it is numbered, with the exhibits where it is made of them. */
export interface NumberedPopulation {
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

/** The sample that this seed draws; a seed of chance where none is given. */
export function draw(
  population: NumberedPopulation,
  size: number,
  seed = randomBytes(8).toString("hex"),
): { seed: string; numbers: number[] } {
  return { seed, numbers: drawSample(sha256, { seed, population: population.numbers, size }) };
}
