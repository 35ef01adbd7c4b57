import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Cable } from "lucide-react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { getProvider } from "#catalog/providers.ts";
import { api } from "#web/api.ts";
import type { CommandGroup } from "./command.ts";

/** The company's connected accounts, and the providers that none is connected of, by the names of both. */
export function useConnectionEntries(companyId: string, mayManage: boolean, text: string): CommandGroup {
  const { data } = useQuery({
    ...api.connections.list.queryOptions({ input: { companyId } }),
    enabled: text.trim() !== "",
    retry: false,
  });
  return useMemo(() => ({ title: "Connections", entries: entriesOf(data ?? [], mayManage) }), [data, mayManage]);
}

type Offers = z.output<typeof contract.connections.list.output>;

function entriesOf(offers: Offers, mayManage: boolean) {
  return offers.flatMap(({ provider: key, connections }) => {
    const { name, kind } = getProvider(key);
    if (connections.length === 0)
      return [
        {
          id: `provider-${key}`,
          label: name,
          note: "Not connected",
          words: `connect ${kind}`,
          icon: Cable,
          leads: mayManage ? `/dashboard/integrations?connect=${key}` : "/dashboard/integrations",
        },
      ];
    return connections.map(({ id, accountLabel, state }) => ({
      id: `connection-${id}`,
      label: accountLabel ? `${name}: ${accountLabel}` : name,
      note: state === "needs attention" ? "Needs attention" : "Connection",
      words: `connection ${kind}`,
      icon: Cable,
      leads: `/dashboard/integrations?manage=${id}`,
    }));
  });
}
