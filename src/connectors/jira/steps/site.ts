import type { Json, Step, StepContext } from "../../connector.ts";
import { fieldsOf, listOf, textOf } from "../../json-fields.ts";
import { item } from "../../observe.ts";
import { byOffset, listAt, pages } from "../../paging.ts";
import type { Data } from "../kinds.ts";
import { instantOf, needed, toJira } from "../request.ts";
import { settingsOf } from "../company-settings.ts";

/** Lists that Jira pages by the number of rows to skip. */
export const byStart = byOffset(
  "startAt",
  (body: Json) => listOf(fieldsOf(body)["values"]),
  (body) => fieldsOf(body)["isLast"] === true,
);

export const doneStatuses: Step = {
  id: "done-statuses",
  title: "Statuses that mean done",
  kinds: ["jira.done_status"],
  scopes: ["read:workflow:jira"],
  everyHours: 24,
  async *collect(context) {
    const first = toJira(context, "/rest/api/3/statuses/search", { statusCategory: "DONE", maxResults: 200 });
    for await (const { answer } of pages(context.http, first, byStart))
      for (const status of listAt(answer, "values").map(fieldsOf)) {
        if (textOf(status["statusCategory"]) !== "DONE") continue;
        const [id, name] = [needed(status, "id", "status"), needed(status, "name", "status")];
        yield item("jira.done_status", { type: "status", id, label: name }, { name }, answer);
      }
  },
};

export const administrators: Step = {
  id: "administrators",
  title: "Administrators",
  kinds: ["jira.administrator"],
  scopes: ["read:group:jira", "read:user:jira", "read:avatar:jira"],
  async *collect(context) {
    const people = new Map<string, { name: string; data: Data<"jira.administrator">; at: string }>();
    for (const group of await adminGroups(context)) {
      const query = { ...group.query, includeInactiveUsers: true, maxResults: 50 };
      for await (const { answer } of pages(context.http, toJira(context, "/rest/api/3/group/member", query), byStart))
        for (const member of listAt(answer, "values").map(fieldsOf)) {
          // Apps are members as well, and nobody signs in as one.
          if (textOf(member["accountType"]) !== "atlassian") continue;
          const id = needed(member, "accountId", "member");
          const known = people.get(id)?.data.groups ?? [];
          const groups = [...new Set([...known, group.name])].toSorted();
          const data = { active: member["active"] !== false, groups };
          people.set(id, { name: textOf(member["displayName"]) || id, data, at: answer.at });
        }
    }
    for (const [id, { name, data, at }] of people)
      yield item("jira.administrator", { type: "user", id, label: name }, data, { at });
  },
};

/** Groups that the company named, or those whose members Jira itself says may administer. */
async function adminGroups(context: StepContext) {
  const named = settingsOf(context.settings).adminGroups;
  if (named.length > 0) return named.map((name) => ({ name, query: { groupname: name } }));
  const found = new Map<string, string>();
  for (const accessType of ["admin", "site-admin"]) {
    const first = toJira(context, "/rest/api/3/group/bulk", { accessType, maxResults: 50 });
    for await (const { answer } of pages(context.http, first, byStart))
      for (const group of listAt(answer, "values").map(fieldsOf))
        found.set(needed(group, "groupId", "group"), textOf(group["name"]));
  }
  return [...found].map(([groupId, name]) => ({ name: name || groupId, query: { groupId } }));
}

const WINDOW_DAYS = 7;

export const auditLog: Step = {
  id: "audit-log",
  title: "Audit log",
  kinds: ["jira.audit_log"],
  scopes: ["read:audit-log:jira", "read:user:jira"],
  async *collect(context) {
    const since = new Date(context.now().getTime() - WINDOW_DAYS * 24 * 60 * 60 * 1_000);
    const from = `${since.toISOString().slice(0, 10)}T00:00:00.000Z`;
    // The newest comes first; what the records say is not kept.
    const answer = await context.http.send(toJira(context, "/rest/api/3/auditing/record", { from, limit: 1 }));
    const [newest] = listAt(answer, "records").map(fieldsOf);
    const newestOn = instantOf(newest?.["created"])?.slice(0, 10) ?? null;
    const subject = { type: "site", id: context.account.id, label: context.account.label };
    yield item("jira.audit_log", subject, { records: newest !== undefined, newestOn }, answer);
  },
};
