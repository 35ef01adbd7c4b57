import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "./company-context.tsx";

/** Whether a feature is on for the company; undefined until that is known. */
export function useFeature(key: string): boolean | undefined {
  const { company } = useWorkspace();
  const features = useQuery(api.features.list.queryOptions({ input: { companyId: company.id } }));
  return features.data?.includes(key);
}
