import { maxEvidenceBytes } from "#web/contract.ts";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { useWorkspace } from "../company-context.tsx";
import { ChosenFiles } from "./chosen-files.tsx";
import { LinksToTable } from "./filing/links-to-table.tsx";
import type { Chosen } from "./filing/to-table.tsx";
import { addFiles } from "./filing-store.ts";
import type { Filing } from "./filing-store.ts";

interface FilesFieldProps {
  filing: Filing;
  error: string | undefined;
  nameError: string | undefined;
  onRetry: (key: string) => void;
  /** What links take along to the table; undefined where one file is wanted. */
  chosen: Chosen | undefined;
}

/** Where files come into the dialog: dropped, chosen, pasted, or by their links. */
export function FilesField({ filing, error, nameError, onRetry, chosen }: FilesFieldProps) {
  const { company } = useWorkspace();
  return (
    <>
      <Field label="Files" error={error}>
        <FileDrop
          multiple
          onFiles={(files) => addFiles(company.id, files)}
          hint={`Any kind of file, up to ${byteSize(maxEvidenceBytes)} each. You can also paste.`}
        />
      </Field>
      <ChosenFiles companyId={company.id} filing={filing} error={nameError} onRetry={onRetry} />
      {chosen && <LinksToTable {...chosen} />}
    </>
  );
}
