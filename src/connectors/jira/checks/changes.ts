import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";
import { settingsOf } from "../company-settings.ts";
import { notSet } from "./not-set.ts";

const wanted = "an approval by somebody else before it was done";

/** A check of tickets that are done: somebody other than the person in `field` approved each before. */
function approvalCheck(
  named: Pick<ConnectorCheck, "id" | "title" | "hint" | "steps" | "answers">,
  from: { readonly kind: string; readonly jql: "changeJql" | "accessJql"; readonly field: string },
): ConnectorCheck {
  return {
    ...named,
    version: 2,
    severity: "high",
    judge(facts) {
      const open = notSet(facts, from.jql, wanted) ?? noApprovals(facts);
      // What nobody set up is not decided: it does not say that there are no such tickets.
      if (open) return [{ ...open, outcome: "unknown" }];
      return observeEach(facts, from.kind, ({ resource, data }) => {
        const truth = () => approvedBefore(data, from.field);
        return observedWhere(data.at("done").flag().is(true), resource, truth, {
          observed: () => approvalWords(data, truth()),
          wanted,
          otherwise: "not done yet",
        });
      });
    },
  };
}

function approvedBefore(ticket: Reading, field: string): Truth {
  return ticket.at("approvals").some((approval) =>
    Truth.all([
      ticket
        .at("doneAt")
        .instant()
        .follow((done) =>
          approval
            .at("at")
            .instant()
            .holds((at) => at < done),
        ),
      ticket
        .at(field)
        .text()
        .follow((person) => approval.at("by").text().is(person).not()),
    ]),
  );
}

function approvalWords(ticket: Reading, truth: Truth): string {
  const no = ticket
    .at("approvals")
    .list()
    .say((all) => (all.length === 0 ? "no approval" : "approved by the same person, or only after it was done"));
  return truth.say({ yes: "approved by somebody else", no, unknown: "Jira does not say when it was done, or by whom" });
}

/** What is done is a matter of the company's own statuses: without them no approval could be seen. */
function noApprovals(facts: CheckFacts): Observation | undefined {
  const { approvalStatuses, serviceDeskApprovals } = settingsOf(facts.settings);
  if (approvalStatuses.length > 0 || serviceDeskApprovals) return undefined;
  const resource = { type: "setting", id: "approvalStatuses", label: "Statuses that mean approved" };
  const said = 'to check this, name the "Statuses that mean approved" under Manage';
  return { resource, outcome: "not applicable", observed: said, wanted };
}

export const changesApproved = approvalCheck(
  {
    id: "jira.change.approved",
    title: "Closed change tickets have an approval by someone other than the implementer",
    hint: "Reopen or document the missing approval.",
    answers: ["change.ticketed/approvals"],
    steps: ["change-tickets", "done-statuses"],
  },
  { kind: "jira.change", jql: "changeJql", field: "assignee" },
);

export const accessApproved = approvalCheck(
  {
    id: "jira.access.approved",
    title: "Access requests were approved before they were done",
    hint: "Record who approved and when.",
    answers: ["accounts.approved/requests"],
    steps: ["access-requests", "done-statuses"],
  },
  { kind: "jira.access_request", jql: "accessJql", field: "reporter" },
);

export const changeFields: ConnectorCheck = {
  id: "jira.change.fields",
  version: 2,
  title: "Change tickets have risk, plan and rollback filled",
  severity: "low",
  hint: "Complete the missing fields.",
  // The library asks that changes link to a ticket, which the fields of a ticket do not say.
  answers: [],
  steps: ["change-tickets"],
  judge(facts) {
    const filledWanted = "every required field filled";
    const open = notSet(facts, "changeJql", filledWanted) ?? notSet(facts, "requiredFields", filledWanted);
    if (open) return [open];
    const { requiredFields } = settingsOf(facts.settings);
    return observeEach(facts, "jira.change", ({ resource, data }) => {
      const filled = (name: string) => data.at("filled", name).flag().is(true);
      const truth = Truth.all(requiredFields.map(filled));
      const empty = requiredFields.flatMap((name) =>
        filled(name).say({ yes: [], no: [name], unknown: [] as string[] }),
      );
      return observed(resource, truth, {
        observed: truth.say({
          yes: "all filled",
          no: `empty: ${empty.join(", ")}`,
          unknown: "not every field was read yet",
        }),
        wanted: filledWanted,
      });
    });
  },
};
