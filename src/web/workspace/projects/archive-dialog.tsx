import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import type { Project } from "./project.ts";
import { useArchive } from "./use-archive.ts";

/** Asks before a project is archived, and says what that does. */
export function ArchiveDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { archive, busy } = useArchive(project);
  const go = async () => {
    if (await archive()) onClose();
  };
  return (
    <Dialog title="Archive Project" onClose={onClose}>
      <DialogBody>
        <p>{project.name}</p>
        <ul className="archive-list quiet">
          <li>
            Its figures are frozen: {project.controlsPassed} of {project.controls} controls passed.
          </li>
          <li>You can still read and export it, but not change it. An admin can restore it.</li>
          <li>It no longer counts toward your plan's frameworks. You can restore it only while your plan has room.</li>
          <li>Your evidence stays and still counts in your other projects.</li>
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" busy={busy && "Archiving..."} onClick={() => void go()}>
          Archive
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
