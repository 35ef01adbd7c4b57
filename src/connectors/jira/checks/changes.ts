import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";
import { whoSet } from "../../who-set.ts";
import { settingsOf } from "../company-settings.ts";
import { isPlainJql } from "../plain-jql.ts";
import { notSet } from "./not-set.ts";

/** How far back tickets are read at least, in days: over a week alone, what was not approved is soon out of sight. */
const LEAST_DAYS = 90;
const wanted = "an approval by somebody else before it was done";

/** A check of tickets that are done: somebody other than the person in `field` approved each before. */
function approvalCheck(
  named: Pick<ConnectorCheck, "id" | "title" | "hint" | "steps" | "answers">,
  from: { readonly kind: string; readonly jql: "changeJql" | "accessJql"; readonly isOwn: IsOwn },
): ConnectorCheck {
  return {
    ...named,
    version: 3,
    severity: "high",
    restsOn: (facts) => populationWords(facts, from.jql),
    judge(facts) {
      const open = notSet(facts, from.jql, wanted) ?? picked(facts, from.jql) ?? noApprovals(facts);
      // What nobody set up is not decided: it does not say that there are no such tickets.
      if (open) return [{ ...open, outcome: "unknown" }];
      const seen = observeEach(facts, from.kind, ({ resource, data }) => {
        const truth = () => approvedBefore(data, from.isOwn);
        return observedWhere(data.at("done").flag().is(true), resource, truth, {
          observed: () => approvalWords(data, truth()),
          wanted,
          otherwise: "not done yet",
        });
      });
      // Projects without such tickets prove nothing, and would let a check be left out of its control.
      return seen.some(({ outcome }) => outcome !== "not applicable") ? seen : [noneDone(facts, from.jql)];
    },
  };
}

/** That no ticket of a JQL is done: it is not known whether such tickets are approved. */
function noneDone(facts: CheckFacts, name: "changeJql" | "accessJql"): Observation {
  const { days } = settingsOf(facts.settings);
  const resource = { type: "setting", id: name, label: "JQL" };
  const observed = `no ticket that is done was touched in the last ${days} days; under Manage, name projects and types that have some`;
  return { resource, outcome: "unknown", observed, wanted };
}

/** Whether a person, by their account id, is one of those who may not approve a ticket. */
type IsOwn = (ticket: Reading, by: Reading) => Truth;

/** Whether a person was its assignee or reporter at some time before it was done: who gives a ticket away approves it no more than who keeps it. */
const hasHeld = (ticket: Reading, by: Reading): Truth =>
  ticket.at("held").some((holder) => holder.text().follow((person) => by.text().is(person)));

const isOf = (ticket: Reading, field: string, by: Reading): Truth =>
  ticket
    .at(field)
    .text()
    .follow((person) => by.text().is(person));

function approvedBefore(ticket: Reading, isOwn: IsOwn): Truth {
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
      isOwn(ticket, approval.at("by")).not(),
    ]),
  );
}

function approvalWords(ticket: Reading, truth: Truth): string {
  const no = ticket
    .at("approvals")
    .list()
    .say((all) =>
      all.length === 0 ? "no approval" : "approved by who was its reporter or assignee, or only after it was done",
    );
  return truth.say({ yes: "approved by somebody else", no, unknown: "Jira does not say when it was done, or by whom" });
}

/** Tickets that are picked by more than what they are decide nothing: those that fail may be left out. */
function picked(facts: CheckFacts, name: "changeJql" | "accessJql"): Observation | undefined {
  const { [name]: jql, days } = settingsOf(facts.settings);
  const resource = { type: "setting", id: name, label: "JQL" };
  if (days < LEAST_DAYS) {
    const observed = `reads tickets of the last ${days} days alone; under Manage, look back at least ${LEAST_DAYS} days`;
    return { resource, outcome: "not applicable", observed, wanted };
  }
  if (isPlainJql(jql)) return undefined;
  const observed =
    'its JQL may leave single tickets out; under Manage, name projects and types alone, by "=", "in", "and" and "or"';
  return { resource, outcome: "not applicable", observed, wanted };
}

/** Which tickets were asked, what counts as an approval, and who said so when: the company's own words. */
function populationWords(facts: CheckFacts, name: "changeJql" | "accessJql"): string {
  const { [name]: jql, approvalStatuses, serviceDeskApprovals, days } = settingsOf(facts.settings);
  if (jql.trim() === "") return "";
  const ways = [
    ...(approvalStatuses.length > 0
      ? [`a move to ${approvalStatuses.join(" or ")}${whoSet(facts, "approvalStatuses")}`]
      : []),
    ...(serviceDeskApprovals ? [`an approval of Jira Service Management${whoSet(facts, "serviceDeskApprovals")}`] : []),
  ];
  return `Tickets of the last ${days} days by the JQL ${jql.trim()}${whoSet(facts, name)}${ways.length > 0 ? `, approved by ${ways.join(" or by ")}` : ""}.`;
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
  {
    kind: "jira.change",
    jql: "changeJql",
    isOwn: (ticket, by) =>
      isOf(ticket, "assignee", by)
        .or(isOf(ticket, "reporter", by))
        .or(hasHeld(ticket, by)),
  },
);

export const accessApproved = approvalCheck(
  {
    id: "jira.access.approved",
    title: "Access requests were approved before they were done",
    hint: "Record who approved and when.",
    answers: ["accounts.approved/requests"],
    steps: ["access-requests", "done-statuses"],
  },
  {
    kind: "jira.access_request",
    jql: "accessJql",
    // A request that nobody was given has no assignee.
    isOwn: (ticket, by) =>
      isOf(ticket, "reporter", by).or(
        ticket
          .at("assignee")
          .orNone()
          .text()
          .follow((person) => by.text().is(person), false)
          .or(hasHeld(ticket, by)),
      ),
  },
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
