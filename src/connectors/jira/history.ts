import type { Json, StepContext } from "../connector.ts";
import { fieldsOf, listOf, textOf } from "../json-fields.ts";
import { byOffset, listAt, pages } from "../paging.ts";
import { instantOf, personOf, toJira } from "./request.ts";
import { settingsOf } from "./company-settings.ts";
import type { Ticket } from "./tickets.ts";

/** Who approved a ticket and when, and when it was done for the last time. */
export interface History {
  readonly doneAt: string | null;
  readonly approvals: readonly { readonly by: string; readonly at: string }[];
  /** Who was its assignee or its reporter at some time before it was done, by account id and in order. */
  readonly held: readonly string[];
}

/** A ticket that changes hands, as its changelog has it. */
interface Handing {
  readonly field: string;
  readonly at: string;
  readonly from: string;
  readonly to: string;
}

const byStart = byOffset(
  "startAt",
  (body: Json) => listOf(fieldsOf(body)["values"]),
  (body) => fieldsOf(body)["isLast"] === true,
);

/** Reads the changelog of a ticket that is done, and its approvals at the service desk where they count. */
export async function historyOf(context: StepContext, ticket: Ticket): Promise<History> {
  const { approvalStatuses, serviceDeskApprovals } = settingsOf(context.settings);
  const approving = new Set(approvalStatuses.map((name) => name.toLowerCase()));
  const done = new Set(context.items("jira.done_status").map(({ subject }) => subject.id));
  const approvals: { by: string; at: string }[] = [];
  const handings: Handing[] = [];
  let doneAt: string | null = null;
  const path = `/rest/api/3/issue/${encodeURIComponent(ticket.id)}/changelog`;
  for await (const { answer } of pages(context.http, toJira(context, path, { maxResults: 100 }), byStart))
    for (const change of listAt(answer, "values").map(fieldsOf)) {
      const [at, by] = [instantOf(change["created"]), personOf(change["author"])];
      for (const moved of listOf(change["items"]).map(fieldsOf)) {
        const field = textOf(moved["fieldId"]) || textOf(moved["field"]);
        if (field === "assignee" || field === "reporter")
          handings.push({ field, at: at ?? "", from: textOf(moved["from"]), to: textOf(moved["to"]) });
        if (field !== "status" && textOf(moved["field"]) !== "status") continue;
        if (at && by && approving.has(textOf(moved["toString"]).toLowerCase())) approvals.push({ by, at });
        if (at && done.has(textOf(moved["to"])) && (doneAt === null || at > doneAt)) doneAt = at;
      }
    }
  if (serviceDeskApprovals) approvals.push(...(await deskApprovals(context, ticket)));
  approvals.sort((a, another) => a.at.localeCompare(another.at) || a.by.localeCompare(another.by));
  // Without a move to a status of the category, such as of an imported ticket, its resolution says when.
  const ended = doneAt ?? instantOf(ticket.fields["resolutiondate"]);
  return { doneAt: ended, approvals, held: holdersOf(handings, ended) };
}

/** Whoever gives a ticket away held it, and whoever is given it before it is done holds it then. */
function holdersOf(handings: readonly Handing[], doneAt: string | null): string[] {
  const held = new Set<string>();
  for (const changes of Map.groupBy(handings, ({ field }) => field).values()) {
    let isDone = false;
    for (const { at, from, to } of changes.toSorted((a, another) => a.at.localeCompare(another.at))) {
      if (!isDone) held.add(from);
      isDone ||= doneAt !== null && at > doneAt;
      if (!isDone) held.add(to);
    }
  }
  held.delete("");
  return [...held].toSorted();
}

async function deskApprovals(context: StepContext, { id }: Ticket): Promise<{ by: string; at: string }[]> {
  const found: { by: string; at: string }[] = [];
  const path = `/rest/servicedeskapi/request/${encodeURIComponent(id)}/approval`;
  const paging = byOffset(
    "start",
    (body) => listOf(fieldsOf(body)["values"]),
    (body) => fieldsOf(body)["isLastPage"] === true,
  );
  // 404: a ticket that is no request of a service desk has no approvals there.
  for await (const { answer } of pages(context.http, { ...toJira(context, path), accept: [404] }, paging)) {
    if (answer.status === 404) return found;
    for (const approval of listAt(answer, "values").map(fieldsOf)) {
      if (textOf(approval["finalDecision"]) !== "approved") continue;
      const at = instantOf(fieldsOf(approval["completedDate"])["iso8601"]);
      for (const approver of listOf(approval["approvers"]).map(fieldsOf)) {
        const by = personOf(approver["approver"]);
        if (at && by && textOf(approver["approverDecision"]) === "approved") found.push({ by, at });
      }
    }
  }
  return found;
}
