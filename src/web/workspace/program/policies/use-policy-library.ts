import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { PolicyAnswer } from "#catalog/policies/compose.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { PolicyLibrary } from "./policies.ts";

/** The library with what the company answered, and how everything that rests on policies is read anew. */
export function usePolicyLibrary() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const library = useQuery(api.policies.library.queryOptions({ input: { companyId: company.id } }));
  const kept = new Map<string, PolicyAnswer>(library.data?.answers.map(({ question, answer }) => [question, answer]));
  const refresh = async (withActions = false) => {
    const keys = [api.policies.key(), api.tasks.key(), ...(withActions ? [api.registers.key()] : [])];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  return { library, kept, refresh };
}

/** By a question the titles of the policies among these that ask it. */
export function titlesAsking(
  policies: PolicyLibrary["policies"],
  edition: keyof PolicyLibrary["policies"][number]["asked"],
): ReadonlyMap<string, readonly string[]> {
  const asking = new Map<string, string[]>();
  for (const { title, asked } of policies)
    for (const question of asked[edition]) asking.set(question, [...(asking.get(question) ?? []), title]);
  return asking;
}
