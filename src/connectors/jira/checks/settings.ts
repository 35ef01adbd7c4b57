import type { ConnectorCheck } from "../../check.ts";
import { allOf, eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

export const notAnonymous: ConnectorCheck = {
  id: "jira.project.anonymous",
  version: 1,
  title: "No project can be browsed anonymously",
  severity: "high",
  hint: "Remove the public grant.",
  serves: ["confidentiality.external-sharing"],
  steps: ["permission-schemes"],
  judge: (facts) =>
    eachItem<Data<"jira.permission_scheme">>(
      facts,
      "jira.permission_scheme",
      "no right to browse for anyone",
      ({ anonymous, usedBy }) => {
        if (!anonymous) return ["pass", "nobody may browse without signing in"];
        if (usedBy.length === 0) return ["pass", "open to anyone, and no project uses it"];
        const more = usedBy.length > 3 ? ` and ${usedBy.length - 3} more` : "";
        return ["fail", `anyone may browse ${usedBy.slice(0, 3).join(", ")}${more}`];
      },
    ),
};

const MOST = 5;

/** Few is not the same as listed by name, which is what the library asks: this serves none. */
export const administratorCount: ConnectorCheck = {
  id: "jira.admin.count",
  version: 1,
  title: "Jira administrators are few and current",
  severity: "medium",
  hint: "Remove people who do not administer Jira.",
  serves: [],
  steps: ["administrators"],
  judge(facts) {
    const resource = { type: "group", id: "administrators", label: "Jira administrators" };
    const wanted = `1 to ${MOST} active administrators`;
    const active = allOf<Data<"jira.administrator">>(facts, "jira.administrator").filter((one) => one.active).length;
    // Somebody always administers Jira: nobody to be seen is not nobody.
    if (active === 0) return [{ resource, outcome: "unknown", observed: "no administrator could be seen", wanted }];
    const outcome = active <= MOST ? "pass" : "fail";
    return [{ resource, outcome, observed: `${active} active administrator${active === 1 ? "" : "s"}`, wanted }];
  },
};

export const auditFlowing: ConnectorCheck = {
  id: "jira.audit.flowing",
  version: 1,
  title: "Audit records arrive",
  severity: "low",
  hint: "Check the connection keeps the audit permission.",
  serves: ["logging.identity-collected"],
  steps: ["audit-log"],
  judge: (facts) =>
    eachItem<Data<"jira.audit_log">>(
      facts,
      "jira.audit_log",
      "a record in the last seven days",
      ({ records, newestOn }) => {
        if (!records) return ["fail", "no record in the last seven days"];
        return newestOn === null
          ? ["unknown", "its newest record has no date"]
          : ["pass", `newest record of ${newestOn}`];
      },
    ),
};
