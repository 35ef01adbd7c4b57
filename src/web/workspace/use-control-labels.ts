import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "./company-context.tsx";

/**
 * What a control is called in a tag: its id, and beside it the first requirement it speaks to in the framework of the
 * company's newest project, which people know before they know our ids: `XC-08 CC6.1`. The id alone until it is known.
 */
export function useControlLabels(): (controlId: string) => string {
  const { company } = useWorkspace();
  const input = { companyId: company.id };
  const controls = useQuery({ ...api.controls.list.queryOptions({ input }), staleTime: 5 * 60_000 }).data ?? [];
  const projects = useQuery(api.projects.list.queryOptions({ input })).data ?? [];
  const framework = projects.find(({ status }) => status !== "Archived")?.framework ?? "soc2";
  return (controlId) => {
    const first = controls.find(({ id }) => id === controlId)?.requirements[framework]?.[0];
    return first === undefined ? controlId : `${controlId} ${first}`;
  };
}
