import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Judged } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import { settingsOf } from "../settings.ts";
import { notSet } from "./not-set.ts";

const steps = ["change-tickets"];
type Approval = Data<"jira.change">["approvals"][number];

/** The library speaks of reviews of code and of links to tickets; an approval in Jira is neither, so this serves none. */
export const changesApproved: ConnectorCheck = {
  id: "jira.change.approved",
  version: 1,
  title: "Closed change tickets have an approval by someone other than the implementer",
  severity: "high",
  hint: "Reopen or document the missing approval.",
  serves: [],
  steps: [...steps, "done-statuses"],
  judge(facts) {
    const wanted = "an approval by somebody else before it was done";
    const open = notSet(facts, "changeJql", wanted) ?? noApprovals(facts, wanted);
    if (open) return [open];
    return eachItem<Data<"jira.change">>(facts, "jira.change", wanted, (ticket) => {
      if (!ticket.done) return undefined;
      return approvedBefore(ticket.doneAt, ticket.approvals, ticket.assignee, "nobody is assigned to it");
    });
  },
};

/** Judges approvals of what was done: by somebody other than `one`, and before. */
function approvedBefore(
  doneAt: string | null,
  approvals: readonly Approval[],
  one: string | null,
  nobody: string,
): Judged {
  if (approvals.length === 0) return ["fail", "no approval"];
  if (doneAt === null) return ["unknown", "Jira does not say when it was done"];
  const before = approvals.filter(({ at }) => at < doneAt);
  if (before.length === 0) return ["fail", "approved only after it was done"];
  if (one === null) return ["unknown", nobody];
  const others = before.filter(({ by }) => by !== one);
  return others.length > 0 ? ["pass", "approved by somebody else"] : ["fail", "approved only by the same person"];
}

/** What is done is a matter of the company's own statuses: without them no approval could be seen. */
function noApprovals(facts: CheckFacts, wanted: string): Observation | undefined {
  const { approvalStatuses, serviceDeskApprovals } = settingsOf(facts.settings);
  if (approvalStatuses.length > 0 || serviceDeskApprovals) return undefined;
  const resource = { type: "setting", id: "approvalStatuses", label: "Statuses that mean approved" };
  const observed = 'to check this, name the "Statuses that mean approved" under Manage';
  return { resource, outcome: "not applicable", observed, wanted };
}

export const changeFields: ConnectorCheck = {
  id: "jira.change.fields",
  version: 1,
  title: "Change tickets have risk, plan and rollback filled",
  severity: "low",
  hint: "Complete the missing fields.",
  serves: ["change.ticketed"],
  steps,
  judge(facts) {
    const wanted = "every required field filled";
    const open = notSet(facts, "changeJql", wanted) ?? notSet(facts, "requiredFields", wanted);
    if (open) return [open];
    const { requiredFields } = settingsOf(facts.settings);
    return eachItem<Data<"jira.change">>(facts, "jira.change", wanted, ({ filled }) => {
      const empty = requiredFields.filter((name) => filled[name] === false);
      if (empty.length > 0) return ["fail", `empty: ${empty.join(", ")}`];
      // Collected before the setting named them.
      const unread = requiredFields.filter((name) => filled[name] === undefined);
      return unread.length > 0 ? ["unknown", `not read yet: ${unread.join(", ")}`] : ["pass", "all filled"];
    });
  },
};

export const accessApproved: ConnectorCheck = {
  id: "jira.access.approved",
  version: 1,
  title: "Access requests were approved before they were done",
  severity: "high",
  hint: "Record who approved and when.",
  serves: ["accounts.approved"],
  steps: ["access-requests", "done-statuses"],
  judge(facts) {
    const wanted = "an approval by somebody else before it was done";
    const open = notSet(facts, "accessJql", wanted) ?? noApprovals(facts, wanted);
    if (open) return [open];
    return eachItem<Data<"jira.access_request">>(facts, "jira.access_request", wanted, (ticket) => {
      if (!ticket.done) return undefined;
      return approvedBefore(ticket.doneAt, ticket.approvals, ticket.reporter, "Jira does not say who asked for it");
    });
  },
};
