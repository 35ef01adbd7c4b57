import type { ConnectorCheck } from "../../check.ts";
import { allOf, eachItem } from "../../each-item.ts";
import type { Collaborator, Member, Organization } from "../kinds.ts";
import { settingsOf } from "../settings.ts";

const memberTwoFactor: ConnectorCheck = {
  id: "gh.member.2fa",
  version: 1,
  title: "Every member has two-factor on",
  severity: "high",
  hint: "Ask the listed people to enable 2FA or remove them from the organization.",
  serves: ["auth.mfa-enforced"],
  steps: ["organization", "members"],
  judge: (facts) =>
    eachItem<Member>(facts, "github.member", "a second factor", ({ twoFactor }) => {
      if (twoFactor === null) return ["unknown", "GitHub tells owners alone who has a second factor"];
      return twoFactor ? ["pass", "a second factor"] : ["fail", "no second factor"];
    }),
};

const ownerCount: ConnectorCheck = {
  id: "gh.org.owner-count",
  version: 1,
  title: "Between two and five organization owners",
  severity: "medium",
  hint: "Reduce owners to a few named people and keep a second one for recovery.",
  // The library asks for owners on an approved list, not for how many there are.
  serves: [],
  steps: ["organization", "members"],
  judge: (facts) => {
    const { maxOwners } = settingsOf(facts.settings);
    const owners = allOf<Member>(facts, "github.member").filter((one) => one.role === "admin").length;
    // Whoever lists members sees owners: none at all means that the list was not read.
    const few = owners >= 2 && owners <= maxOwners;
    const isWhole = facts.step("members")?.status === "complete";
    const outcome = owners === 0 || (owners < 2 && !isWhole) ? "unknown" : few ? "pass" : "fail";
    return eachItem<Organization>(facts, "github.organization", `2 to ${maxOwners} owners`, () => [
      outcome,
      owners === 0 ? "no owner was listed" : owners === 1 ? "1 owner" : `${owners} owners`,
    ]);
  },
};

const outsideCollaborators: ConnectorCheck = {
  id: "gh.org.outside-collaborators",
  version: 1,
  title: "Outside collaborators have no write access to private repositories",
  severity: "medium",
  hint: "Remove the collaborator or lower the role to read.",
  // The library knows no rule about people outside; its rule about sharing is of drives and sites.
  serves: [],
  steps: ["repositories", "collaborators"],
  judge: (facts) => {
    const { approvedCollaborators } = settingsOf(facts.settings);
    const approved = new Set(approvedCollaborators.map((login) => login.toLowerCase()));
    return eachItem<Collaborator>(facts, "github.collaborator", "read at most, or approved", (one) => {
      if (!one.canWrite) return ["pass", `the role ${one.role}`];
      return approved.has(one.login.toLowerCase())
        ? ["pass", `the role ${one.role}, approved`]
        : ["fail", `the role ${one.role}`];
    });
  },
};

export const peopleChecks: readonly ConnectorCheck[] = [memberTwoFactor, ownerCount, outsideCollaborators];
