import { useNavigate } from "react-router";
import { useWorkspace } from "../../company-context.tsx";
import { forgetFiles } from "../filing-store.ts";
import type { ChosenFile } from "../filing-store.ts";
import { addToBatch } from "./add-to-batch.ts";
import { LinksToTable } from "./links-to-table.tsx";

interface ToTableProps {
  files: readonly ChosenFile[];
  controls: readonly string[];
  /** The matter's id; empty for what is not privileged. */
  matter: string;
  /** The control that one came from. */
  control: string | undefined;
}

/** From the dialog to the table of many: the chosen files go on there, under the same controls and the same privilege. */
export function ToTable({ files, controls, matter, control }: ToTableProps) {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  const presets = { ...(controls.length > 0 && { controls }), ...(matter && { matter }) };
  function take() {
    const chosen = files.map(({ file }) => ({ file, path: file.name }));
    if (chosen.length > 0) void addToBatch(company.id, chosen, presets);
    forgetFiles(company.id);
  }
  function go() {
    take();
    void navigate(`/dashboard/evidence/add${control ? `?control=${control}` : ""}`);
  }
  return (
    <>
      <LinksToTable presets={presets} control={control} onLeave={take} />
      <p className="fine quiet">
        {files.length > 1 ? "Does each file need its own document?" : "Do you have many files, a folder or a ZIP?"}{" "}
        <button type="button" className="link" onClick={go}>
          Use the table
        </button>
      </p>
    </>
  );
}
