import type { Step } from "../../connector.ts";
import { fieldsOf, textOf } from "../../json-fields.ts";
import { isFilled } from "../filled.ts";
import { historyOf } from "../history.ts";
import { instantOf, needed, personOf } from "../request.ts";
import { settingsOf } from "../company-settings.ts";
import { ended, ticketStep } from "../tickets.ts";
import type { Ticket } from "../tickets.ts";

const search = ["read:issue-details:jira", "read:audit-log:jira", "read:avatar:jira", "read:field-configuration:jira"];
const scopes = [...search, "read:issue-meta:jira"];
const withHistory = [...scopes, "read:issue.changelog:jira"];
const open = { doneAt: null, approvals: [], held: [] };

/** One request for each ticket that is done: not every hour. */
export const changes: Step = ticketStep({
  id: "change-tickets",
  title: "Change tickets",
  kind: "jira.change",
  jql: "changeJql",
  scopes: withHistory,
  everyHours: 6,
  fields: ({ requiredFields }) => ["assignee", "reporter", "resolutiondate", ...requiredFields],
  async read(ticket, context) {
    const history = ticket.done ? await historyOf(context, ticket) : open;
    const { requiredFields } = settingsOf(context.settings);
    const filled = requiredFields.map((name) => [name, isFilled(ticket.fields[name])] as const);
    return {
      done: ticket.done,
      doneAt: history.doneAt,
      approvals: [...history.approvals],
      held: [...history.held],
      assignee: personOf(ticket.fields["assignee"]),
      reporter: personOf(ticket.fields["reporter"]),
      filled: Object.fromEntries(filled),
    };
  },
});

export const accessRequests: Step = ticketStep({
  id: "access-requests",
  title: "Access requests",
  kind: "jira.access_request",
  jql: "accessJql",
  scopes: withHistory,
  everyHours: 6,
  fields: () => ["reporter", "assignee", "resolutiondate"],
  async read(ticket, context) {
    const history = ticket.done ? await historyOf(context, ticket) : open;
    return {
      done: ticket.done,
      doneAt: history.doneAt,
      approvals: [...history.approvals],
      held: [...history.held],
      reporter: personOf(ticket.fields["reporter"]),
      assignee: personOf(ticket.fields["assignee"]),
    };
  },
});

export const leavers: Step = ticketStep({
  id: "leaver-tickets",
  title: "Leaver tickets",
  kind: "jira.leaver",
  jql: "leaverJql",
  scopes,
  fields: () => ["created", "resolutiondate"],
  read: (ticket) => ({ ...ended(ticket), createdAt: createdAt(ticket) }),
});

export const vulnerabilities: Step = ticketStep({
  id: "vulnerability-tickets",
  title: "Vulnerability tickets",
  kind: "jira.vulnerability",
  jql: "vulnerabilityJql",
  scopes,
  everyHours: 6,
  fields: () => ["created", "resolutiondate", "priority"],
  read: (ticket) => ({
    ...ended(ticket),
    createdAt: createdAt(ticket),
    priority: textOf(fieldsOf(ticket.fields["priority"])["name"]) || null,
  }),
});

function createdAt({ fields }: Ticket): string {
  return instantOf(needed(fields, "created", "ticket")) ?? needed({}, "created", "ticket");
}
