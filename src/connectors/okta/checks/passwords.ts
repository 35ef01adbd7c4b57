import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import { observed, observedRest, observeEach } from "../../facts.ts";
import { atLeastOne, organization } from "./at-least-one.ts";

/** A demand on a policy, and the clause for one that does not meet it. */
type Demand = readonly [met: (policy: Reading) => Truth, otherwise: (policy: Reading) => string];

const length: Demand = [
  (policy) => policy.at("minLength").number().atLeast(12),
  (policy) =>
    policy
      .at("minLength")
      .number()
      .say((count) => `${count} characters are enough`),
];
const refused: Demand = [(policy) => policy.at("refusesCommon").flag().is(true), () => "common passwords are allowed"];
const history: Demand = [
  (policy) => policy.at("history").number().atLeast(4),
  (policy) =>
    policy
      .at("history")
      .number()
      .say((count) => `${count} earlier passwords are refused`),
];
const lockout: Demand = [
  (policy) =>
    policy
      .at("maxAttempts")
      .number()
      .holds((tries) => tries >= 1 && tries <= 10),
  (policy) =>
    policy
      .at("maxAttempts")
      .number()
      .say((tries) => (tries === 0 ? "accounts never lock" : `accounts lock after ${tries} tries`)),
];
const lasting: Demand = [
  // 0: until somebody resets it.
  (policy) =>
    policy
      .at("autoUnlockMinutes")
      .number()
      .holds((minutes) => minutes === 0 || minutes >= 30),
  (policy) =>
    policy
      .at("autoUnlockMinutes")
      .number()
      .say((minutes) => `a locked account opens after ${minutes} minutes`),
];

function passwordCheck(
  named: Pick<ConnectorCheck, "id" | "title" | "hint" | "answers">,
  wanted: string,
  demands: readonly Demand[],
): ConnectorCheck {
  return {
    ...named,
    version: 2,
    severity: "medium",
    steps: ["policies"],
    judge: (facts) => {
      const each = observeEach(facts, "okta.password-policy", ({ resource, data }) => {
        const truth = Truth.all(demands.map(([met]) => met(data)));
        const wrong = () =>
          demands.flatMap(([met, clause]) => met(data).say({ yes: [], no: [clause(data)], unknown: [] as string[] }));
        const words = { yes: "as expected", no: wrong().join(", "), unknown: "Okta does not tell the whole policy" };
        return observed(resource, truth, { observed: truth.say(words), wanted });
      });
      const policies = atLeastOne(facts, "okta.password-policy", "policies");
      return [...each, ...observedRest(policies, organization, { observed: "no password policy is shown", wanted })];
    },
  };
}

export const passwordChecks: readonly ConnectorCheck[] = [
  passwordCheck(
    {
      id: "okta.password.policy",
      title: "Password policy: 12 characters, common passwords refused, lockout within 10 tries",
      hint: "Change the password policy.",
      // The library does not ask for common passwords: its own three demands are answered one by one.
      answers: [],
    },
    "12 characters, common passwords refused, lockout within 10 tries",
    [length, refused, lockout],
  ),
  passwordCheck(
    {
      id: "okta.password.length",
      title: "Passwords have at least 12 characters",
      hint: "Set the minimum length in every password policy.",
      answers: ["auth.password-rules/length"],
    },
    "at least 12 characters",
    [length],
  ),
  passwordCheck(
    {
      id: "okta.password.history",
      title: "The last four passwords are refused",
      hint: "Set the history in every password policy.",
      answers: ["auth.password-rules/history"],
    },
    "4 earlier passwords refused",
    [history],
  ),
  passwordCheck(
    {
      id: "okta.password.lockout",
      title: "Ten wrong passwords lock an account for half an hour",
      hint: "Set the lockout in every password policy.",
      answers: ["auth.password-rules/lockout"],
    },
    "lockout within 10 tries, for 30 minutes or until it is reset",
    [lockout, lasting],
  ),
];
