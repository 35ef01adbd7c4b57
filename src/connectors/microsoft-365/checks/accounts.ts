import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { daysSince, eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

function unused(facts: CheckFacts, guests: boolean): Observation[] {
  const { inactiveDays = 90, breakGlass = [] } = facts.settings as { inactiveDays?: number; breakGlass?: string[] };
  const kept = new Set(breakGlass.map((name) => name.toLowerCase()));
  return eachItem<Data<"ms.user">>(
    facts,
    "ms.user",
    `signed in within ${inactiveDays} days, or disabled`,
    (user, { subject }) => {
      if ((user.userType === "Guest") !== guests || kept.has(subject.label.toLowerCase())) return undefined;
      if (!user.accountEnabled) return [true, "disabled"];
      if (user.lastSignInOn === undefined) return [undefined, "the last sign-in is not shown (Entra ID P1)"];
      const since = user.lastSignInOn ?? user.createdOn;
      if (since === null) return [undefined, "neither sign-in nor creation is dated"];
      const days = daysSince(since, facts.now);
      return [
        days <= inactiveDays,
        user.lastSignInOn ? `last signed in ${days} days ago` : `never signed in since ${since}`,
      ];
    },
  );
}

/** Accounts that nobody uses, secrets that live too long, and users at risk. */
export const accounts: readonly ConnectorCheck[] = [
  {
    id: "ms.user.inactive",
    version: 1,
    title: "No enabled account unused for 90 days",
    severity: "medium",
    hint: "Disable the account or record why it stays.",
    serves: ["accounts.inactive-disabled"],
    steps: ["users"],
    judge: (facts) => unused(facts, false),
  },
  {
    id: "ms.guest.inactive",
    version: 1,
    title: "No guest unused for 90 days",
    severity: "low",
    hint: "Remove the guest.",
    serves: ["accounts.inactive-disabled"],
    steps: ["users"],
    judge: (facts) => unused(facts, true),
  },
  {
    id: "ms.app.secret-expiry",
    version: 1,
    title: "App secrets live at most 180 days and none is expired in use",
    severity: "medium",
    hint: "Replace secrets with certificates or federated credentials.",
    serves: ["config.baseline"],
    steps: ["applications"],
    judge: (facts) =>
      eachItem<Data<"ms.application">>(
        facts,
        "ms.application",
        "secrets of 180 days at most, none expired",
        ({ secrets }) => {
          if (secrets.length === 0) return undefined;
          if (secrets.some(({ startsOn, endsOn }) => startsOn === null || endsOn === null))
            return [undefined, "a secret has no dates"];
          const long = secrets.filter(
            ({ startsOn, endsOn }) => Date.parse(endsOn!) - Date.parse(startsOn!) > 180 * DAY_MS,
          );
          const expired = secrets.filter(({ endsOn }) => daysSince(endsOn!, facts.now) > 0);
          return [
            long.length + expired.length === 0,
            `${secrets.length} secrets, ${long.length} longer, ${expired.length} expired`,
          ];
        },
      ),
  },
];
