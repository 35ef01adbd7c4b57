import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

const summary = { steps: ["account-summary"], version: 1, severity: "critical" } as const;

export const rootMfa: ConnectorCheck = {
  ...summary,
  id: "aws.root.mfa",
  title: "Root user has MFA",
  hint: "Register an MFA device for the root user.",
  serves: ["auth.cloud-mfa"],
  judge: (facts) =>
    eachItem<Data<"aws.account_summary">>(facts, "aws.account_summary", "a second factor", ({ rootMfa: has }) => {
      if (has === null) return ["unknown", "AWS does not say whether the root user has a second factor"];
      return has ? ["pass", "the root user has a second factor"] : ["fail", "the root user has no second factor"];
    }),
};

export const rootKeys: ConnectorCheck = {
  ...summary,
  id: "aws.root.no-keys",
  title: "Root user has no access keys",
  hint: "Delete the root access keys.",
  serves: ["auth.keys-rotated"],
  judge: (facts) =>
    eachItem<Data<"aws.account_summary">>(facts, "aws.account_summary", "none", ({ rootKeys: keys }) => {
      if (keys === null) return ["unknown", "AWS does not say whether the root user has access keys"];
      return keys === 0 ? ["pass", "the root user has no access key"] : ["fail", "the root user has an access key"];
    }),
};

const MINIMUM_LENGTH = 14;
const REMEMBERED = 24;

/** AWS cannot lock accounts, so this says nothing of the library's password rules: it is an item of the CIS benchmark. */
export const passwordPolicy: ConnectorCheck = {
  id: "aws.iam.password-policy",
  version: 1,
  title: "Password policy: 14 characters, all classes, 24 remembered",
  severity: "medium",
  hint: "Set the account password policy to the stated values.",
  serves: ["config.baseline"],
  steps: ["password-policy"],
  judge: (facts) =>
    eachItem<Data<"aws.password_policy">>(
      facts,
      "aws.password_policy",
      "14 characters, all four classes, 24 passwords remembered",
      (policy) => {
        if (!policy.exists) return ["fail", "the account has no password policy"];
        // AWS leaves out how many it remembers where it remembers none.
        const remembered = policy.remembered ?? 0;
        const { minimumLength, symbols, numbers, upperCase, lowerCase } = policy;
        const classes = [symbols, numbers, upperCase, lowerCase];
        const observed = `${minimumLength ?? "?"} characters, ${classes.filter((one) => one === true).length} of four classes, ${remembered} remembered`;
        if ((minimumLength ?? MINIMUM_LENGTH) < MINIMUM_LENGTH || classes.includes(false) || remembered < REMEMBERED)
          return ["fail", observed];
        return minimumLength === null || classes.includes(null) ? ["unknown", observed] : ["pass", observed];
      },
    ),
};

export const securityContact: ConnectorCheck = {
  id: "aws.account.security-contact",
  version: 1,
  title: "A security contact is registered",
  severity: "low",
  hint: "Add a security alternate contact.",
  serves: ["monitoring.alerts-delivered"],
  steps: ["security-contact"],
  judge: (facts) =>
    eachItem<Data<"aws.security_contact">>(facts, "aws.security_contact", "a security contact", ({ present }) =>
      present ? ["pass", "a security contact is registered"] : ["fail", "no security contact"],
    ),
};
