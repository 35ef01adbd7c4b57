import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { App, Factors, GoneAssignment, User } from "../kinds.ts";
import { isService } from "../settings.ts";
import { ACTIVE, GONE } from "../steps/known-users.ts";

const DAYS = 90;

const inactive: ConnectorCheck = {
  id: "okta.user.inactive",
  version: 1,
  title: "No active user unused for 90 days",
  severity: "medium",
  hint: "Suspend or deactivate the user.",
  serves: ["accounts.inactive-disabled"],
  steps: ["users"],
  judge: (facts) => {
    const service = isService(facts.settings);
    const oldest = new Date(facts.now.getTime() - DAYS * 86_400_000).toISOString().slice(0, 10);
    return eachItem<User>(facts, "okta.user", `a sign-in within ${DAYS} days`, (user) => {
      if (!ACTIVE.includes(user.status) || service(user.login)) return undefined;
      if (user.lastLoginOn)
        return [user.lastLoginOn >= oldest ? "pass" : "fail", `last signed in on ${user.lastLoginOn}`];
      if (!user.createdOn) return ["unknown", "Okta tells neither a sign-in nor when the user was made"];
      return [user.createdOn >= oldest ? "pass" : "fail", `never signed in, made on ${user.createdOn}`];
    });
  },
};

const goneAssigned: ConnectorCheck = {
  id: "okta.user.gone-assigned",
  version: 1,
  title: "Deactivated users hold no app assignment",
  severity: "high",
  hint: "Remove the assignment.",
  // The library asks about people with a recorded end date, which Okta does not keep.
  serves: [],
  steps: ["users", "assignments"],
  judge: (facts) => {
    const statuses = new Map(facts.items("okta.user").map((item) => [item.subject.id, item.data as User | null]));
    const gone = eachItem<GoneAssignment>(facts, "okta.gone-assignment", "no assignment", (one, item) => {
      // Assignments are read less often than users: whoever came back since is not gone.
      const user = statuses.get(item.subject.id.slice(item.subject.id.indexOf("/") + 1));
      if (user && !GONE.includes(user.status)) return undefined;
      if (one.status !== "ACTIVE") return undefined;
      return ["fail", `${one.userStatus.toLowerCase()}, and still assigned`];
    });
    const apps = eachItem<App>(facts, "okta.app", "no assignment of somebody who is gone", ({ assigned }) => [
      "pass",
      `${assigned} ${assigned === 1 ? "person" : "people"} assigned`,
    ]);
    return [...gone, ...apps];
  },
};

/** What shows nothing but that a mailbox or a memory is shared. */
const WEAK: readonly string[] = ["password", "question", "email"];

const enrolled: ConnectorCheck = {
  id: "okta.user.factors",
  version: 1,
  title: "Every active user has a factor besides password",
  severity: "high",
  hint: "Ask the listed users to enroll a factor.",
  serves: ["auth.mfa-enforced"],
  steps: ["users", "factors"],
  judge: (facts) => {
    const service = isService(facts.settings);
    const own = new Map(facts.items("okta.factors").map((item) => [item.subject.id, item]));
    return eachItem<User>(facts, "okta.user", "a factor besides password, question and email", (user, item) => {
      if (!ACTIVE.includes(user.status) || service(user.login)) return undefined;
      const found = own.get(item.subject.id);
      if (!found) return isNewer(facts, user) ? undefined : ["unknown", "its factors were not read"];
      if (found.data === null) return ["unknown", found.gap ?? "its factors were not read"];
      const strong = (found.data as Factors).types.filter((type) => !WEAK.includes(type));
      return strong.length > 0
        ? ["pass", strong.join(", ")]
        : ["fail", "no factor besides password, question or email"];
    });
  },
};

/** Whether somebody was made since factors were last read, which is not every hour: they are looked at the next time. */
function isNewer(facts: CheckFacts, { createdOn }: User): boolean {
  const read = facts.step("factors")?.startedAt;
  return read !== undefined && createdOn !== null && createdOn >= read.slice(0, 10);
}

export const peopleChecks: readonly ConnectorCheck[] = [inactive, goneAssigned, enrolled];
