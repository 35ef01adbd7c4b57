import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { daysSince, eachItem, observe, readable, uncounted } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

type User = Data<"gws.user">;
const isActive = ({ suspended, archived }: User) => !suspended && !archived;
const factor = (has: boolean | undefined, yes: string, no: string) =>
  [has, has === undefined ? "the directory does not say" : has ? yes : no] as const;
const company = { type: "account", id: "my_customer", label: "the company" };

/** Accounts, administrators and what they let in. */
export const people: readonly ConnectorCheck[] = [
  {
    id: "gws.user.2sv-enrolled",
    version: 1,
    title: "All active users are enrolled in 2-step verification",
    severity: "high",
    hint: "Ask the listed users to enrol.",
    serves: ["auth.mfa-enforced"],
    steps: ["users"],
    judge: (facts) =>
      eachItem<User>(facts, "gws.user", "enrolled in 2-step verification", (user) =>
        isActive(user) ? factor(user.isEnrolledIn2Sv, "enrolled", "not enrolled") : undefined,
      ),
  },
  {
    id: "gws.admin.2sv-enforced",
    version: 1,
    title: "Super admins have 2-step verification enforced",
    severity: "critical",
    hint: "Enforce 2-step verification on the organizational unit of the administrators.",
    serves: ["auth.mfa-enforced"],
    steps: ["users"],
    judge: (facts) =>
      eachItem<User>(facts, "gws.user", "2-step verification enforced", (user) =>
        user.isAdmin && isActive(user) ? factor(user.isEnforcedIn2Sv, "enforced", "not enforced") : undefined,
      ),
  },
  {
    id: "gws.admin.count",
    version: 1,
    title: "Between two and four super admins",
    severity: "medium",
    hint: "Move day-to-day work to delegated roles.",
    serves: ["config.baseline"],
    steps: ["users"],
    judge: (facts) => {
      const admins = readable<User>(facts, "gws.user").filter(({ data }) => data.isAdmin && !data.suspended).length;
      const seen = uncounted(facts, "gws.user", "users") ?? [admins >= 2 && admins <= 4, `${admins} super admins`];
      return [observe(company, seen, "2 to 4")];
    },
  },
  {
    id: "gws.admin.suspended-role",
    version: 1,
    title: "No suspended user still holds an admin role",
    severity: "high",
    hint: "Remove the role assignment.",
    // A suspended account is not active: the library's check of leavers is not contradicted by its role.
    serves: [],
    steps: ["users", "administrator-roles"],
    judge: (facts) => {
      const users = new Map(readable<User>(facts, "gws.user").map((one) => [one.item.subject.id, one]));
      return eachItem<Data<"gws.role_assignment">>(
        facts,
        "gws.role_assignment",
        "held by an active account",
        (role) => {
          if (role.assigneeType !== "user") return undefined;
          const holder = users.get(role.assignedTo);
          // A service account's or a deleted user's id is in no list of users.
          if (!holder) return [undefined, `held by ${role.assignedTo}, who is not in the directory`];
          const active = isActive(holder.data);
          return [active, `held by ${holder.item.subject.label}${active ? "" : ", who is suspended"}`];
        },
      );
    },
  },
  {
    id: "gws.user.inactive",
    version: 1,
    title: "No active account unused for 90 days",
    severity: "medium",
    hint: "Suspend the account or record why it stays.",
    serves: ["accounts.inactive-disabled"],
    steps: ["users"],
    judge: unused,
  },
  {
    id: "gws.token.broad-apps",
    version: 1,
    title: "No unapproved app holds full Gmail or Drive access",
    severity: "medium",
    hint: "Revoke the app or approve it with an owner.",
    serves: ["vendors.list-complete"],
    steps: ["app-grants"],
    judge: (facts) => {
      const approved = new Set(facts.settings["approvedApps"] as string[] | undefined);
      const broad = ["https://mail.google.com/", "https://www.googleapis.com/auth/drive"];
      return eachItem<Data<"gws.app_grant">>(facts, "gws.app_grant", "no full access, or approved", (app) => {
        const held = app.scopes.filter((scope) => broad.includes(scope));
        if (held.length === 0) return [true, "no full access"];
        if (approved.has(app.clientId)) return [true, "full access, approved"];
        return [false, `full access to ${held[0] === broad[0] ? "mail" : "files"}, allowed by ${app.people}`];
      });
    },
  },
];

function unused(facts: CheckFacts): Observation[] {
  const { inactiveDays = 90 } = facts.settings as { inactiveDays?: number };
  return eachItem<User>(facts, "gws.user", `signed in within ${inactiveDays} days, or suspended`, (user) => {
    if (!isActive(user)) return [true, "suspended"];
    if (user.lastLoginOn === undefined) return [undefined, "the last sign-in is not shown"];
    const since = user.lastLoginOn ?? user.createdOn;
    if (since === null) return [undefined, "neither sign-in nor creation is dated"];
    const days = daysSince(since, facts.now);
    return [
      days <= inactiveDays,
      user.lastLoginOn ? `last signed in ${days} days ago` : `never signed in since ${since}`,
    ];
  });
}
