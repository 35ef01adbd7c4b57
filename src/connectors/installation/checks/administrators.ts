import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { daysBefore, everyItem, observedRest, observedWhere, observeEach } from "../../facts.ts";

const DAYS = 90;
const resource = { type: "installation", id: "administrators", label: "Platform admins" };

const rest = (facts: CheckFacts, wanted: string) =>
  observedRest(everyItem(facts, "installation.administrator", "administrators"), resource, {
    observed: "not all platform admins are shown",
    wanted,
  });

export const administratorSecondFactor: ConnectorCheck = {
  id: "installation.administrator.second-factor",
  version: 1,
  title: "Every platform admin has a second factor",
  severity: "high",
  hint: "Ask the person to add a second factor, or end their role.",
  answers: [],
  steps: ["administrators"],
  judge(facts) {
    const wanted = "a second factor";
    const each = observeEach(facts, "installation.administrator", ({ resource: subject, data }) =>
      observedWhere(data.at("active").flag().is(true), subject, () => data.at("secondFactor").flag().is(true), {
        observed: () =>
          data
            .at("secondFactor")
            .flag()
            .say((has) => (has ? "has a second factor" : "has no second factor")),
        wanted,
        otherwise: "disabled",
      }),
    );
    return [...each, ...rest(facts, wanted)];
  },
};

export const administratorActive: ConnectorCheck = {
  id: "installation.administrator.inactive",
  version: 1,
  title: "No platform admin unused for 90 days",
  severity: "medium",
  hint: "End the role of who no longer runs the installation.",
  answers: [],
  steps: ["administrators"],
  judge(facts) {
    const wanted = `a sign-in within ${DAYS} days`;
    const each = observeEach(facts, "installation.administrator", ({ resource: subject, data }) => {
      const last = () => data.at("lastSignInOn").orNone().instant();
      return observedWhere(
        data.at("active").flag().is(true),
        subject,
        () => last().atLeast(daysBefore(facts.now, DAYS), false),
        {
          observed: () => last().say((at) => `last signed in on ${at.toISOString().slice(0, 10)}`, "never signed in"),
          wanted,
          otherwise: "disabled",
        },
      );
    });
    return [...each, ...rest(facts, wanted)];
  },
};
