import { Fact } from "#domain/facts/fact.ts";
import { someOf } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck, Observation } from "../../check.ts";
import { everyItem, observed, observedWhere, observeEach } from "../../facts.ts";

const LONGEST = 90;
const DAY_MS = 24 * 60 * 60 * 1_000;
const report = { steps: ["credential-report"], version: 2 } as const;
const nothing = Truth.all([]);

/** What does not apply is left out: of the rows of a report each check asks about a few. */
const applying = (all: readonly Observation[]) => all.filter(({ outcome }) => outcome !== "not applicable");

/** When something was used: a day, or never since AWS keeps track. */
function usedOf(reading: Reading): Fact<Date | "never"> {
  return reading.text().map((text): Date | "never" => {
    const day = new Date(`${text}T00:00:00Z`);
    if (text !== "never" && Number.isNaN(day.getTime())) throw new Error("no day");
    return text === "never" ? text : day;
  });
}

const daysFrom = (day: Date, now: Date): number => Math.floor((now.getTime() - day.getTime()) / DAY_MS);

export const rootUnused: ConnectorCheck = {
  ...report,
  id: "aws.root.unused",
  title: "Root user not used in the last 90 days",
  severity: "high",
  hint: "Use a role instead of root and alert on root sign-in.",
  answers: ["privilege.root-unused/root"],
  judge(facts) {
    const wanted = "no use in the last 90 days";
    const isRoot = (row: Reading) => row.at("root").flag().is(true);
    const rows = observeEach(facts, "aws.credentials", ({ resource, data }) => {
      const password = () => usedOf(data.at("passwordUsed"));
      const unusedFor = (used: Fact<Date | "never">) =>
        used.holds((last) => last === "never" || daysFrom(last, facts.now) > LONGEST);
      const truth = () => unusedFor(password()).and(data.at("keys").every((key) => unusedFor(usedOf(key.at("used")))));
      return observedWhere(isRoot(data), resource, truth, {
        observed: () => `password ${password().say((last) => ago(last, facts.now))}`,
        wanted,
        otherwise: "not the root user",
      });
    });
    const root = { type: "user", id: "root", label: "root user" };
    const hasRoot = someOf(everyItem(facts, "aws.credentials", "credential-report"), ({ data }) => isRoot(data));
    const missing = observed(root, Fact.unread("not shown", ["the row of the root user"]).exists(), {
      observed: "the credential report has no row for the root user",
      wanted,
    });
    return [...applying(rows), ...hasRoot.say({ yes: [], no: [missing], unknown: [missing] })];
  },
};

function ago(last: Date | "never", now: Date): string {
  return last === "never" ? "never used since AWS keeps track" : `last used ${daysFrom(last, now)} days ago`;
}

export const userMfa: ConnectorCheck = {
  ...report,
  id: "aws.iam.user-mfa",
  title: "Console users have MFA",
  severity: "high",
  hint: "Enable MFA for the listed users or remove their password.",
  answers: ["auth.cloud-mfa/users"],
  judge: (facts) =>
    applying(
      observeEach(facts, "aws.credentials", ({ resource, data }) => {
        const signsIn = data
          .at("password")
          .flag()
          .is(true)
          .andThen(() => data.at("root").flag().is(false));
        const mfa = () => data.at("mfa").flag();
        return observedWhere(signsIn, resource, () => mfa().is(true), {
          observed: () =>
            mfa().say((has) => (has ? "has a password and a second factor" : "has a password and no second factor")),
          wanted: "a second factor",
          otherwise: "no password",
        });
      }),
    ),
};

export const unused: ConnectorCheck = {
  ...report,
  id: "aws.iam.unused",
  title: "Credentials unused for 90 days are disabled",
  severity: "medium",
  hint: "Disable the unused password or key.",
  answers: ["accounts.inactive-disabled/accounts"],
  judge: (facts) =>
    applying(
      observeEach(facts, "aws.credentials", ({ resource, data }) => {
        const recent = (day: Date) => daysFrom(day, facts.now) <= LONGEST;
        // What was never used counts from the day on which it was made.
        const inUse = (on: Reading, used: () => Reading, made: () => Truth) =>
          on.flag().follow((enabled) =>
            enabled
              ? usedOf(used())
                  .follow((last) => (last === "never" ? made() : nothing))
                  .andThen(() => usedOf(used()).holds((last) => last === "never" || recent(last)))
              : nothing,
          );
        const since = (day: Reading) => day.instant().holds(recent);
        const password = () =>
          inUse(
            data.at("password"),
            () => data.at("passwordUsed"),
            () => since(data.at("passwordChangedOn")).orElse(() => since(data.at("createdOn"))),
          );
        const keys = data.at("keys");
        const applies = data
          .at("root")
          .flag()
          .is(false)
          .andThen(() =>
            data
              .at("password")
              .flag()
              .is(true)
              .orElse(() => keys.some((key) => key.at("active").flag().is(true))),
          );
        const truth = () =>
          password().and(
            keys.every((key) =>
              inUse(
                key.at("active"),
                () => key.at("used"),
                () => since(key.at("rotatedOn")),
              ),
            ),
          );
        return observedWhere(applies, resource, truth, {
          observed: () =>
            truth().say({
              yes: "used within 90 days",
              no: "a password or key that is enabled and was not used for more than 90 days",
              unknown: "the credential report does not say",
            }),
          wanted: "use within 90 days, or disabled",
          otherwise: "nothing is enabled",
        });
      }),
    ),
};

export const keyAge: ConnectorCheck = {
  id: "aws.iam.key-age",
  version: 2,
  title: "Active access keys are younger than 90 days",
  severity: "high",
  hint: "Rotate the key or replace it with a role.",
  answers: ["auth.keys-rotated/keys"],
  steps: ["users", "access-keys"],
  judge: (facts) =>
    observeEach(facts, "aws.access_key", ({ resource, data }) => {
      const active = data.at("active").flag();
      const made = () => data.at("createdOn").instant();
      const truth = active.follow((is) => (is ? made().holds((day) => daysFrom(day, facts.now) <= LONGEST) : nothing));
      return observed(resource, truth, {
        observed: active.say((is) =>
          is ? made().say((day) => `made ${daysFrom(day, facts.now)} days ago`) : "inactive",
        ),
        wanted: "at most 90 days",
      });
    }),
};
