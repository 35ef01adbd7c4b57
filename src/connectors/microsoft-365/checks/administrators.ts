import { Fact } from "#domain/facts/fact.ts";
import { atLeastOf, atMostOf, everyOf, someOf } from "#domain/facts/population.ts";
import type { Reading, Table } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { everyItem, observed, observedWhere } from "../../facts.ts";
import type { Member } from "../../facts.ts";
import { tenantOf } from "./tenant.ts";

const GLOBAL_ADMINISTRATOR = "62e90394-69f5-4237-9190-012177145e10";

/** A group is not on it: one whose members could not be read may be anybody. */
const HOLDERS: Table<"person" | "application"> = { user: "person", servicePrincipal: "application" };

const isGlobal = ({ data }: Member) =>
  data.at("roles").some((role) => role.at("templateId").text().is(GLOBAL_ADMINISTRATOR));
const holder = ({ data }: Member) => data.at("type").oneOf(HOLDERS);

/** Who may invite guests (learn.microsoft.com/graph/api/resources/authorizationpolicy). */
const INVITERS: Table<"few" | "many"> = {
  none: "few",
  adminsAndGuestInviters: "few",
  adminsGuestInvitersAndAllMembers: "many",
  everyone: "many",
};

const OWN = "ManagePermissionGrantsForSelf.";
/** Microsoft's own policies for consent: of permissions classified as low, for what owners let into their own team or chat, and of all. */
const CONSENT: Table<"limited" | "open"> = {
  [`${OWN}microsoft-user-default-low`]: "limited",
  [`${OWN}microsoft-user-default-legacy`]: "open",
  "ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team": "limited",
  "ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-chat": "limited",
};

/** Whether a policy of the company's own lets people consent to nothing but low permissions of apps that somebody vouches for. */
function isLimited(policy: Reading): Truth {
  const delegated = { delegated: true, delegatedUserConsentable: true, application: false };
  const named = (list: Reading) =>
    list
      .list()
      .holds((all) => all.length > 0)
      .and(list.every((item) => item.text().is("all").not()));
  return policy.at("includes").every((set) =>
    Truth.all([
      set.at("permissionType").oneOf(delegated).is(true),
      set.at("permissionClassification").oneOf({ low: true, medium: false, high: false, all: false }).is(true),
      set
        .at("clientApplicationsFromVerifiedPublisherOnly")
        .flag()
        .follow((verified) =>
          verified
            ? Truth.all([])
            : named(set.at("clientApplicationTenantIds")).or(named(set.at("clientApplicationIds"))),
        ),
    ]),
  );
}

/** Whether one policy that is assigned to everybody is limited: Microsoft's own by its name, others by their conditions. */
function consentIsLimited(facts: CheckFacts, assigned: Reading): Truth {
  const own = everyItem(facts, "ms.consent_policy", "consent-policies");
  const known = assigned.oneOf(CONSENT);
  return assigned
    .text()
    .follow((name) =>
      Object.hasOwn(CONSENT, name) || !name.startsWith(OWN)
        ? known.is("limited")
        : someOf(own, ({ data }) => data.at("policyId").text().is(name.slice(OWN.length)).and(isLimited(data))),
    );
}

/** Who administers, who invites, and what apps people may let in. None answers a part: the benchmark is more than some settings. */
export const administrators: readonly ConnectorCheck[] = [
  {
    id: "ms.admin.global-count",
    version: 2,
    title: "Two to four global administrators",
    severity: "medium",
    hint: "Use narrower roles.",
    answers: [],
    steps: ["administrators"],
    judge: (facts) => {
      const all = everyItem(facts, "ms.administrator", "administrators");
      const person = (member: Member) => isGlobal(member).and(holder(member).is("person"));
      const truth = Truth.all([
        atLeastOf(all, 2, person),
        atMostOf(all, 4, isGlobal),
        everyOf(all, (item) => isGlobal(item).not().or(holder(item).exists())),
      ]);
      const count = (so: (member: Member) => Truth) =>
        all.members.filter((member) => so(member).say({ yes: true, no: false, unknown: false })).length;
      const programs = count((item) => isGlobal(item).and(holder(item).is("application")));
      const open = count(isGlobal) - count(person) - programs;
      const words = [
        `${count(person)} people`,
        ...(programs > 0 ? [`${programs} applications`] : []),
        ...(open > 0 ? [`${open} groups whose members were not read`] : []),
      ];
      return [
        observed(tenantOf(facts), truth, {
          observed: `${words.join(", ")} hold the role or may take it on`,
          wanted: "2 to 4, at least 2 of them people",
        }),
      ];
    },
  },
  {
    id: "ms.admin.cloud-only",
    version: 2,
    title: "Administrators are cloud-only accounts",
    severity: "medium",
    hint: "Create separate cloud-only admin accounts.",
    answers: [],
    steps: ["administrators", "users"],
    judge: (facts) => {
      const users = new Map(everyItem(facts, "ms.user", "users").members.map((user) => [user.resource.id, user.data]));
      const wanted = "an account that lives in the cloud alone";
      return everyItem(facts, "ms.administrator", "administrators").members.map((member) => {
        const synced = users.get(member.resource.id)?.at("onPremisesSyncEnabled").flag();
        const notListed = Fact.unread<true>("not shown", ["ms.user"]).exists();
        return observedWhere(holder(member).is("application").not(), member.resource, synced?.is(false) ?? notListed, {
          observed:
            synced?.say((is) => (is ? "synchronized from on-premises" : "cloud-only")) ?? "not among the accounts",
          wanted,
          otherwise: "an application",
        });
      });
    },
  },
  {
    id: "ms.policy.guest-invite",
    version: 2,
    title: "Only named roles may invite guests",
    severity: "medium",
    hint: "Restrict guest invitations.",
    answers: [],
    steps: ["authorization-policy"],
    judge: (facts) =>
      everyItem(facts, "ms.authorization_policy", "authorization-policy").members.map(({ resource, data }) =>
        observed(resource, data.at("allowInvitesFrom").oneOf(INVITERS).is("few"), {
          observed: data
            .at("allowInvitesFrom")
            .text()
            .say((from) => `invitations from ${from}`),
          wanted: "administrators and guest inviters, or nobody",
        }),
      ),
  },
  {
    id: "ms.policy.user-consent",
    version: 2,
    title: "Users cannot consent to risky apps",
    severity: "medium",
    hint: "Limit user consent to verified publishers with low-impact permissions.",
    answers: [],
    // A company's own policies are a step of their own, which is needed only where one is assigned.
    steps: ["authorization-policy"],
    judge: (facts) =>
      everyItem(facts, "ms.authorization_policy", "authorization-policy").members.map(({ resource, data }) => {
        const assigned = data.at("permissionGrantPolicies");
        const truth = assigned.every((item) => consentIsLimited(facts, item));
        return observed(resource, truth, {
          observed: truth.say({
            yes: "users consent to low-impact permissions at most",
            no: "users may consent to any app",
            unknown: "what users may consent to was not read whole",
          }),
          wanted: "no consent to any app by users",
        });
      }),
  },
];
