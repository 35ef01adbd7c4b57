import { useQuery } from "@tanstack/react-query";
import { planOf } from "#catalog/plans.ts";
import { frameworkRefusal } from "#domain/framework-limits.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { frameworkName } from "../frameworks.ts";
import { useFeature } from "../use-feature.ts";

/** Why a framework cannot be chosen, and for the whole list who can change that. Open while it is not known yet. */
type ClosedFrameworks = ((framework: string) => string | undefined) & { readonly why: string | undefined };

/** Which frameworks are closed to a new project of the company: the rule by which the database would refuse it. */
export function useClosedFrameworks(): ClosedFrameworks {
  const { company } = useWorkspace();
  const projects = useQuery(api.projects.list.queryOptions({ input: { companyId: company.id } }));
  const multiFramework = useFeature("multi-framework");
  const used = (projects.data ?? []).filter(({ archivedAt }) => archivedAt === null).map(({ framework }) => framework);
  const plan = planOf(company.subscriptionTier);
  const limits = { used, multiFramework: multiFramework ?? true, limit: plan.limits.frameworks };
  const refusalOf = (framework: string) => frameworkRefusal(framework, limits);

  const notes = {
    "single-framework": `Your workspace is limited to one framework: ${frameworkName(used[0] ?? "")}`,
    "framework-limit": `Not in the ${plan.name} plan`,
  };
  const reasons = {
    "single-framework": "Your workspace is limited to one framework. A platform admin can allow more.",
    "framework-limit": `The ${plan.name} plan includes ${String(plan.limits.frameworks)} frameworks. The owner can choose a larger plan.`,
  };
  // Any framework that is not in use stands for all others.
  const others = refusalOf("");
  return Object.assign(
    (framework: string) => {
      const refusal = refusalOf(framework);
      return refusal && notes[refusal];
    },
    { why: others && reasons[others] },
  );
}
