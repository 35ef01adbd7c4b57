import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { CoveredDays, Project } from "./project.ts";

/** The days of a project's audit window that each control covered; undefined until known, and without a window. */
export function useCoveredDays(project: Project | undefined): ReadonlyMap<string, CoveredDays> | undefined {
  const { company } = useWorkspace();
  const enabled = useCan("controls.readHistory") && Boolean(project?.window);
  const input = { companyId: company.id, projectId: project?.id ?? "" };
  const days = useQuery({ ...api.projects.daysCovered.queryOptions({ input }), enabled });
  return enabled && days.data ? new Map(days.data.controls.map((control) => [control.controlId, control])) : undefined;
}
