import * as z from "zod";
import type { Step } from "../../connector.ts";
import { item } from "../../observe.ts";
import type { Organization } from "../kinds.ts";
import { ask, read } from "../request.ts";

// Without owner-level rights GitHub leaves these out, which is not the same as false.
const answered = z.object({
  id: z.number().int(),
  login: z.string(),
  plan: z.object({ name: z.string() }).nullish(),
  two_factor_requirement_enabled: z.boolean().nullish(),
  default_repository_permission: z.string().nullish(),
  public_repos: z.number().int().nullish(),
  total_private_repos: z.number().int().nullish(),
});

/** Settings of the organization itself. */
export const organization: Step = {
  id: "organization",
  title: "Organization settings",
  kinds: ["github.organization"],
  scopes: ["organization_administration:read"],
  async *collect({ http, account }) {
    const { data, answer } = await read(http, ask(`/orgs/${account.facts["organization"]}`), answered);
    const kept: Organization = {
      login: data.login,
      plan: data.plan?.name ?? null,
      twoFactorRequired: data.two_factor_requirement_enabled ?? null,
      basePermission: data.default_repository_permission ?? null,
      repositories: account.facts["repositories"] ?? "token",
      repositoryCount: countOf(data),
    };
    yield item("github.organization", { type: "organization", id: String(data.id), label: data.login }, kept, answer);
  },
};

/** Both counts or none: without the private ones it is not known how many there are. */
function countOf({ public_repos: open, total_private_repos: closed }: z.infer<typeof answered>): number | null {
  return typeof open === "number" && typeof closed === "number" ? open + closed : null;
}
