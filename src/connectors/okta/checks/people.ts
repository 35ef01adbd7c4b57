import { known } from "#domain/facts/known.ts";
import type { Fact } from "#domain/facts/fact.ts";
import { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import type { Member } from "../../facts.ts";
import { memberOf, observed, observedRest, observedWhere, observeEach } from "../../facts.ts";
import { MOST_DAYS_UNUSED } from "../../unused-after.ts";
import { statuses } from "../steps/known-users.ts";
import { atLeastOne, organization } from "./at-least-one.ts";

const DAY = 86_400_000;

const statusOf = ({ data }: Member): Fact<string> => data.at("status").oneOf<string>(statuses);

/** Whether somebody may sign in, and what else is asked of who may. */
function maySignIn(user: Member, ...more: readonly (() => Truth)[]): Truth {
  const status = statusOf(user);
  return status.follow((item) =>
    item === "active" ? status.is("active").and(...more.map((ask) => ask())) : status.is("active"),
  );
}

/** What is observed of a user, unless a decision says that it is a program. One whose login was not read is left out by nothing. */
const unlessProgram = (facts: CheckFacts, { data }: Member, seen: Observation): Observation =>
  unlessLeftOut(facts, "service-account", () => [known(data.at("login").text())], seen);

/** That there are users: somebody runs every organization. */
const shownUsers = (facts: CheckFacts, wanted: string) =>
  observedRest(atLeastOne(facts, "okta.user", "users"), organization, { observed: "no user is shown", wanted });

const inactive: ConnectorCheck = {
  id: "okta.user.inactive",
  version: 2,
  title: "No active user unused for 90 days",
  severity: "medium",
  hint: "Suspend or deactivate the user.",
  answers: ["accounts.inactive-disabled/accounts"],
  steps: ["users"],
  judge: (facts) => {
    const wanted = `a sign-in within ${MOST_DAYS_UNUSED} days`;
    const oldest = new Date(
      Date.parse(new Date(facts.now.getTime() - MOST_DAYS_UNUSED * DAY).toISOString().slice(0, 10)),
    );
    const each = observeEach(facts, "okta.user", (user) => {
      const last = () => user.data.at("lastLoginOn").orNone().instant();
      const made = () => user.data.at("createdOn").instant();
      // Whoever never signed in is as old as the account.
      const used = () => {
        const known = last().orElse("never" as const);
        return known.follow((at) =>
          at === "never" ? made().atLeast(oldest) : known.is(at).and(last().atLeast(oldest, false)),
        );
      };
      const on = (at: Date) => at.toISOString().slice(0, 10);
      const seen = observedWhere(maySignIn(user), user.resource, used, {
        observed: () => last().say((at) => `last signed in on ${on(at)}`, "never signed in"),
        wanted,
        otherwise: "not active",
      });
      return unlessProgram(facts, user, seen);
    });
    return [...each, ...shownUsers(facts, wanted)];
  },
};

/** Whether an assignment lets somebody into the application, or would. */
const assignments = {
  ACTIVE: true,
  PROVISIONED: true,
  IMPLICIT: true,
  PENDING: true,
  STAGED: true,
  APPROVED: true,
  MATCHED: false,
  IMPORTED: false,
  UNASSIGNED: false,
  INACTIVE: false,
  SUSPENDED: false,
  REVOKED: false,
  DEPROVISIONED: false,
};

const goneAssigned: ConnectorCheck = {
  id: "okta.user.gone-assigned",
  version: 2,
  title: "Deactivated users hold no app assignment",
  severity: "high",
  hint: "Remove the assignment.",
  // The library asks about people with a recorded end date, which Okta does not keep.
  answers: [],
  steps: ["users", "assignments"],
  judge: (facts) => {
    const users = new Map(facts.items("okta.user").map((item) => [item.subject.id, memberOf(item)]));
    const gone = observeEach(facts, "okta.gone-assignment", ({ resource, data }) => {
      // Assignments are read less often than users: whoever came back since is not gone.
      const user = users.get(resource.id.slice(resource.id.indexOf("/") + 1));
      const isGone = Truth.all(user ? [statusOf(user).is("gone")] : []);
      const none = () => data.at("status").oneOf(assignments).is(false);
      return observedWhere(isGone, resource, none, {
        observed: () =>
          none().say({ yes: "no longer assigned", no: "gone, and still assigned", unknown: "Okta does not tell" }),
        wanted: "no assignment",
        otherwise: "came back since",
      });
    });
    const apps = observeEach(facts, "okta.app", ({ resource, data }) => {
      const assigned = data.at("assigned").number();
      return observed(resource, assigned.atLeast(0), {
        observed: assigned.say((count) => `${count} ${count === 1 ? "person" : "people"} assigned`),
        wanted: "no assignment of somebody who is gone",
      });
    });
    return [...gone, ...apps];
  },
};

/** Whether a factor shows more than that a mailbox or a memory is shared. */
const strength = {
  call: true,
  email: false,
  password: false,
  push: true,
  question: false,
  signed_nonce: true,
  sms: true,
  token: true,
  "token:hardware": true,
  "token:hotp": true,
  "token:software:totp": true,
  u2f: true,
  web: true,
  webauthn: true,
};

/** Whether somebody was made since factors were last read, which is not every hour: they are looked at the next time. */
function isNew(facts: CheckFacts, { data }: Member): Truth {
  const readOn = facts.step("factors")?.startedAt.slice(0, 10);
  return data
    .at("createdOn")
    .text()
    .holds((on) => readOn !== undefined && on >= readOn);
}

const enrolled: ConnectorCheck = {
  id: "okta.user.factors",
  version: 2,
  title: "Every active user has a factor besides password",
  severity: "high",
  hint: "Ask the listed users to enroll a factor.",
  answers: ["auth.mfa-enforced/enrolled"],
  steps: ["users", "factors"],
  judge: (facts) => {
    const wanted = "a factor besides password";
    const byUser = new Map(facts.items("okta.factors").map((item) => [item.subject.id, memberOf(item)]));
    const each = observeEach(facts, "okta.user", (user) => {
      const own = byUser.get(user.resource.id);
      const types = (own?.data ?? Reading.unread("not asked", "okta.factors")).at("types");
      const strong = () => types.some((type) => type.oneOf(strength).is(true));
      const asked = own ? [] : [() => isNew(facts, user).not()];
      const no = "no factor besides password, question or email";
      const words = { yes: wanted, no, unknown: "its factors were not read, or are of a kind that we do not know" };
      const seen = observedWhere(maySignIn(user, ...asked), user.resource, strong, {
        observed: () => strong().say(words),
        wanted,
        otherwise: "not active, or made since factors were last read",
      });
      return unlessProgram(facts, user, seen);
    });
    return [...each, ...shownUsers(facts, wanted)];
  },
};

export const peopleChecks: readonly ConnectorCheck[] = [inactive, goneAssigned, enrolled];
