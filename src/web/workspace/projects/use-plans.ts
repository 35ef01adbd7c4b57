import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { ControlPlan } from "./project.ts";

/** Who sees to which control, by the control's id; empty until it is known, and for whom it does not concern. */
export function usePlans(): ReadonlyMap<string, ControlPlan> {
  const { company } = useWorkspace();
  const enabled = useCan("controls.readWork");
  const plans = useQuery({ ...api.controls.plans.queryOptions({ input: { companyId: company.id } }), enabled });
  return new Map((plans.data ?? []).map((plan) => [plan.controlId, plan]));
}
