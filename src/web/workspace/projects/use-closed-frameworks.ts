import { useQuery } from "@tanstack/react-query";
import { planOf } from "#catalog/plans.ts";
import { fitsPlan } from "#domain/framework-limits.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";

/** Why a framework cannot be chosen, and for the whole list who can change that. Open while it is not known yet. */
type ClosedFrameworks = ((framework: string) => string | undefined) & { readonly why: string | undefined };

/** Which frameworks are closed to a new project of the company: the rule by which the database would refuse it. */
export function useClosedFrameworks(): ClosedFrameworks {
  const { company } = useWorkspace();
  const input = { companyId: company.id };
  const projects = useQuery(api.projects.list.queryOptions({ input }));
  const usage = useQuery(api.companies.usage.queryOptions({ input }));
  const used = (projects.data ?? []).filter(({ archivedAt }) => archivedAt === null).map(({ framework }) => framework);
  // What the company has, which may be more than its plan's.
  const limit = usage.data?.frameworks.limit ?? null;
  const isClosed = (framework: string) => !fitsPlan(framework, { used, limit });
  const { name } = planOf(company.subscriptionTier);
  return Object.assign((framework: string) => (isClosed(framework) ? `Not in the ${name} plan` : undefined), {
    // Any framework that is not in use stands for all others.
    why: isClosed("")
      ? `The ${name} plan includes ${String(limit)} frameworks. The owner can choose a larger plan.`
      : undefined,
  });
}
