import { Fact } from "#domain/facts/fact.ts";
import { known } from "#domain/facts/known.ts";
import { atLeastOf, atMostOf } from "#domain/facts/population.ts";
import type { Reading, Table } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import { daysBefore, everyItem, observed, observedWhere } from "../../facts.ts";
import type { Member } from "../../facts.ts";
import { unusedAfter } from "../../unused-after.ts";
import { SCOPES } from "./scope-tables.ts";
import { everyUnit } from "./units.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

const users = (facts: CheckFacts) => everyItem(facts, "gws.user", "users");
const isActive = ({ data }: Member) => data.at("suspended").flag().is(false).and(data.at("archived").flag().is(false));
const isAdmin = ({ data }: Member) => data.at("isAdmin").flag().is(true);
const company = { type: "account", id: "my_customer", label: "the company" };

/** What a flag of a user says, of those to whom it applies. */
function flagged(
  facts: CheckFacts,
  name: string,
  applies: (user: Member) => Truth,
  words: { readonly yes: string; readonly no: string; readonly wanted: string; readonly otherwise: string },
): Observation[] {
  return users(facts).members.map((user) => {
    const flag = user.data.at(name).flag();
    const { yes, no, ...rest } = words;
    return observedWhere(applies(user), user.resource, flag.is(true), {
      observed: flag.say((is) => (is ? yes : no)),
      ...rest,
    });
  });
}

/** Whose role it is (developers.google.com/admin-sdk/directory/reference/rest/v1/roleAssignments). */
const ASSIGNEES: Table<"person" | "group"> = { user: "person", group: "group" };

/** Accounts, administrators and what they let in. */
export const people: readonly ConnectorCheck[] = [
  {
    id: "gws.user.2sv-enrolled",
    version: 2,
    title: "All active users are enrolled in 2-step verification",
    severity: "high",
    hint: "Ask the listed users to enrol.",
    answers: ["auth.mfa-enforced/enrolled"],
    steps: ["users"],
    judge: (facts) =>
      flagged(facts, "isEnrolledIn2Sv", isActive, {
        yes: "enrolled",
        no: "not enrolled",
        wanted: "enrolled in 2-step verification",
        otherwise: "suspended",
      }),
  },
  {
    id: "gws.admin.2sv-enforced",
    version: 2,
    title: "Super admins have 2-step verification enforced",
    severity: "critical",
    hint: "Enforce 2-step verification on the organizational unit of the administrators.",
    // Of administrators alone, where the library asks for everyone.
    answers: [],
    steps: ["users"],
    judge: (facts) =>
      flagged(facts, "isEnforcedIn2Sv", (user) => isAdmin(user).and(isActive(user)), {
        yes: "enforced",
        no: "not enforced",
        wanted: "2-step verification enforced",
        otherwise: "no active super admin",
      }),
  },
  {
    id: "gws.admin.count",
    version: 2,
    title: "Between two and four super admins",
    severity: "medium",
    hint: "Move day-to-day work to delegated roles.",
    // The benchmark is more than some settings.
    answers: [],
    steps: ["users"],
    judge: (facts) => {
      const holds = (user: Member) => isAdmin(user).and(user.data.at("suspended").flag().is(false));
      const truth = atLeastOf(users(facts), 2, holds).and(atMostOf(users(facts), 4, holds));
      const count = users(facts).members.filter((user) =>
        holds(user).say({ yes: true, no: false, unknown: false }),
      ).length;
      return [observed(company, truth, { observed: `${count} super admins`, wanted: "2 to 4" })];
    },
  },
  {
    id: "gws.admin.suspended-role",
    version: 2,
    title: "No suspended user still holds an admin role",
    severity: "high",
    hint: "Remove the role assignment.",
    // A suspended account is not active: the library's check of leavers is not contradicted by its role.
    answers: [],
    steps: ["users", "administrator-roles"],
    judge: (facts) => {
      const known = new Map(users(facts).members.map((user) => [user.resource.id, user]));
      return everyItem(facts, "gws.role_assignment", "administrator-roles").members.map(({ resource, data }) => {
        const holder = data.at("assignedTo").text();
        // A service account's or a deleted user's id is in no list of users.
        const notListed = Fact.unread<true>("not shown", ["gws.user"]).exists();
        const truth = holder.follow((id) => (known.has(id) ? isActive(known.get(id)!) : notListed));
        return observedWhere(data.at("assigneeType").oneOf(ASSIGNEES).is("person"), resource, truth, {
          observed: holder.say((id) => {
            const user = known.get(id);
            if (!user) return `held by ${id}, who is not in the directory`;
            return `held by ${user.resource.label}${isActive(user).say({ yes: "", no: ", who is suspended", unknown: "" })}`;
          }),
          wanted: "held by an active account",
          otherwise: "held by a group",
        });
      });
    },
  },
  {
    id: "gws.user.inactive",
    version: 2,
    title: "No active account unused for 90 days",
    severity: "medium",
    hint: "Suspend the account or record why it stays.",
    answers: ["accounts.inactive-disabled/accounts"],
    steps: ["users"],
    judge: unused,
  },
  {
    id: "gws.token.broad-apps",
    version: 3,
    title: "No unapproved app holds full Gmail or Drive access",
    severity: "medium",
    hint: "Revoke the app or approve it with an owner.",
    // What was let in for the last 180 days is no list of what is connected.
    answers: [],
    steps: ["app-grants", "policies"],
    judge: broadApps,
  },
];

