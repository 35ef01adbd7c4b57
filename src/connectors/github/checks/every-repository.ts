import { known } from "#domain/facts/known.ts";
import type { Population } from "#domain/facts/population.ts";
import { Reading } from "#domain/facts/reading.ts";
import type { CheckFacts, Observation } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import type { ExceptionKind } from "../../exceptions.ts";
import { everyItem, memberOf, observedRest } from "../../facts.ts";
import { namesOf } from "../company-settings.ts";

/** What is read of the organization itself; unread where that was not collected. */
export function organizationOf(facts: CheckFacts): Member {
  const [item] = facts.items("github.organization");
  if (item) return memberOf(item);
  const resource = { type: "organization", id: "organization", label: "The organization" };
  return { resource, data: Reading.unread("not asked", "github.organization") };
}

/** What a grant shows. What an owner chose, and what a token sees, is all there is where the organization counts no more. */
const grants = { all: "all", selected: "chosen", token: "chosen" } as const;

/** Repositories of the organization: whole where the grant shows all, or where as many are listed as the organization counts. */
export function everyRepository(facts: CheckFacts): Population<Member> {
  const { data } = organizationOf(facts);
  const listed = facts.items("github.repository").length;
  const grant = data.at("repositories").oneOf(grants);
  const shows = grant.follow((item) =>
    item === "all" ? grant.is("all") : data.at("repositoryCount").number().atMost(listed),
  );
  return everyItem(facts, "github.repository", "repositories", shows);
}

/** That there may be repositories that we do not see: what a check says beside what it observed of those that it does. */
export function unseenRepositories(facts: CheckFacts, wanted: string): readonly Observation[] {
  const { resource, data } = organizationOf(facts);
  const observed = () => {
    const listed = facts.items("github.repository").length;
    const counted = data
      .at("repositoryCount")
      .number()
      .say((count) => ` of ${count}`, "");
    return `${listed}${counted} repositories are shown to us`;
  };
  return observedRest(everyRepository(facts), resource, { observed, wanted });
}

/**
 * What is observed of a repository, unless a decision leaves it out: as holding nothing of production where no other kind is given.
 * `name` is where its full name stands; one that was not read is left out by nothing.
 */
export function unlessAside(
  facts: CheckFacts,
  name: () => Reading,
  seen: Observation,
  kind: ExceptionKind = "not-production",
): Observation {
  const names = () => {
    const fullName = known(name().text());
    return fullName === null ? [] : namesOf(fullName);
  };
  return unlessLeftOut(facts, kind, names, seen);
}
