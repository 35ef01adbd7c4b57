import { useState } from "react";
import { client } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Project } from "./project.ts";
import { useProjectChange } from "./use-project-change.ts";

/** Archives a project, and restores it; archiving can be taken back in its slip. */
export function useArchive(project: Project) {
  const { company } = useWorkspace();
  const changed = useProjectChange();
  const [busy, setBusy] = useState(false);
  const input = { companyId: company.id, projectId: project.id };

  async function run(work: () => Promise<unknown>, failure: string): Promise<boolean> {
    setBusy(true);
    try {
      await work();
      await changed();
      return true;
    } catch (error) {
      showError(error, failure);
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function restore() {
    if (await run(() => client.projects.restore(input), "The project could not be restored"))
      toast.success(`Project "${project.name}" restored`);
  }

  async function archive() {
    const done = await run(() => client.projects.archive(input), "The project could not be archived");
    if (done)
      toast.success(`Project "${project.name}" archived`, {
        action: { label: "Undo", onPress: () => void restore() },
      });
    return done;
  }

  return { archive, restore, busy };
}
