import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { FolderOpen, ListChecks, NotebookTabs, ScrollText, Stamp } from "lucide-react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { frameworkName } from "../../frameworks.ts";
import { usePaused } from "../../use-paused.ts";
import type { CommandGroup } from "./command.ts";

type Found = z.output<typeof contract.search.everything.output>;

/** What of the company's own has the text in it; a newer text ends the request of the one before. */
export function useFound(companyId: string, text: string) {
  const sought = usePaused(text.trim());
  const asked = useQuery({
    ...api.search.everything.queryOptions({ input: { companyId, text: sought } }),
    enabled: sought !== "",
    placeholderData: keepPreviousData,
  });
  const current = sought === "" ? undefined : asked.data;
  const groups = useMemo(() => (current ? groupsOf(current) : []), [current]);
  return {
    groups,
    searching: text.trim() !== sought || asked.isFetching,
    failed: sought !== "" && asked.isError,
    again: () => void asked.refetch(),
  };
}

function groupsOf({ evidence, projects, controls, records, policies }: Found): readonly CommandGroup[] {
  return [
    {
      title: "Evidence",
      entries: evidence.map(({ id, exhibit, name, source }) => ({
        id: `evidence-${id}`,
        label: name,
        note: `${spokenNumber(exhibit)}, ${source}`,
        icon: Stamp,
        leads: `/dashboard/evidence?item=${id}`,
      })),
    },
    {
      title: "Records",
      entries: records.map(({ id, register, label, number, title, ended }) => ({
        id: `record-${id}`,
        label: title,
        note: `${number}, ${label}${ended ? ", ended" : ""}`,
        icon: NotebookTabs,
        leads: `/dashboard/program/${register}?record=${id}`,
      })),
    },
    {
      title: "Policies",
      entries: policies.map(({ id, title, inForce }) => ({
        id: `policy-${id}`,
        label: title,
        note: inForce ? "Policy" : "Policy, not in force",
        icon: ScrollText,
        leads: `/dashboard/program/policies/${id}`,
      })),
    },
    {
      title: "Projects",
      entries: projects.map(({ id, name, framework }) => ({
        id: `project-${id}`,
        label: name,
        note: frameworkName(framework),
        icon: FolderOpen,
        leads: `/dashboard/projects/${id}`,
      })),
    },
    {
      title: "Controls",
      entries: controls.map(({ id, title, domain, projectId }) => ({
        id: `control-${id}`,
        label: title,
        note: `${id}, ${domain}`,
        icon: ListChecks,
        // Without a project there is no page of a control; its evidence is what there is to see.
        leads: projectId ? `/dashboard/projects/${projectId}?control=${id}` : `/dashboard/evidence?control=${id}`,
      })),
    },
  ];
}
