import * as z from "zod";
import type { Step } from "../../connector.ts";
import { linkPages, linkedRows } from "../../link-pages.ts";
import { item, unreadable } from "../../observe.ts";
import type { Collaborator } from "../kinds.ts";
import { ask, ofRepository } from "../request.ts";
import { after, readRepositories } from "./readable.ts";

const person = z.object({ id: z.number().int(), login: z.string() });
const collaborator = person.extend({
  role_name: z.string(),
  permissions: z.object({ push: z.boolean() }).optional(),
});

/** What people outside the organization may do in private repositories. Where there is nobody, no repository is asked. */
export const collaborators: Step = {
  id: "collaborators",
  title: "Outside collaborators",
  kinds: ["github.collaborator"],
  scopes: ["members:read", "metadata:read"],
  async *collect({ http, account, items, cursor }) {
    const path = `/orgs/${account.facts["organization"]}/outside_collaborators`;
    const outside = await linkedRows(http, ask(path, { per_page: 100 }), person);
    if (outside.length === 0) return;
    for (const { id, name, seenAt } of after(cursor, readRepositories(items)).filter((item) => item.private)) {
      const request = ask(ofRepository(name, "/collaborators"), { affiliation: "outside", per_page: 100 });
      try {
        for await (const page of linkPages(http, request, collaborator)) {
          for (const row of page.rows) {
            const data: Collaborator = {
              login: row.login,
              repository: name,
              role: row.role_name,
              // Where GitHub leaves the rights out, the role says the same.
              canWrite: row.permissions?.push ?? !["read", "triage"].includes(row.role_name),
            };
            const subject = { type: "collaborator", id: `${row.id}@${id}`, label: `${row.login} in ${name}` };
            yield item("github.collaborator", subject, data, page.answer);
          }
        }
      } catch (error) {
        const subject = { type: "repository", id, label: name };
        yield unreadable("github.collaborator", subject, error, seenAt);
      }
      yield { checkpoint: id };
    }
  },
};
