import type { Population } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { everyItem } from "../../facts.ts";

/** What a check speaks of that no single item stands for. */
export const organization = { type: "organization", id: "okta", label: "Okta" };

/** Every item of a kind of which each organization has one: an empty list is one that was not shown. */
export function atLeastOne(facts: CheckFacts, kind: string, step: string): Population<Member> {
  const all = everyItem(facts, kind, step);
  return { ...all, whole: Truth.any(all.members.map(() => all.whole)) };
}
