import * as z from "zod";
import type { Step, StepContext } from "../../connector.ts";
import { linkPages, linkedRows } from "../../link-pages.ts";
import { item, unreadable } from "../../observe.ts";
import type { App, GoneAssignment } from "../kinds.ts";
import { ask } from "../request.ts";
import type { KnownUser } from "./known-users.ts";
import { after, isGone, knownUsers } from "./known-users.ts";

const app = z.object({ id: z.string(), label: z.string() });
const assignment = z.object({ id: z.string(), status: z.string() });

/** Applications in use with the number of their people, and by name only those who should be gone. */
export const assignments: Step = {
  id: "assignments",
  title: "Application assignments",
  kinds: ["okta.app", "okta.gone-assignment"],
  scopes: ["okta.apps.read"],
  // All assignments of all applications, of which there may be many.
  everyHours: 6,
  async *collect(context) {
    const gone = new Map(
      knownUsers(context.items)
        .filter(isGone)
        .map((user) => [user.id, user]),
    );
    const apps = await linkedRows(context.http, ask("/api/v1/apps", { filter: 'status eq "ACTIVE"', limit: 200 }), app);
    for (const entry of after(context.cursor, apps)) {
      yield* inApp(context, entry, gone);
      yield { checkpoint: entry.id };
    }
  },
};

async function* inApp(
  { http, now }: StepContext,
  { id, label }: z.infer<typeof app>,
  gone: ReadonlyMap<string, KnownUser>,
) {
  const subject = { type: "app", id, label };
  let assigned = 0;
  let at = now().toISOString();
  try {
    for await (const page of linkPages(http, ask(`/api/v1/apps/${id}/users`, { limit: 500 }), assignment)) {
      assigned += page.rows.length;
      at = page.answer.at;
      for (const row of page.rows) {
        const user = gone.get(row.id);
        if (!user) continue;
        const data: GoneAssignment = {
          login: user.login,
          userStatus: user.status,
          app: label,
          status: row.status,
        };
        const who = { type: "assignment", id: `${id}/${row.id}`, label: `${user.login} in ${label}` };
        yield item("okta.gone-assignment", who, data, page.answer);
      }
    }
    yield item("okta.app", subject, { label, assigned } satisfies App, { at });
  } catch (error) {
    yield unreadable("okta.app", subject, error, at);
  }
}
