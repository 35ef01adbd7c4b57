import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { readExhibitNumbers } from "#domain/manual-tests/number-list.ts";
import type { Draft } from "./draft.ts";

export type Population = { kind: "numbered"; size: number } | { kind: "exhibits"; exhibits: string[] };
/** Whether there is nothing to draw from. */
export const isEmpty = (population: Population) => population.kind === "numbered" && population.size === 0;

/** What is drawn from, or what is wrong with how it is typed. */
export function populationOf({ kind, items, listed }: Draft): Population | string {
  if (kind === "exhibits") {
    const numbers = readExhibitNumbers(listed);
    if (!numbers || numbers.length === 0) return "Name the exhibits by their numbers, such as EX-3, EX-7 to EX-12.";
    return { kind, exhibits: numbers.map(formatExhibitNumber) };
  }
  const size = Number(items);
  if (items.trim() === "" || !Number.isInteger(size) || size < 0 || size > 100_000)
    return "Say how many items the population holds, 100,000 at most.";
  return { kind, size };
}
