import * as z from "zod";
import type { Json, Step, StepContext } from "../../connector.ts";
import { allOf } from "../../each-item.ts";
import { CursorRefused, RequestFailed } from "../../http.ts";
import { linkPages } from "../../link-pages.ts";
import { item } from "../../observe.ts";
import type { Member, Organization } from "../kinds.ts";
import { ask } from "../request.ts";

const person = z.object({ id: z.number().int(), login: z.string() });
const roles = ["admin", "member"] as const;
const cursor = z.object({ role: z.enum(roles), next: z.json().optional() });

/** Members with their role, and whether each has a second factor. */
export const members: Step = {
  id: "members",
  title: "Members",
  kinds: ["github.member"],
  scopes: ["members:read"],
  async *collect(context) {
    const from = context.cursor === undefined ? undefined : cursor.parse(context.cursor);
    const without = await withoutTwoFactor(context);
    for (const role of roles.slice(from ? roles.indexOf(from.role) : 0)) {
      const start = from?.role === role ? from.next : undefined;
      const path = `/orgs/${context.account.facts["organization"]}/members`;
      for await (const page of linkPages(context.http, ask(path, { role, per_page: 100 }), person, start)) {
        for (const { id, login } of page.rows) {
          const data: Member = { login, role, twoFactor: without ? !without.has(id) : null };
          yield item("github.member", { type: "member", id: String(id), label: login }, data, page.answer);
        }
        const rest = checkpointAfter(role, page.next);
        if (rest !== undefined) yield { checkpoint: rest };
      }
    }
  },
};

/** Where to go on: the next page, or the first one of the next role. Undefined at the end, where nothing is left. */
function checkpointAfter(role: (typeof roles)[number], next: Json | undefined): Json | undefined {
  if (next !== undefined) return { role, next };
  return role === "admin" ? { role: "member" } : undefined;
}

/**
 * Ids of members without a second factor. Undefined where GitHub does not tell: to those who are no owner, and where the
 * answer contradicts the organization's own rule, which keeps nobody without one.
 */
async function withoutTwoFactor({ http, account, items }: StepContext): Promise<ReadonlySet<number> | undefined> {
  const path = `/orgs/${account.facts["organization"]}/members`;
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
