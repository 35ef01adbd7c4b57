import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import { daysBefore, everyItem, observedWhere } from "../../facts.ts";
import { unusedAfter } from "../../unused-after.ts";
import { PEOPLE } from "./people-tables.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

const agoIn = (now: Date) => (at: Date) => `${Math.floor((now.getTime() - at.getTime()) / DAY_MS)} days ago`;

function unused(facts: CheckFacts, who: "member" | "guest"): Observation[] {
  const inactiveDays = unusedAfter(facts.settings);
  const [ago, earliest] = [agoIn(facts.now), daysBefore(facts.now, inactiveDays)];
  return everyItem(facts, "ms.user", "users").members.map(({ resource, data }) => {
    const enabled = data.at("accountEnabled").flag();
    // Null: never. Then it is the account's own age that counts.
    const last = () => data.at("lastSignInOn").orNone().instant();
    const created = () => data.at("createdOn").instant();
    const used = () =>
      last()
        .orElse("never" as const)
        .follow((at) => (at === "never" ? created().atLeast(earliest) : last().atLeast(earliest, false)));
    const truth = enabled.follow((is) => (is ? used() : Truth.all([])));
    const seen = observedWhere(data.at("userType").oneOf(PEOPLE).is(who), resource, truth, {
      observed: enabled.say((is) =>
        is
          ? last()
              .orElse("never" as const)
              .say((at) =>
                at === "never"
                  ? created().say((made) => `never signed in, made ${ago(made)}`)
                  : `last signed in ${ago(at)}`,
              )
          : "disabled",
      ),
      wanted: `signed in within ${inactiveDays} days, or disabled`,
      otherwise: who === "member" ? "a guest" : "no guest",
    });
    return unlessLeftOut(facts, "emergency-account", () => [resource.label, resource.id], seen);
  });
}

/** Accounts that nobody uses, and secrets that live too long. */
export const accounts: readonly ConnectorCheck[] = [
  {
    id: "ms.user.inactive",
    version: 2,
    title: "No enabled account unused for 90 days",
    severity: "medium",
    hint: "Disable the account or record why it stays.",
    answers: ["accounts.inactive-disabled/accounts"],
    steps: ["users"],
    judge: (facts) => unused(facts, "member"),
  },
  {
    id: "ms.guest.inactive",
    version: 2,
    title: "No guest unused for 90 days",
    severity: "low",
    hint: "Remove the guest.",
    answers: ["accounts.inactive-disabled/accounts"],
    steps: ["users"],
    judge: (facts) => unused(facts, "guest"),
  },
  {
    id: "ms.app.secret-expiry",
    version: 2,
    title: "App secrets live at most 180 days and none is expired in use",
    severity: "medium",
    hint: "Replace secrets with certificates or federated credentials.",
    // The library asks for keys of clouds, databases and hosting: an office suite's apps are neither.
    answers: [],
    steps: ["applications"],
    judge: (facts) =>
      everyItem(facts, "ms.application", "applications").members.map(({ resource, data }) => {
        const secrets = data.at("secrets");
        const truth = secrets.every((secret) => {
          const [starts, ends] = [secret.at("startsOn").instant(), secret.at("endsOn").instant()];
          const short = starts.follow((from) =>
            ends.holds((until) => until.getTime() - from.getTime() <= 180 * DAY_MS),
          );
          return short.and(ends.atLeast(daysBefore(facts.now, 0)));
        });
        const some = secrets.list().holds((all) => all.length > 0);
        return observedWhere(some, resource, truth, {
          observed: secrets.list().say((all) => `${all.length} secrets, ${truth.say(SECRETS)}`),
          wanted: "secrets of 180 days at most, none expired",
          otherwise: "no secrets",
        });
      }),
  },
];

const SECRETS = { yes: "all short and valid", no: "some too long or expired", unknown: "some without dates" };
