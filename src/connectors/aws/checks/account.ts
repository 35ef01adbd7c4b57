import type { ConnectorCheck } from "../../check.ts";
import { observed, observeEach } from "../../facts.ts";

const summary = { steps: ["account-summary"], version: 2, severity: "critical" } as const;

export const rootMfa: ConnectorCheck = {
  ...summary,
  id: "aws.root.mfa",
  title: "Root user has MFA",
  hint: "Register an MFA device for the root user.",
  answers: ["auth.cloud-mfa/root"],
  judge: (facts) =>
    observeEach(facts, "aws.account_summary", ({ resource, data }) => {
      const has = data.at("rootMfa").flag().is(true);
      return observed(resource, has, {
        observed: has.say({
          yes: "the root user has a second factor",
          no: "the root user has no second factor",
          unknown: "AWS does not say whether the root user has a second factor",
        }),
        wanted: "a second factor",
      });
    }),
};

export const rootKeys: ConnectorCheck = {
  ...summary,
  id: "aws.root.no-keys",
  title: "Root user has no access keys",
  hint: "Delete the root access keys.",
  answers: ["auth.keys-rotated/root"],
  judge: (facts) =>
    observeEach(facts, "aws.account_summary", ({ resource, data }) => {
      const none = data.at("rootKeys").number().is(0);
      return observed(resource, none, {
        observed: none.say({
          yes: "the root user has no access key",
          no: "the root user has an access key",
          unknown: "AWS does not say whether the root user has access keys",
        }),
        wanted: "none",
      });
    }),
};

const MINIMUM_LENGTH = 14;
const REMEMBERED = 24;
const CLASSES = ["symbols", "numbers", "upperCase", "lowerCase"] as const;

export const passwordPolicy: ConnectorCheck = {
  id: "aws.iam.password-policy",
  version: 2,
  title: "Password policy: 14 characters, all classes, 24 remembered",
  severity: "medium",
  hint: "Set the account password policy to the stated values.",
  // AWS cannot lock accounts, and the library asks for that of sign-on services: it is one item of the CIS benchmark.
  answers: [],
  steps: ["password-policy"],
  judge: (facts) =>
    observeEach(facts, "aws.password_policy", ({ resource, data }) => {
      const exists = data.at("exists").flag().is(true);
      const length = data.at("minimumLength").number();
      // AWS leaves out how many it remembers where it remembers none.
      const remembered = data.at("remembered").orNone().number().orElse(0);
      const classes = CLASSES.map((name) => data.at(name).flag());
      const truth = exists.and(
        length.atLeast(MINIMUM_LENGTH),
        remembered.atLeast(REMEMBERED),
        ...classes.map((className) => className.is(true)),
      );
      const said = [
        `${length.say(String)} characters`,
        `${CLASSES.map((name, at) => `${name} ${classes[at]!.say((on) => (on ? "on" : "off"))}`).join(", ")}`,
        `${remembered.say(String)} remembered`,
      ].join(", ");
      return observed(resource, truth, {
        observed: exists.say({ yes: said, no: "the account has no password policy", unknown: said }),
        wanted: "14 characters, all four classes, 24 passwords remembered",
      });
    }),
};

export const securityContact: ConnectorCheck = {
  id: "aws.account.security-contact",
  version: 2,
  title: "A security contact is registered",
  severity: "low",
  hint: "Add a security alternate contact.",
  // An address that AWS may write to. Nothing tells whether an alert of the company's own reaches anybody.
  answers: [],
  steps: ["security-contact"],
  judge: (facts) =>
    observeEach(facts, "aws.security_contact", ({ resource, data }) => {
      const present = data.at("present").flag();
      return observed(resource, present.is(true), {
        observed: present.say((is) => (is ? "a security contact is registered" : "no security contact")),
        wanted: "a security contact",
      });
    }),
};
