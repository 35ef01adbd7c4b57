import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { allOf, eachItem } from "../../each-item.ts";
import type { Admin, ApiToken, LogStream, Support } from "../kinds.ts";

const MOST = 3;
const SUPER = "SUPER_ADMIN";
const organization = { type: "organization", id: "okta", label: "Okta" };

const superAdmins: ConnectorCheck = {
  id: "okta.admin.super-count",
  version: 1,
  title: "At most three super administrators, none by group rule",
  severity: "high",
  hint: "Use narrower admin roles.",
  // The library asks for administrators on an approved list, not for how many there are.
  serves: [],
  steps: ["admins"],
  judge: (facts) => {
    const wanted = `1 to ${MOST} super administrators, none through a group`;
    const unread = facts.items("okta.admin").filter((item) => item.data === null).length;
    const roles = allOf<Admin>(facts, "okta.admin").map((admin) => admin.roles.filter(({ type }) => type === SUPER));
    const supers = roles.filter((own) => own.length > 0);
    // Whoever is in the group is super administrator the day somebody lets a rule fill it.
    const grouped = supers.filter((own) => own.every(({ via }) => via === "GROUP")).length;
    const count = `${supers.length} super ${supers.length === 1 ? "administrator" : "administrators"}`;
    const observed = grouped > 0 ? `${count}, ${grouped} through a group` : count;
    if (supers.length > MOST || grouped > 0) return [{ resource: organization, outcome: "fail", observed, wanted }];
    if (unread > 0 || supers.length === 0) {
      const why =
        unread > 0 ? `the roles of ${unread} administrators are not shown` : "no super administrator is shown";
      return [{ resource: organization, outcome: "unknown", observed: why, wanted }];
    }
    return [{ resource: organization, outcome: "pass", observed, wanted }];
  },
};

const tokenScoped: ConnectorCheck = {
  id: "okta.token.scoped",
  version: 1,
  title: "API tokens are not super-admin and are bound to a network zone",
  severity: "medium",
  hint: "Replace the token with a scoped service app.",
  // The library's rule about keys is of their age, and of cloud accounts.
  serves: [],
  steps: ["admins", "api-tokens"],
  judge: (facts) => {
    const roles = rolesByUser(facts);
    return eachItem<ApiToken>(facts, "okta.api-token", "an owner without super rights, and a network zone", (token) => {
      const own = token.ownerId === null ? undefined : roles(token.ownerId);
      const wrong = [
        own?.includes(SUPER) && "its owner is super administrator",
        token.network === "ANYWHERE" && "it works from anywhere",
      ].filter((clause) => typeof clause === "string");
      if (wrong.length > 0) return ["fail", wrong.join(", ")];
      if (own === undefined) return ["unknown", "the roles of its owner are not shown"];
      if (token.network === null) return ["unknown", "its network is not shown"];
      return ["pass", "a lesser owner, and a network zone"];
    });
  },
};

const streamed: ConnectorCheck = {
  id: "okta.log.stream",
  version: 1,
  title: "System log is streamed or collected",
  severity: "medium",
  hint: "Add a log stream, Okta keeps only 90 days.",
  // A stream that is on does not show that entries arrived, which is what the library asks.
  serves: [],
  steps: ["log-streams"],
  judge: (facts) => {
    const wanted = "an active log stream";
    const streams = eachItem<LogStream>(facts, "okta.log-stream", wanted, () => undefined);
    const all = allOf<LogStream>(facts, "okta.log-stream");
    const active = all.filter(({ status }) => status === "ACTIVE");
    if (active.length > 0)
      return [{ resource: organization, outcome: "pass", observed: `it streams to ${active[0]!.name}`, wanted }];
    // None among those that were read says nothing of the others.
    if (streams.length > 0 || facts.step("log-streams")?.status !== "complete") return streams;
    return [
      {
        resource: organization,
        outcome: "fail",
        observed: all.length > 0 ? "no stream is active" : "no stream",
        wanted,
      },
    ];
  },
};

const supportAccess: ConnectorCheck = {
  id: "okta.support-access",
  version: 1,
  title: "Okta support access is off",
  severity: "low",
  hint: "Disable support access.",
  // No check of the library speaks of a vendor's support.
  serves: [],
  steps: ["support"],
  judge: (facts) =>
    eachItem<Support>(facts, "okta.support", "off", ({ access, until }) => {
      if (access === "DISABLED") return ["pass", "support access is off"];
      if (access !== "ENABLED") return ["unknown", "Okta does not tell"];
      if (until !== null && Date.parse(until) < facts.now.getTime())
        return ["pass", `support access ended ${until.slice(0, 10)}`];
      return ["fail", until === null ? "support access is on" : `support access is on until ${until.slice(0, 10)}`];
    }),
};

/** Role types of a user; none where the complete list of administrators does not have them, undefined where they are hidden. */
function rolesByUser(facts: CheckFacts): (id: string) => readonly string[] | undefined {
  const items = new Map(facts.items("okta.admin").map((item) => [item.subject.id, item]));
  return (id) => {
    const found = items.get(id);
    if (!found) return [];
    return found.data === null ? undefined : (found.data as unknown as Admin).roles.map(({ type }) => type);
  };
}

export const administrationChecks: readonly ConnectorCheck[] = [superAdmins, tokenScoped, streamed, supportAccess];
