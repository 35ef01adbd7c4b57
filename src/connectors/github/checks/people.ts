import { known } from "#domain/facts/known.ts";
import { atMostOf, countOf } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import type { Member } from "../../facts.ts";
import { everyItem, observed, observedRest, observeEach } from "../../facts.ts";
import { settingsOf } from "../company-settings.ts";
import { organizationOf, unseenRepositories } from "./every-repository.ts";

const roles = { admin: "owner", member: "member", "outside collaborator": "outside" };
const isOwner = ({ data }: Member): Truth => data.at("role").oneOf(roles).is("owner");

/**
 * Everybody: whole where GitHub shows us what it shows to owners alone, and where there is anybody. A stranger's list of members holds
 * those who show themselves.
 */
export function everyMember(facts: CheckFacts) {
  const shown = organizationOf(facts).data.at("twoFactorRequired").flag().exists();
  const anybody = Truth.any(facts.items("github.member").map(() => shown));
  return everyItem(facts, "github.member", "members", anybody);
}

const memberTwoFactor: ConnectorCheck = {
  id: "gh.member.2fa",
  version: 2,
  title: "Every member and outside collaborator has two-factor on",
  severity: "high",
  hint: "Ask the listed people to enable 2FA or remove them from the organization.",
  answers: ["auth.mfa-enforced/enrolled"],
  steps: ["organization", "members"],
  judge: (facts) => {
    const wanted = "a second factor";
    const each = observeEach(facts, "github.member", ({ resource, data }) => {
      const has = data.at("twoFactor").flag().is(true);
      const unknown = "GitHub tells owners alone who has a second factor";
      return observed(resource, has, {
        observed: has.say({ yes: "a second factor", no: "no second factor", unknown }),
        wanted,
      });
    });
    const observedOfRest = "there may be members whom GitHub does not show us";
    const rest = observedRest(everyMember(facts), organizationOf(facts).resource, {
      observed: observedOfRest,
      wanted,
    });
    return [...each, ...rest];
  },
};

const ownerCount: ConnectorCheck = {
  id: "gh.org.owner-count",
  version: 2,
  title: "Between two and five organization owners",
  severity: "medium",
  hint: "Reduce owners to a few named people and keep a second one for recovery.",
  // The library asks for owners on an approved list, not for how many there are.
  answers: [],
  steps: ["organization", "members"],
  judge: (facts) => {
    const { maxOwners } = settingsOf(facts.settings);
    const all = everyMember(facts);
    // Every organization has an owner: a list without one is not whole.
    const everybody = { ...all, whole: all.whole.and(Truth.any(all.members.map(isOwner))) };
    const enough = atMostOf(everybody, 1, isOwner).not();
    const { certain } = countOf(everybody, isOwner);
    const count = certain === 1 ? "1 owner" : `${certain} owners`;
    return [
      observed(organizationOf(facts).resource, enough.and(atMostOf(everybody, maxOwners, isOwner)), {
        observed: certain === 0 ? "no owner was listed" : count,
        wanted: `2 to ${maxOwners} owners`,
      }),
    ];
  },
};

const outsideCollaborators: ConnectorCheck = {
  id: "gh.org.outside-collaborators",
  version: 3,
  title: "Outside collaborators have no write access to private repositories",
  severity: "medium",
  hint: "Remove the collaborator or lower the role to read.",
  // The library knows no rule about people outside; its rule about sharing is of drives and sites.
  answers: [],
  steps: ["organization", "repositories", "collaborators"],
  judge: (facts) => {
    const wanted = "read at most, or approved";
    const each = observeEach(facts, "github.collaborator", ({ resource, data }) => {
      const truth = data.at("canWrite").flag().is(false);
      const words = { yes: "may not write", no: "may write", unknown: "GitHub does not show the role" };
      const seen = observed(resource, truth, { observed: truth.say(words), wanted });
      return unlessLeftOut(facts, "outside-collaborator", () => [known(data.at("login").text())], seen);
    });
    return [...each, ...unseenRepositories(facts, wanted)];
  },
};

export const peopleChecks: readonly ConnectorCheck[] = [memberTwoFactor, ownerCount, outsideCollaborators];
