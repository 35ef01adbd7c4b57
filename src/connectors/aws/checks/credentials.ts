import type { ConnectorCheck, Observation } from "../../check.ts";
import { daysSince, eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

type Credentials = Data<"aws.credentials">;
const LONGEST = 90;
const report = { steps: ["credential-report"], version: 1 } as const;

export const rootUnused: ConnectorCheck = {
  ...report,
  id: "aws.root.unused",
  title: "Root user not used in the last 90 days",
  severity: "high",
  hint: "Use a role instead of root and alert on root sign-in.",
  serves: ["privilege.root-unused"],
  judge(facts) {
    const wanted = "no use in the last 90 days";
    const seen = eachItem<Credentials>(facts, "aws.credentials", wanted, (row) => {
      if (!row.root) return undefined;
      const uses = [row.passwordUsed, ...row.keys.map(({ used }) => used)];
      const days = uses.filter((use) => use !== null && use !== "never").map((day) => daysSince(day!, facts.now));
      const last = Math.min(...days);
      if (last <= LONGEST) return ["fail", `last used ${last} days ago`];
      if (uses.includes(null)) return ["unknown", "the credential report does not say when it was used"];
      return ["pass", days.length === 0 ? "never used since AWS keeps track" : `last used ${last} days ago`];
    });
    return seen.length > 0 ? seen : [withoutRoot(wanted)];
  },
};

function withoutRoot(wanted: string): Observation {
  const resource = { type: "user", id: "root", label: "root user" };
  return { resource, outcome: "unknown", observed: "the credential report has no row for the root user", wanted };
}

export const userMfa: ConnectorCheck = {
  ...report,
  id: "aws.iam.user-mfa",
  title: "Console users have MFA",
  severity: "high",
  hint: "Enable MFA for the listed users or remove their password.",
  serves: ["auth.cloud-mfa"],
  judge: (facts) =>
    eachItem<Credentials>(facts, "aws.credentials", "a second factor", ({ root, password, mfa }) => {
      if (root || password === false) return undefined;
      if (mfa === true) return ["pass", "has a password and a second factor"];
      if (password === null || mfa === null) return ["unknown", "the credential report does not say"];
      return ["fail", "has a password and no second factor"];
    }),
};

export const unused: ConnectorCheck = {
  ...report,
  id: "aws.iam.unused",
  title: "Credentials unused for 90 days are disabled",
  severity: "medium",
  hint: "Disable the unused password or key.",
  serves: ["accounts.inactive-disabled"],
  judge: (facts) =>
    eachItem<Credentials>(facts, "aws.credentials", "use within 90 days, or disabled", (row) => {
      if (row.root) return undefined;
      const enabled = [
        { what: "password", on: row.password, used: row.passwordUsed, since: row.passwordChangedOn ?? row.createdOn },
        ...row.keys.map((key, at) => ({ what: `key ${at + 1}`, on: key.active, used: key.used, since: key.rotatedOn })),
      ].filter(({ on }) => on !== false);
      if (enabled.length === 0) return undefined;
      // What was never used counts from the day on which it was made.
      const idle = enabled.map((one) => ({ ...one, day: one.used === "never" ? one.since : one.used }));
      const late = idle.find(({ on, day }) => on === true && day !== null && daysSince(day, facts.now) > LONGEST);
      if (late)
        return ["fail", `${late.what} ${late.used === "never" ? "never used, made" : "unused"} ${age(late.day!)} ago`];
      if (idle.some(({ on, day }) => on === null || day === null))
        return ["unknown", "the credential report does not say"];
      return ["pass", "used within 90 days"];

      function age(day: string): string {
        return `${daysSince(day, facts.now)} days`;
      }
    }),
};

export const keyAge: ConnectorCheck = {
  id: "aws.iam.key-age",
  version: 1,
  title: "Active access keys are younger than 90 days",
  severity: "high",
  hint: "Rotate the key or replace it with a role.",
  serves: ["auth.keys-rotated"],
  steps: ["users", "access-keys"],
  judge: (facts) =>
    eachItem<Data<"aws.access_key">>(facts, "aws.access_key", "at most 90 days", ({ active, createdOn }) => {
      if (active === false) return ["pass", "inactive"];
      if (active === null || createdOn === null) return ["unknown", "AWS does not say how old it is"];
      const days = daysSince(createdOn, facts.now);
      return [days <= LONGEST ? "pass" : "fail", `made ${days} days ago`];
    }),
};

export const directAdmin: ConnectorCheck = {
  id: "aws.iam.no-direct-admin",
  version: 1,
  title: "No user has AdministratorAccess attached directly",
  severity: "high",
  hint: "Move administration to a role with MFA.",
  serves: ["privilege.no-wildcards"],
  steps: ["user-policies"],
  judge: (facts) =>
    eachItem<Data<"aws.user_policies">>(facts, "aws.user_policies", "no AdministratorAccess", ({ attached }) =>
      attached.some((arn) => arn.endsWith(":policy/AdministratorAccess"))
        ? ["fail", "AdministratorAccess is attached"]
        : ["pass", "no AdministratorAccess"],
    ),
};
