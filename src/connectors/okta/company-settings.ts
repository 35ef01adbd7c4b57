import type { CheckFacts } from "../check.ts";
import { exceptionOf } from "../exceptions.ts";

/** Whether a decision says that a login is one of a program. Okta's logins have no case. */
export const isService =
  (facts: Pick<CheckFacts, "exceptions" | "now">) =>
  (login: string): boolean =>
    exceptionOf(facts, "service-account", [login]) !== undefined;
