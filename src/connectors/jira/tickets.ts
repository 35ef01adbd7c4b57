import type { Checkpoint, EvidenceItem, Step, StepContext } from "../connector.ts";
import type { HttpAnswer } from "../http.ts";
import { RequestFailed } from "../http.ts";
import type { Fields } from "../json-fields.ts";
import { fieldsOf } from "../json-fields.ts";
import { byToken, listAt, pages } from "../paging.ts";
import type { Data, Kind } from "./kinds.ts";
import { instantOf, needed, toJira } from "./request.ts";
import type { JiraSettings } from "./company-settings.ts";
import { settingsOf } from "./company-settings.ts";

/** One ticket of an answer. */
export interface Ticket {
  readonly id: string;
  readonly key: string;
  readonly fields: Fields;
  /** Whether its status is of the category Done. */
  readonly done: boolean;
  readonly answer: HttpAnswer;
}

type JqlSetting = "changeJql" | "accessJql" | "leaverJql" | "vulnerabilityJql";

/** What a step over one sort of tickets is made of. */
export interface TicketStep<K extends Kind> extends Pick<Step, "id" | "title" | "scopes" | "everyHours"> {
  readonly kind: K;
  readonly jql: JqlSetting;
  /** Fields of Jira that are asked for, and none besides. */
  readonly fields: (settings: JiraSettings) => readonly string[];
  readonly read: (ticket: Ticket, context: StepContext) => Promise<Data<K>> | Data<K>;
}

// Jira's search may lag behind; what was touched at the edge of the window must not fall between two runs.
const OVERLAP_MINUTES = 10;

/** A step that reads the tickets of one JQL; none where that was not set. */
export function ticketStep<K extends Kind>(of: TicketStep<K>): Step {
  return {
    id: of.id,
    title: of.title,
    kinds: [of.kind],
    scopes: of.scopes,
    ...(of.everyHours === undefined ? {} : { everyHours: of.everyHours }),
    async *collect(context): AsyncGenerator<EvidenceItem | Checkpoint> {
      const settings = settingsOf(context.settings);
      const jql = settings[of.jql].trim();
      if (jql === "") return;
      const minutes = settings.days * 24 * 60 + OVERLAP_MINUTES;
      const first = toJira(context, "/rest/api/3/search/jql", {
        jql: `(${jql}) AND updated >= "-${minutes}m" ORDER BY created ASC`,
        fields: ["status", ...of.fields(settings)].join(","),
        maxResults: 100,
      });
      const paging = byToken("nextPageToken", "nextPageToken");
      for await (const { answer, next } of pages(
        context.http,
        {
          ...first,
          accept: [400],
        },
        paging,
        { from: context.cursor },
      )) {
        if (answer.status === 400)
          throw new RequestFailed("unavailable", `Jira does not understand the JQL: ${jql}`, 400);
        for (const issue of listAt(answer, "issues").map(fieldsOf)) {
          const ticket = ticketOf(issue, answer);
          const subject = {
            type: "ticket",
            id: ticket.id,
            label: ticket.key,
          };
          const data = await of.read(ticket, context);
          yield {
            kind: of.kind,
            subject,
            data,
            observedAt: answer.at,
          };
        }
        if (next !== undefined) yield { checkpoint: next };
      }
    },
  };
}

function ticketOf(issue: Fields, answer: HttpAnswer): Ticket {
  const fields = fieldsOf(issue["fields"]);
  const category = fieldsOf(fieldsOf(fields["status"])["statusCategory"]);
  return {
    id: needed(issue, "id", "ticket"),
    key: needed(issue, "key", "ticket"),
    fields,
    done: needed(category, "key", "ticket's status category") === "done",
    answer,
  };
}

/** When a ticket was resolved, as far as its own fields say. */
export function ended({ done, fields }: Ticket): { done: boolean; doneAt: string | null } {
  return { done, doneAt: done ? instantOf(fields["resolutiondate"]) : null };
}
