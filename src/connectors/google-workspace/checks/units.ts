import { everyOf, populationOf } from "#domain/facts/population.ts";
import type { Population } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts } from "../../check.ts";
import { everyItem } from "../../facts.ts";
import type { Member } from "../../facts.ts";

/** A setting of the whole company and of each unit, group and licence that departs from it. Not whole where none is for the company. */
export function unitsOf(facts: CheckFacts, setting: string): Population<Member> {
  const all = everyItem(facts, "gws.policy", "policies");
  const own = all.members.filter(({ data }) =>
    data.at("setting").text().is(setting).say({ yes: true, no: false, unknown: true }),
  );
  // Google names every setting for the root: one that is absent was not shown, and is not off.
  const root = Truth.any(own.map(({ data }) => data.at("root").flag().is(true)));
  const named = Truth.all(own.map(({ data }) => data.at("setting").text().is(setting)));
  return populationOf(setting, own, Truth.all([all.whole, root, named]));
}

/** Whether a setting is so in the whole company: in every unit, group and licence. */
export function everyUnit(facts: CheckFacts, setting: string, question: (value: Reading) => Truth): Truth {
  return everyOf(unitsOf(facts, setting), ({ data }) => question(data.at("value")));
}
