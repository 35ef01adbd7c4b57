import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Notice } from "#web/design/states.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { Project } from "./project.ts";

/** A draft says what is there already, and offers to count it; in one where nothing is, something else comes first. */
export function StartProject({ project, isNew }: { project: Project; isNew: boolean }) {
  const { company } = useWorkspace();
  const mayStart = useCan("projects.start");
  const queries = useQueryClient();
  const start = useMutation(
    api.projects.start.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.projects.key() }),
          queries.invalidateQueries({ queryKey: api.companies.overview.key() }),
        ]);
        toast.success(`Project "${project.name}" started`);
        // The notice goes with the button that was pressed.
        requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
      },
      onError: (error) => showError(error, "The project could not be started"),
    }),
  );
  const covered = project.alreadyCovered;
  return (
    <Notice
      action={
        mayStart && (
          <Button
            kind={isNew ? "secondary" : "primary"}
            size="small"
            busy={start.isPending && "Starting..."}
            onClick={() => start.mutate({ companyId: company.id, projectId: project.id })}
          >
            Start Project
          </Button>
        )
      }
    >
      This project is a draft. Your dashboard does not count it yet.{" "}
      {covered === 0
        ? "Start it or add its first evidence."
        : `${covered} of its ${project.controls} controls pass already.`}
    </Notice>
  );
}
