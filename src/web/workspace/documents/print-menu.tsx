import { useMutation } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { addressOf } from "#web/address.ts";
import { showError } from "#web/app-error.ts";
import { contract } from "#web/contract.ts";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { useWorkspace } from "../company-context.tsx";

const formats = [
  ["pdf", "PDF"],
  ["docx", "Word"],
] as const;

interface PrintMenuProps {
  /** Expected documents that are printed. */
  documents: readonly { readonly id: string; readonly title: string }[];
  /** The sealed exhibit that they are drawn from; the newest one where none is said. */
  exhibit?: string;
}

/** Downloads documents that are drawn from what Exhibit keeps, as a PDF or a Word document. */
export function PrintMenu({ documents, exhibit }: PrintMenuProps) {
  const { company } = useWorkspace();
  const print = useMutation({
    mutationFn: async ({ id, title, format }: { id: string; title: string; format: (typeof formats)[number][0] }) => {
      const input = { companyId: company.id, documentId: id, format, ...(exhibit !== undefined && { exhibit }) };
      saveFile(await fetchFile(addressOf(contract.printedDocuments.file, input)), `${title}.${format}`);
    },
    onError: (error) => showError(error, "The document could not be printed"),
  });
  const only = documents.length === 1 ? documents[0] : undefined;
  return (
    <Menu
      label={only ? `Print ${only.title}` : "Print"}
      trigger={
        <>
          <Icon of={Printer} /> {print.isPending ? "Printing..." : "Print"}
        </>
      }
      triggerClass="button"
      triggerKind="secondary"
      align="right"
    >
      {documents.flatMap((document) =>
        formats.map(([format, label]) => (
          <MenuItem key={`${document.id} ${format}`} onSelect={() => print.mutate({ ...document, format })}>
            {only ? label : `${document.title}, ${label}`}
          </MenuItem>
        )),
      )}
    </Menu>
  );
}
