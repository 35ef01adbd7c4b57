import * as z from "zod";
import type { Step } from "../../connector.ts";
import { item } from "../../observe.ts";
import type { ActionsPolicy } from "../kinds.ts";
import { ask, read } from "../request.ts";

const permissions = z.object({ enabled_repositories: z.string(), allowed_actions: z.string().nullish() });
const workflow = z.object({
  default_workflow_permissions: z.string(),
  can_approve_pull_request_reviews: z.boolean(),
});

/** What workflows may do in the whole organization. */
export const actions: Step = {
  id: "actions",
  title: "Workflow permissions",
  kinds: ["github.actions-policy"],
  scopes: ["organization_administration:read"],
  async *collect({ http, account }) {
    const path = `/orgs/${account.facts["organization"]}/actions/permissions`;
    const { data: allowed, answer } = await read(http, ask(path), permissions);
    const { data: tokens } = await read(http, ask(`${path}/workflow`), workflow);
    const kept: ActionsPolicy = {
      enabledRepositories: allowed.enabled_repositories,
      allowedActions: allowed.allowed_actions ?? null,
      defaultPermissions: tokens.default_workflow_permissions,
      canApprove: tokens.can_approve_pull_request_reviews,
    };
    yield item("github.actions-policy", { type: "organization", id: account.id, label: account.label }, kept, answer);
  },
};
