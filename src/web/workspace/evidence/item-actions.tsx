import { FolderInput, Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import type { EvidenceItem } from "./evidence.ts";
import { RefileDialog } from "./refile-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

/** The buttons that change an item's name and its controls, for people who may. A replaced item stays where it was. */
export function ItemActions({ item }: { item: EvidenceItem }) {
  const [asking, setAsking] = useState<"name" | "controls">();
  const close = () => setAsking(undefined);
  return (
    <p className="cluster above-6">
      <Button kind="quiet" size="small" icon={Pencil} onClick={() => setAsking("name")}>
        Rename
      </Button>
      {!item.superseded && (
        <Button kind="quiet" size="small" icon={FolderInput} onClick={() => setAsking("controls")}>
          Change controls
        </Button>
      )}
      {asking === "name" && <RenameDialog item={item} onClose={close} />}
      {asking === "controls" && <RefileDialog items={[item]} onClose={close} />}
    </p>
  );
}
