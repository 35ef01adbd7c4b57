import * as z from "zod";
import type { Step } from "../../connector.ts";
import { linkedRows, parseAs } from "../../link-pages.ts";
import { item, unreadable } from "../../observe.ts";
import { byNextUrl, listAt, pages } from "../../paging.ts";
import type { Admin } from "../kinds.ts";
import { ask } from "../request.ts";
import { knownUsers } from "./known-users.ts";

const assignee = z.array(z.object({ id: z.string() }));
const role = z.object({ type: z.string(), assignmentType: z.string().nullish(), status: z.string().nullish() });

/** Everybody who holds an admin role, by their own name or through a group. */
export const admins: Step = {
  id: "admins",
  title: "Administrators",
  kinds: ["okta.admin"],
  scopes: ["okta.roles.read"],
  async *collect({ http, items }) {
    const logins = new Map(knownUsers(items).map((user) => [user.id, user.login]));
    const list = ask("/api/v1/iam/assignees/users", { limit: 100 });
    for await (const { answer } of pages(http, list, byNextUrl("_links", "next", "href"))) {
      for (const { id } of parseAs(assignee, listAt(answer, "value"), list.path)) {
        const subject = { type: "user", id, label: logins.get(id) ?? id };
        try {
          const roles = await linkedRows(http, ask(`/api/v1/users/${id}/roles`), role);
          const data: Admin = {
            userId: id,
            roles: roles
              .filter((role) => role.status !== "INACTIVE")
              .map((role) => ({ type: role.type, via: role.assignmentType ?? "USER" })),
          };
          yield item("okta.admin", subject, data, answer);
        } catch (error) {
          yield unreadable("okta.admin", subject, error, answer.at);
        }
      }
    }
  },
};
