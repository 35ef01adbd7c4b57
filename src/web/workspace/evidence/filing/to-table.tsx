import { useNavigate } from "react-router";
import { useWorkspace } from "../../company-context.tsx";
import { forgetFiles } from "../filing-store.ts";
import type { ChosenFile } from "../filing-store.ts";
import { addToBatch } from "./add-to-batch.ts";
import type { Presets } from "./batch.ts";

/** What was chosen in the dialog, and goes on in the table. */
export interface Chosen {
  readonly files: readonly ChosenFile[];
  readonly controls: readonly string[];
  /** The matter's id; empty for what is not privileged. */
  readonly matter: string;
  /** The control that one came from. */
  readonly control: string | undefined;
}

/** Leads from the dialog to the table of many: chosen files go on there, under the same controls and the same privilege. */
export function useToTable({ files, controls, matter, control }: Chosen): (and?: (presets: Presets) => void) => void {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  return (and) => {
    const presets = { ...(controls.length > 0 && { controls }), ...(matter && { matter }) };
    const chosen = files.map(({ file }) => ({ file, path: file.name }));
    if (chosen.length > 0) void addToBatch(company.id, chosen, presets);
    forgetFiles(company.id);
    and?.(presets);
    void navigate(`/dashboard/evidence/add${control ? `?control=${control}` : ""}`);
  };
}

/** The way to the table, in words. */
export function ToTable(chosen: Chosen) {
  const go = useToTable(chosen);
  return (
    <p className="fine quiet">
      {chosen.files.length > 1 ? "Does each file need its own document?" : "Do you have many files, a folder or a ZIP?"}{" "}
      <button type="button" className="link" onClick={() => go()}>
        Use the table
      </button>
    </p>
  );
}
