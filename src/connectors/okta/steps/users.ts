import * as z from "zod";
import type { Json, Step } from "../../connector.ts";
import { linkPages } from "../../link-pages.ts";
import { item } from "../../observe.ts";
import type { User } from "../kinds.ts";
import { dayOf } from "../../day-of.ts";
import { ask } from "../request.ts";

const answered = z.object({
  id: z.string(),
  status: z.string(),
  created: z.string().nullish(),
  lastLogin: z.string().nullish(),
  profile: z.object({ login: z.string() }),
});

// Okta's list leaves out deactivated users, who have to be searched for.
const lists = [
  { name: "current", query: { limit: 200 } },
  { name: "deactivated", query: { limit: 200, search: 'status eq "DEPROVISIONED"' } },
] as const;

const cursor = z.object({ list: z.enum(["current", "deactivated"]), next: z.json().optional() });

/** All users, by login, status and the day on which they last signed in. */
export const users: Step = {
  id: "users",
  title: "Users",
  kinds: ["okta.user"],
  scopes: ["okta.users.read"],
  async *collect(context) {
    const from = context.cursor === undefined ? undefined : cursor.parse(context.cursor);
    const first = from ? lists.findIndex(({ name }) => name === from.list) : 0;
    for (const { name, query } of lists.slice(first)) {
      const start = from?.list === name ? from.next : undefined;
      for await (const page of linkPages(context.http, ask("/api/v1/users", query), answered, start)) {
        for (const row of page.rows) {
          // Whoever was deactivated while the first list was read comes once, with the newer status.
          if ((row.status === "DEPROVISIONED") !== (name === "deactivated")) continue;
          const data: User = {
            login: row.profile.login,
            status: row.status,
            createdOn: dayOf(row.created),
            lastLoginOn: dayOf(row.lastLogin),
          };
          yield item("okta.user", { type: "user", id: row.id, label: row.profile.login }, data, page.answer);
        }
        const rest = checkpointAfter(name, page.next);
        if (rest !== undefined) yield { checkpoint: rest };
      }
    }
  },
};

/** Where to go on: the next page, or the next list. Undefined at the end, where nothing is left. */
function checkpointAfter(list: (typeof lists)[number]["name"], next: Json | undefined): Json | undefined {
  if (next !== undefined) return { list, next };
  return list === "current" ? { list: "deactivated" } : undefined;
}
