import { atMostOf, countOf } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { everyItem, observed, observeEach } from "../../facts.ts";

export const notAnonymous: ConnectorCheck = {
  id: "jira.project.anonymous",
  version: 2,
  title: "No project can be browsed anonymously",
  severity: "high",
  hint: "Remove the public grant.",
  // Projects that their teams manage have no scheme: whether these are shared outside is not read.
  answers: [],
  steps: ["permission-schemes"],
  judge: (facts) =>
    observeEach(facts, "jira.permission_scheme", ({ resource, data }) => {
      const anonymous = data.at("anonymous").flag();
      const users = () => data.at("usedBy").list();
      const truth = anonymous.follow((is) => (is ? users().holds((all) => all.length === 0) : anonymous.is(false)));
      const yes = anonymous.is(true).say({
        yes: "open to anyone, and no project uses it",
        no: "nobody may browse without signing in",
        unknown: "",
      });
      return observed(resource, truth, {
        observed: truth.say({ yes, no: "anyone may browse its projects", unknown: "Jira does not show its grants" }),
        wanted: "no right to browse for anyone",
      });
    }),
};

const MOST = 5;

export const administratorCount: ConnectorCheck = {
  id: "jira.admin.count",
  version: 2,
  title: "Jira administrators are few and current",
  severity: "medium",
  hint: "Remove people who do not administer Jira.",
  // Few is not the same as listed by name, which is what the library asks.
  answers: [],
  steps: ["administrators"],
  judge(facts) {
    const resource = { type: "group", id: "administrators", label: "Jira administrators" };
    const isActive = ({ data }: Member) => data.at("active").flag().is(true);
    const all = everyItem(facts, "jira.administrator", "administrators");
    // Somebody always administers Jira: nobody to be seen is not nobody.
    const people = { ...all, whole: all.whole.and(Truth.any(all.members.map(isActive))) };
    const { certain } = countOf(people, isActive);
    const count = `${certain} active administrator${certain === 1 ? "" : "s"}`;
    return [
      observed(resource, atMostOf(people, MOST, isActive), {
        observed: certain === 0 ? "no administrator could be seen" : count,
        wanted: `1 to ${MOST} active administrators`,
      }),
    ];
  },
};

export const auditFlowing: ConnectorCheck = {
  id: "jira.audit.flowing",
  version: 2,
  title: "Audit records arrive",
  severity: "low",
  hint: "Check the connection keeps the audit permission.",
  // Jira's records are of its settings, where the library asks for sign-ins; and that Jira has them shows no log store.
  answers: [],
  steps: ["audit-log"],
  judge: (facts) =>
    observeEach(facts, "jira.audit_log", ({ resource, data }) => {
      const records = data.at("records").flag();
      const newest = () => data.at("newestOn").instant();
      const truth = records.follow((are) => (are ? newest().exists() : records.is(true)));
      return observed(resource, truth, {
        observed: truth.say({
          yes: newest().say((at) => `newest record of ${at.toISOString().slice(0, 10)}`),
          no: "no record in the last seven days",
          unknown: "its newest record has no date",
        }),
        wanted: "a record in the last seven days",
      });
    }),
};
