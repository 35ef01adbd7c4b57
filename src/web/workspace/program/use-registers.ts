import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";

/** The registers that the person may read, as they stand. */
export function useRegisters() {
  const { company } = useWorkspace();
  return useQuery(api.registers.list.queryOptions({ input: { companyId: company.id } }));
}
