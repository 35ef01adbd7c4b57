import { everyOf, populationOf } from "#domain/facts/population.ts";
import type { Population } from "#domain/facts/population.ts";
import { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, Observation } from "./check.ts";
import type { EvidenceItem } from "./connector.ts";

/** One item of a kind, whose facts are read and never unwrapped. */
export interface Member {
  readonly resource: Observation["resource"];
  readonly data: Reading;
}

/** An item as facts; one that could not be read answers unknown to everything. */
export function memberOf(item: EvidenceItem): Member {
  const name = `${item.kind}:${item.subject.id}`;
  return {
    resource: item.subject,
    data: item.data === null ? Reading.unread("not granted", name) : Reading.of(item.data, name),
  };
}

/**
 * Every item of a kind. Whole where the step that lists them completed, and where `shows` holds: that what we were granted shows all of
 * them, which a GitHub App on selected repositories does not.
 */
export function everyItem(
  facts: CheckFacts,
  kind: string,
  step: string,
  shows: Truth = Truth.of(true, []),
): Population<Member> {
  const report = facts.step(step);
  const completed = Truth.of(report?.status === "complete" ? true : "unknown", [`step ${step}`]);
  return populationOf(kind, facts.items(kind).map(memberOf), completed.and(shows));
}

/**
 * One observation for each item of a kind, in their order. Of one that could not be read it is unknown, and says why, whatever `judge`
 * would say.
 */
export function observeEach(
  facts: CheckFacts,
  kind: string,
  judge: (member: Member) => Observation,
): readonly Observation[] {
  return facts.items(kind).map((item) => {
    const seen = judge(memberOf(item));
    return item.data === null ? { ...seen, outcome: "unknown", observed: item.gap ?? "it was not read" } : seen;
  });
}

/** What a check says of a resource: the outcome is what the truth is, and nothing else decides it. */
export function observed(
  resource: Observation["resource"],
  truth: Truth,
  words: { readonly observed: string; readonly wanted: string },
): Observation {
  return { resource, outcome: truth.outcome(), because: truth.because, ...words };
}

type Later<T> = T | (() => T);
const now = <T extends Truth | string>(later: Later<T>): T => (typeof later === "function" ? later() : later);

/**
 * What a check says where it may not apply. Unless that is known, it is unknown. Give functions for what is only read where it applies.
 */
export function observedWhere(
  applies: Truth,
  resource: Observation["resource"],
  truth: Later<Truth>,
  words: { readonly observed: Later<string>; readonly wanted: string; readonly otherwise: string },
): Observation {
  const { wanted } = words;
  if (applies.outcome() === "fail")
    return { resource, outcome: "not applicable", because: applies.because, observed: words.otherwise, wanted };
  const said = { observed: now(words.observed), wanted };
  return observed(resource, applies.outcome() === "pass" ? now(truth) : applies, said);
}

/** The first moment, in UTC, of the day so many days before an instant: what is dated by its day is compared with that. */
export function daysBefore(now: Date, days: number): Date {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(day - days * 24 * 60 * 60 * 1_000);
}

/** An observation of what a population does not show: unknown where it is not whole, and none where it is. */
export function observedRest(
  population: Population<unknown>,
  resource: Observation["resource"],
  words: { readonly observed: Later<string>; readonly wanted: string },
): readonly Observation[] {
  const rest = everyOf({ ...population, members: [] }, () => population.whole);
  if (rest.outcome() === "pass") return [];
  return [observed(resource, rest, { observed: now(words.observed), wanted: words.wanted })];
}