function broadApps(facts: CheckFacts): Observation[] {
  const wanted = "no full access, or approved";
  // Google's record goes back 180 days: older grants hold nothing only where apps that nobody configured are blocked.
  const levels = { BLOCK_ALL_SCOPES: true, ALLOW_SIGN_IN_SCOPES_ONLY: false };
  const blocked = everyUnit(facts, "api_controls.unconfigured_third_party_apps", (value) =>
    value.at("accessLevel").oneOf(levels).is(true),
  );
  const apps = everyItem(facts, "gws.app_grant", "app-grants");
  const older = observed(company, blocked, {
    observed: blocked.say({
      yes: "apps that nobody configured are blocked",
      no: "apps may be let in",
      unknown: "apps that were let in more than 180 days ago are not known",
    }),
    wanted,
  });
  return [
    ...apps.members.map(({ resource, data }) => {
      const held = (of: "broad" | "narrow") => (reading: Reading) => reading.oneOf(SCOPES).is(of);
      const scopes = data.at("scopes");
      const named = data.at("clientId").text();
      const words = {
        yes: "full access to mail or files",
        no: "no full access",
        unknown: "access that we do not know",
      };
      const seen = observed(
        resource,
        named.follow(() => scopes.every(held("narrow"))),
        { observed: named.say(() => scopes.some(held("broad")).say(words)), wanted },
      );
      return unlessLeftOut(facts, "app-access", () => [known(named)], seen);
    }),
    older,
  ];
}

function unused(facts: CheckFacts): Observation[] {
  const inactiveDays = unusedAfter(facts.settings);
  const earliest = daysBefore(facts.now, inactiveDays);
  const ago = (at: Date) => `${Math.floor((facts.now.getTime() - at.getTime()) / DAY_MS)} days ago`;
  return users(facts).members.map((user) => {
    const active = isActive(user);
    // Null: never. Then it is the account's own age that counts.
    const last = () => user.data.at("lastLoginOn").orNone().instant();
    const created = () => user.data.at("createdOn").instant();
    const used = last()
      .orElse("never" as const)
      .follow((at) => (at === "never" ? created().atLeast(earliest) : last().atLeast(earliest, false)));
    return observedWhere(active, user.resource, used, {
      observed: last()
        .orElse("never" as const)
        .say((at) =>
          at === "never" ? created().say((made) => `never signed in, made ${ago(made)}`) : `last signed in ${ago(at)}`,
        ),
      wanted: `signed in within ${inactiveDays} days, or suspended`,
      otherwise: "suspended",
    });
  });
}
