import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { readExhibitNumbers } from "#domain/manual-tests/number-list.ts";
import { resultsOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { isEmpty, populationOf } from "./population-of.ts";

/** The draft as the API takes it, or what is missing first. */
export function toSend(draft: Draft) {
  const { aspect, procedureAdded, populationSource, seed, drawn, conclusion, note, exhibits, others } = draft;
  const population = populationOf(draft);
  if (populationSource.trim() === "") return "Say where the population comes from.";
  if (typeof population === "string") return population;
  if (seed === "" && !isEmpty(population)) return "Draw a sample first.";
  const { passed, exceptions } = resultsOf(draft);
  if (exceptions.some(({ found }) => found.trim() === "")) return "Say what you found of each exception.";
  const more = readExhibitNumbers(others);
  if (!more) return "Name other exhibits by their numbers, such as EX-12, EX-14.";
  const cited = [...new Set([...exhibits, ...more.map(formatExhibitNumber)])];
  if (cited.length === 0) return "Name at least 1 exhibit, so that somebody else can repeat the test.";
  if (conclusion === "") return "Choose a conclusion.";
  return {
    ...(aspect !== "" && { aspect }),
    procedureAdded,
    populationSource,
    population,
    seed: seed === "" ? "nothing to draw" : seed,
    size: drawn.length,
    passed,
    exceptions,
    conclusion,
    note,
    exhibits: cited,
  };
}
