import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { useCan } from "../company-context.tsx";
import { ArchiveDialog } from "./archive-dialog.tsx";
import type { Project } from "./project.ts";
import { RenameProject } from "./rename-project.tsx";
import { useArchive } from "./use-archive.ts";
import { WindowDialog } from "./window-dialog.tsx";

/** What can be done with a project as a whole; nothing is shown to whom may do none of it. */
export function ProjectMenu({ project }: { project: Project }) {
  const [open, setOpen] = useState<"rename" | "window" | "archive" | null>(null);
  const [mayRename, maySetWindow, mayArchive] = [
    useCan("projects.rename"),
    useCan("projects.setWindow"),
    useCan("projects.archive"),
  ];
  const { restore } = useArchive(project);
  const archived = project.archivedAt !== null;
  if (!(archived ? mayArchive : mayRename)) return null;
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={`Actions for ${project.name}`}
        trigger={<Icon of={Ellipsis} />}
        triggerClass="button project-menu"
        align="right"
      >
        {archived ? (
          <MenuItem onSelect={() => void restore()}>Restore</MenuItem>
        ) : (
          <>
            <MenuItem onSelect={() => setOpen("rename")}>Rename</MenuItem>
            {maySetWindow && <MenuItem onSelect={() => setOpen("window")}>Set Audit Window</MenuItem>}
            {mayArchive && <MenuItem onSelect={() => setOpen("archive")}>Archive</MenuItem>}
          </>
        )}
      </Menu>
      {open === "rename" && <RenameProject project={project} onClose={close} />}
      {open === "window" && <WindowDialog project={project} onClose={close} />}
      {open === "archive" && <ArchiveDialog project={project} onClose={close} />}
    </>
  );
}
