import { useQuery } from "@tanstack/react-query";
import { proposedRegisters } from "#domain/registers/proposals.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Register } from "./registers.ts";

const asked: readonly string[] = ["systems", ...proposedRegisters];

/** What is proposed for a register, and how many of it nobody dismissed. */
export function useProposals({ key, may }: Pick<Register, "key" | "may">) {
  const { company } = useWorkspace();
  const enabled = may.write && asked.includes(key);
  const query = useQuery({
    ...api.proposals.list.queryOptions({ input: { companyId: company.id, register: key } }),
    enabled,
  });
  const all = query.data ?? [];
  return { query, open: all.filter(({ dismissed }) => !dismissed), dismissed: all.filter((each) => each.dismissed) };
}
