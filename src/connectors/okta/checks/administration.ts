import { atMostOf, countOf, everyOf, someOf } from "#domain/facts/population.ts";
import type { Population } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { everyItem, memberOf, observed, observeEach } from "../../facts.ts";
import { atLeastOne, organization } from "./at-least-one.ts";

const MOST = 3;

/** Okta's roles, and which of them may do everything. */
const roles = {
  ACCESS_CERTIFICATIONS_ADMIN: "other",
  ACCESS_REQUESTS_ADMIN: "other",
  API_ACCESS_MANAGEMENT_ADMIN: "other",
  APP_ADMIN: "other",
  CUSTOM: "other",
  GROUP_MEMBERSHIP_ADMIN: "other",
  HELP_DESK_ADMIN: "other",
  ORG_ADMIN: "other",
  READ_ONLY_ADMIN: "other",
  REPORT_ADMIN: "other",
  SUPER_ADMIN: "super",
  USER_ADMIN: "other",
  WORKFLOWS_ADMIN: "other",
};
const ways = { USER: "user", GROUP: "group", CLIENT: "client" };

const isSuper = ({ data }: Member): Truth => data.at("roles").some((role) => role.at("type").oneOf(roles).is("super"));

/** Whether somebody is super administrator by their own name, where they are one at all. */
const isByName = ({ data }: Member): Truth =>
  data.at("roles").every((role) => {
    const type = role.at("type").oneOf(roles);
    return type.follow((item) => (item === "super" ? role.at("via").oneOf(ways).is("user") : type.is(item)));
  });

const superAdmins: ConnectorCheck = {
  id: "okta.admin.super-count",
  version: 2,
  title: "At most three super administrators, none by group rule",
  severity: "high",
  hint: "Use narrower admin roles.",
  // The library asks for administrators on an approved list, not for how many there are.
  answers: [],
  steps: ["admins"],
  judge: (facts) => {
    const all = everyItem(facts, "okta.admin", "admins");
    // Every organization has a super administrator: a list without one is not whole.
    const admins: Population<Member> = { ...all, whole: all.whole.and(Truth.any(all.members.map(isSuper))) };
    const named = everyOf(admins, isByName);
    const { certain } = countOf(admins, isSuper);
    const count = `${certain} super ${certain === 1 ? "administrator" : "administrators"}`;
    return [
      observed(organization, atMostOf(admins, MOST, isSuper).and(named), {
        observed: named.say({
          yes: count,
          no: `${count}, some through a group`,
          unknown: `${count}, and not all are shown`,
        }),
        wanted: `1 to ${MOST} super administrators, none through a group`,
      }),
    ];
  },
};

const tokenScoped: ConnectorCheck = {
  id: "okta.token.scoped",
  version: 2,
  title: "API tokens are not super-admin and are bound to a network zone",
  severity: "medium",
  hint: "Replace the token with a scoped service app.",
  // The library's rule about keys is of their age, and of cloud accounts.
  answers: [],
  steps: ["admins", "api-tokens"],
  judge: (facts) => {
    const admins = new Map(facts.items("okta.admin").map((item) => [item.subject.id, memberOf(item)]));
    return observeEach(facts, "okta.api-token", ({ resource, data }) => {
      // Whoever is not on the whole list of administrators has no role.
      const lesser = data
        .at("ownerId")
        .text()
        .follow((id) => {
          const own = admins.get(id);
          return Truth.any(own ? [isSuper(own)] : []).not();
        });
      const network = data.at("network").oneOf({ ANYWHERE: false, ZONE: true }).is(true);
      // A zone that is only left out binds a token to everywhere else.
      const bound = network.and(data.at("zones").number().atLeast(1));
      const clauses = [
        ...lesser.say({ yes: [], no: ["its owner is super administrator"], unknown: [] as string[] }),
        ...bound.say({ yes: [], no: ["it works from anywhere, or all but some zones"], unknown: [] as string[] }),
      ];
      return observed(resource, lesser.and(bound), {
        observed: lesser.and(bound).say({
          yes: "a lesser owner, and a network zone",
          no: clauses.join(", "),
          unknown: "the roles of its owner, or its network, are not shown",
        }),
        wanted: "an owner without super rights, and a network zone",
      });
    });
  },
};

const streamed: ConnectorCheck = {
  id: "okta.log.stream",
  version: 2,
  title: "System log is streamed or collected",
  severity: "medium",
  hint: "Add a log stream, Okta keeps only 90 days.",
  // A stream that is on does not show that entries arrived, which is what the library asks.
  answers: [],
  steps: ["log-streams"],
  judge: (facts) => {
    const streams = everyItem(facts, "okta.log-stream", "log-streams");
    const active = someOf(streams, ({ data }) => data.at("status").oneOf({ ACTIVE: true, INACTIVE: false }).is(true));
    const words = { yes: "a stream is active", no: "no stream is active", unknown: "not every stream was read" };
    return [observed(organization, active, { observed: active.say(words), wanted: "an active log stream" })];
  },
};

const supportAccess: ConnectorCheck = {
  id: "okta.support-access",
  version: 2,
  title: "Okta support access is off",
  severity: "low",
  hint: "Disable support access.",
  // No check of the library speaks of a vendor's support.
  answers: [],
  steps: ["support"],
  judge: (facts) => {
    const shown = atLeastOne(facts, "okta.support", "support");
    return shown.members.length === 0
      ? [
          observed(
            organization,
            everyOf(shown, () => shown.whole),
            { observed: "Okta does not tell", wanted: "off" },
          ),
        ]
      : observeEach(facts, "okta.support", ({ resource, data }) => {
          const access = data.at("access").oneOf({ DISABLED: "off", ENABLED: "on" });
          const until = () => data.at("until").orNone().instant();
          const off = access.follow((is) =>
            is === "off" ? access.is("off") : until().holds((at) => at.getTime() < facts.now.getTime(), false),
          );
          const end = () =>
            until().say((at) => `support access is on until ${at.toISOString().slice(0, 10)}`, "support access is on");
          return observed(resource, off, {
            observed: access.is("off").say({
              yes: "support access is off",
              no: off.say({ yes: "support access has ended", no: end(), unknown: "Okta does not tell" }),
              unknown: "Okta does not tell",
            }),
            wanted: "off",
          });
        });
  },
};

export const administrationChecks: readonly ConnectorCheck[] = [superAdmins, tokenScoped, streamed, supportAccess];
