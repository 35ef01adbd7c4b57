import * as z from "zod";
import type { Json, Step, StepContext } from "../../connector.ts";
import { allOf } from "../../all-of.ts";
import { CursorRefused, RequestFailed } from "../../http.ts";
import { linkPages } from "../../link-pages.ts";
import { item } from "../../observe.ts";
import type { Member, Organization } from "../kinds.ts";
import { ask } from "../request.ts";

const person = z.object({ id: z.number().int(), login: z.string() });
const roles = ["admin", "member", "outside collaborator"] as const;
type Role = (typeof roles)[number];
const cursor = z.object({ role: z.enum(roles), next: z.json().optional() });

/** Members with their role, people outside who work in repositories, and whether each has a second factor. */
export const members: Step = {
  id: "members",
  title: "Members",
  kinds: ["github.member"],
  scopes: ["members:read"],
  async *collect(context) {
    const from = context.cursor === undefined ? undefined : cursor.parse(context.cursor);
    for (const role of roles.slice(from ? roles.indexOf(from.role) : 0)) {
      const start = from?.role === role ? from.next : undefined;
      const path = pathOf(context, role);
      const without = await withoutTwoFactor(context, path);
      const query = role === "outside collaborator" ? { per_page: 100 } : { role, per_page: 100 };
      for await (const page of linkPages(context.http, ask(path, query), person, start)) {
        for (const { id, login } of page.rows) {
          const data: Member = { login, role, twoFactor: without ? !without.has(id) : null };
          const type = role === "outside collaborator" ? role : "member";
          yield item("github.member", { type, id: String(id), label: login }, data, page.answer);
        }
        const rest = checkpointAfter(role, page.next);
        if (rest !== undefined) yield { checkpoint: rest };
      }
    }
  },
};

function pathOf({ account }: StepContext, role: Role): string {
  const list = role === "outside collaborator" ? "outside_collaborators" : "members";
  return `/orgs/${account.facts["organization"]}/${list}`;
}

/** Where to go on: the next page, or the first one of the next role. Undefined at the end, where nothing is left. */
function checkpointAfter(role: Role, next: Json | undefined): Json | undefined {
  if (next !== undefined) return { role, next };
  const after = roles[roles.indexOf(role) + 1];
  return after && { role: after };
}

/**
 * Ids of people on a list without a second factor. Undefined where GitHub does not tell: to those who are no owner, and where the
 * answer contradicts the organization's own rule, which keeps nobody without one.
 */
async function withoutTwoFactor({ http, items }: StepContext, path: string): Promise<ReadonlySet<number> | undefined> {
  const ids = new Set<number>();
  try {
    for await (const page of linkPages(http, ask(path, { filter: "2fa_disabled", per_page: 100 }), person))
      for (const { id } of page.rows) ids.add(id);
  } catch (error) {
    if (!(error instanceof RequestFailed) || error instanceof CursorRefused) throw error;
    if (error.kind === "denied" || error.status === 422) return undefined;
    throw error;
  }
  const [rule] = allOf<Organization>({ items }, "github.organization");
  return rule?.twoFactorRequired && ids.size > 0 ? undefined : ids;
}
