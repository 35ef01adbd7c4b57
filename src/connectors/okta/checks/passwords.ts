import type { ConnectorCheck } from "../../check.ts";
import type { Judged } from "../../each-item.ts";
import { eachItem } from "../../each-item.ts";
import type { PasswordPolicy } from "../kinds.ts";

/** A demand on one value, which may not be told: whether it is met, and the clause for what is not. */
type Demand = readonly [met: boolean | undefined, clause: string];

const passwordPolicy: ConnectorCheck = {
  id: "okta.password.policy",
  version: 1,
  title: "Password policy: 12 characters, common passwords refused, lockout within 10 tries",
  severity: "medium",
  hint: "Change the password policy.",
  // The library asks for the last four passwords and for half an hour instead: see "okta.password.rules".
  serves: [],
  steps: ["policies"],
  judge: (facts) =>
    eachItem<PasswordPolicy>(
      facts,
      "okta.password-policy",
      "12 characters, common passwords refused, lockout within 10 tries",
      (one) =>
        all([
          atLeastTwelve(one),
          [one.refusesCommon ?? undefined, "common passwords are allowed"],
          lockoutWithinTen(one),
        ]),
    ),
};

const passwordRules: ConnectorCheck = {
  id: "okta.password.rules",
  version: 1,
  title: "Passwords have 12 characters, the last four are refused, and ten wrong ones lock for half an hour",
  severity: "medium",
  hint: "Set length, history and lockout in every password policy.",
  serves: ["auth.password-rules"],
  steps: ["policies"],
  judge: (facts) =>
    eachItem<PasswordPolicy>(
      facts,
      "okta.password-policy",
      "12 characters, 4 earlier passwords refused, lockout within 10 tries for 30 minutes",
      (one) =>
        all([
          atLeastTwelve(one),
          [told(one.history, (count) => count >= 4), `${one.history} earlier passwords are refused`],
          lockoutWithinTen(one),
          [
            // 0: until somebody resets it.
            told(one.autoUnlockMinutes, (minutes) => minutes === 0 || minutes >= 30),
            `a locked account opens after ${one.autoUnlockMinutes} minutes`,
          ],
        ]),
    ),
};

const atLeastTwelve = ({ minLength }: PasswordPolicy): Demand => [
  told(minLength, (length) => length >= 12),
  `${minLength} characters are enough`,
];

const lockoutWithinTen = ({ maxAttempts }: PasswordPolicy): Demand => [
  told(maxAttempts, (tries) => tries >= 1 && tries <= 10),
  maxAttempts === 0 ? "accounts never lock" : `accounts lock after ${maxAttempts} tries`,
];

function told(value: number | null, meets: (value: number) => boolean): boolean | undefined {
  return value === null ? undefined : meets(value);
}

function all(demands: readonly Demand[]): Judged {
  const broken = demands.filter(([met]) => met === false).map(([, clause]) => clause);
  if (broken.length > 0) return ["fail", broken.join(", ")];
  if (demands.some(([met]) => met === undefined)) return ["unknown", "Okta does not tell the whole policy"];
  return ["pass", "as wanted"];
}

export const passwordChecks: readonly ConnectorCheck[] = [passwordPolicy, passwordRules];
