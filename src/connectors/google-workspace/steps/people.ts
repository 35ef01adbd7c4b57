import type { Step } from "../../connector.ts";
import { fieldsOf, flagOf, textOf } from "../../json-fields.ts";
import { dayOf } from "../../day-of.ts";
import { item, pagesOf } from "../google.ts";

const FIELDS = "id,primaryEmail,isAdmin,suspended,archived,isEnrolledIn2Sv,isEnforcedIn2Sv,creationTime,lastLoginTime";

const FLAGS = ["isAdmin", "suspended", "archived", "isEnrolledIn2Sv", "isEnforcedIn2Sv"] as const;

export const users: Step = {
  id: "users",
  title: "Accounts and second factors",
  kinds: ["gws.user"],
  scopes: ["https://www.googleapis.com/auth/admin.directory.user.readonly"],
  async *collect({ http, cursor }) {
    const query = { customer: "my_customer", maxResults: 500, fields: `nextPageToken,users(${FIELDS})` };
    const request = { endpoint: "admin", path: "/admin/directory/v1/users", query };
    for await (const { objects, answer, next } of pagesOf(http, request, "users", cursor)) {
      for (const user of objects) {
        const flags = FLAGS.filter((name) => flagOf(user[name]) !== undefined);
        yield item(
          "gws.user",
          { type: "user", id: textOf(user["id"]), label: textOf(user["primaryEmail"]) },
          {
            ...Object.fromEntries(flags.map((name) => [name, flagOf(user[name])])),
            createdOn: dayOf(user["creationTime"]),
            ...(user["lastLoginTime"] !== undefined && { lastLoginOn: dayOf(user["lastLoginTime"]) }),
          },
          answer.at,
        );
      }
      if (next !== undefined) yield { checkpoint: next };
    }
  },
};

export const roleAssignments: Step = {
  id: "administrator-roles",
  title: "Administrator roles",
  kinds: ["gws.role_assignment"],
  scopes: ["https://www.googleapis.com/auth/admin.directory.rolemanagement.readonly"],
  async *collect({ http, cursor }) {
    const path = "/admin/directory/v1/customer/my_customer/roleassignments";
    for await (const { objects, answer, next } of pagesOf(
      http,
      { endpoint: "admin", path, query: { maxResults: 200 } },
      "items",
      cursor,
    )) {
      for (const object of objects) {
        const id = textOf(object["roleAssignmentId"]);
        yield item(
          "gws.role_assignment",
          { type: "role assignment", id, label: id },
          {
            assignedTo: textOf(object["assignedTo"]),
            ...(typeof object["assigneeType"] === "string" && { assigneeType: object["assigneeType"] }),
            roleId: textOf(object["roleId"]),
          },
          answer.at,
        );
      }
      if (next !== undefined) yield { checkpoint: next };
    }
  },
};

const DAY_MS = 24 * 60 * 60 * 1_000;
/** As long as Google keeps the record of what was let in. */
const KEPT_DAYS = 180;

/** From the audit log, because the list of tokens needs a scope that can also delete them. */
export const appGrants: Step = {
  id: "app-grants",
  title: "Apps that people let in",
  kinds: ["gws.app_grant"],
  scopes: ["https://www.googleapis.com/auth/admin.reports.audit.readonly"],
  everyHours: 24,
  async *collect({ http, now }) {
    const startTime = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString();
    const path = "/admin/reports/v1/activity/users/all/applications/token";
    const query = {
      startTime,
      maxResults: 1_000,
      fields: "nextPageToken,items(actor(profileId),events(name,parameters))",
    };
    const apps = new Map<string, { label: string; people: Set<string>; scopes: Set<string>; at: string }>();
    const ended = new Set<string>();
    // Newest first: what was revoked is met before it was granted.
    for await (const { objects, answer } of pagesOf(http, { endpoint: "admin", path, query }, "items", undefined)) {
      for (const activity of objects) {
        const person = textOf(fieldsOf(activity["actor"])["profileId"]);
        for (const event of eventsOf(activity)) {
          if (ended.has(`${person} ${event.clientId}`)) continue;
          if (event.name === "revoke") ended.add(`${person} ${event.clientId}`);
          if (event.name !== "authorize") continue;
          const known = apps.get(event.clientId) ?? {
            label: event.app,
            people: new Set(),
            scopes: new Set(),
            at: answer.at,
          };
          known.people.add(person);
          for (const scope of event.scopes) known.scopes.add(scope);
          apps.set(event.clientId, known);
        }
      }
    }
    for (const [clientId, { label, people, scopes, at }] of apps)
      yield item(
        "gws.app_grant",
        { type: "app", id: clientId, label: label || clientId },
        { clientId, people: people.size, scopes: [...scopes].toSorted() },
        at,
      );
  },
};

function eventsOf(activity: ReturnType<typeof fieldsOf>) {
  const events = Array.isArray(activity["events"]) ? activity["events"].map(fieldsOf) : [];
  return events.map((event) => {
    const parameters = Array.isArray(event["parameters"]) ? event["parameters"].map(fieldsOf) : [];
    const find = (name: string) => parameters.find((parameter) => parameter["name"] === name);
    const scopes = find("scope")?.["multiValue"];
    return {
      name: textOf(event["name"]),
      clientId: textOf(find("client_id")?.["value"]),
      app: textOf(find("app_name")?.["value"]),
      scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
    };
  });
}
