import type { Fact } from "./fact.ts";
import { populationIn } from "./population.ts";

/** The value of a fact, and null where it is absent or was not read. For people to look at: nothing is decided by it. */
export const known = <T>(fact: Fact<T>): T | null =>
  populationIn(
    "value",
    fact.map((value) => [value]),
  ).members[0] ?? null;
