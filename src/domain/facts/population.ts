import type { Fact } from "./fact.ts";
import type { Path } from "./place.ts";
import { Truth } from "./truth.ts";

/** All of a kind in a scope, as far as it was read; `whole` says whether these are all there are. */
export interface Population<Member> {
  /** What it is of, in the plural: "repositories of acme". Part of what a verdict rests on. */
  readonly name: Path;
  readonly members: readonly Member[];
  readonly whole: Truth;
}

/** A population that was read to its end, by a right that shows everything, as far as `whole` holds. */
export function populationOf<Member>(name: Path, members: readonly Member[], whole: Truth): Population<Member> {
  return { name, members, whole };
}

/** What a list holds: nobody, and not whole, where it was not read. */
export function populationIn<Member>(name: Path, list: Fact<readonly Member[]>): Population<Member> {
  let members: readonly Member[] = [];
  const whole = list.holds((all) => {
    members = all;
    return true;
  });
  return { name, members, whole };
}

/** True of a whole population, and unknown of any other: what was not read may be otherwise. */
function nothingElse({ whole }: Population<unknown>): Truth {
  return whole.outcome() === "pass" ? whole : Truth.of("unknown", whole.because);
}

/** Whether each member is so: false as soon as one is not, and true only where the population is whole. */
export function everyOf<Member>(population: Population<Member>, question: (member: Member) => Truth): Truth {
  return Truth.all([...population.members.map(question), nothingElse(population)]);
}

/** Whether some member is so: true as soon as one is, and false only where the population is whole. */
export function someOf<Member>(population: Population<Member>, question: (member: Member) => Truth): Truth {
  return Truth.any([...population.members.map(question), nothingElse(population).not()]);
}

/**
 * The members that are so for certain, and those of which that is not known. The rest of a population that is not whole may hold
 * more of both.
 */
export function countOf<Member>(
  { members }: Population<Member>,
  question: (member: Member) => Truth,
): { readonly certain: number; readonly unknown: number } {
  const outcomes = members.map((member) => question(member).outcome());
  return {
    certain: outcomes.filter((outcome) => outcome === "pass").length,
    unknown: outcomes.filter((outcome) => outcome === "unknown").length,
  };
}

/** Whether at most so many members are so: unknown where unread members could make it more. */
export function atMostOf<Member>(
  population: Population<Member>,
  most: number,
  question: (member: Member) => Truth,
): Truth {
  const { certain, unknown } = countOf(population, question);
  const name = [population.name];
  if (certain > most) return Truth.of(false, name);
  return unknown + certain > most ? Truth.of("unknown", name) : Truth.of(true, name).and(nothingElse(population));
}

/** Whether at least so many members are so: true as soon as that many are, and false only where the population is whole. */
export function atLeastOf<Member>(
  population: Population<Member>,
  least: number,
  question: (member: Member) => Truth,
): Truth {
  return least <= 0 ? Truth.of(true, [population.name]) : atMostOf(population, least - 1, question).not();
}
