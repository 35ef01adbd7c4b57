import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { Mark } from "#web/design/mark.tsx";
import { newUploadKey } from "#web/upload.ts";
import { useWorkspace } from "../company-context.tsx";
import { readCsvFile } from "./csv-text.ts";
import type { Training } from "./training-columns.tsx";
import { useTrainingImports } from "./use-training-imports.ts";
import type { ChosenList } from "./use-training-imports.ts";

type Preview = z.output<typeof contract.training.previewImport.output>;

/** No character of CSV takes more bytes, so a larger file has too many characters; it is not read at all. */
const mostBytes = 4 * 900_000;

interface TrainingImportDialogProps {
  courses: Training["courses"];
  onClose: () => void;
}

/** Choose another provider's list, see who is in it row by row, then import all of it or nothing. */
export function TrainingImportDialog({ courses, onClose }: TrainingImportDialogProps) {
  const { company } = useWorkspace();
  const { add } = useTrainingImports();
  const [course, setCourse] = useState(courses[0]!.key);
  const [provider, setProvider] = useState("");
  const [asked, setAsked] = useState(false);
  const [chosen, setChosen] = useState<ChosenList>();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw new Error("This file is too large. Split it.");
      const bytes = await file.arrayBuffer();
      const { csv, encoding } = readCsvFile(bytes);
      const preview = await client.training.previewImport({ companyId: company.id, csv, course });
      setChosen({ fileName: file.name, csv, encoding, bytes: new Uint8Array(bytes), key: newUploadKey() });
      return preview;
    },
    onMutate: () => setChosen(undefined),
  });
  const preview = chosen && reading.data;
  const unnamed = asked && provider.trim() === "" ? "Please name the provider" : undefined;
  function importAll() {
    setAsked(true);
    if (!chosen || provider.trim() === "") return;
    add.mutate(
      { list: chosen, course, provider: provider.trim() },
      { onSuccess: onClose, onError: (error) => showError(error, "The list could not be imported") },
    );
  }
  return (
    <Dialog title="Import training" width="wide" onClose={add.isPending ? undefined : onClose}>
      <DialogBody>
        <p className="compact quiet">
          A list from another provider is filed as evidence. It shows who passed there, and decides no check: only
          courses taken here do.
        </p>
        <Field label="Course here">
          <Select value={course} onChange={({ target }) => setCourse(target.value)}>
            {courses.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Provider" error={unnamed}>
          <Input value={provider} maxLength={120} onChange={({ target }) => setProvider(target.value)} />
        </Field>
        <Field label="CSV file" error={reading.error?.message}>
          <FileDrop
            accept=".csv,.tsv,.txt,text/csv"
            onFiles={([file]) => file && reading.mutate(file)}
            hint="Columns Email and Completion Date, and Status where there is one"
          />
        </Field>
        {reading.isPending && (
          <p className="compact quiet" role="status">
            Reading the file...
          </p>
        )}
        {preview && <PreviewOf preview={preview} name={chosen.fileName} />}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" disabled={add.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={!preview || preview.wrong > 0 || preview.added === 0}
          busy={add.isPending && "Importing..."}
          onClick={importAll}
        >
          Import
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const counted = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;

/** What the file would do, row by row: what is wrong first, otherwise who is taken and who is left out. */
function PreviewOf({ preview, name }: { preview: Preview; name: string }) {
  const { added, left, wrong, sample, leftRows, problems } = preview;
  const rows =
    wrong > 0
      ? problems.map(({ row, message }) => ({ row, who: "", message }))
      : [
          ...sample.map(({ row, number, name: who, completedOn }) => ({
            row,
            who: `${number} ${who}`,
            message: `Completed on ${longDate(completedOn)}`,
          })),
          ...leftRows.map(({ row, message }) => ({ row, who: "Left out", message })),
        ].toSorted((a, b) => a.row - b.row);
  return (
    <div className="stack" aria-live="polite">
      <p className="apart compact">
        <span className="wraps">{name}</span>
        {wrong > 0 ? (
          <Mark finding="failing">{counted(wrong, "row is wrong", "rows are wrong")}</Mark>
        ) : (
          <Mark finding={added > 0 ? "sealed" : "needs evidence"}>{counted(added, "person", "people")}</Mark>
        )}
      </p>
      <p className="compact quiet">
        {wrong > 0
          ? "Nothing is imported while a row is wrong. Fix the file and choose it again."
          : `${counted(added, "person", "people")} will be imported, ${counted(left, "row", "rows")} left out.`}
      </p>
      <div className="import-problems" role="region" aria-label={wrong > 0 ? "Wrong rows" : "Rows"} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {wrong === 0 && <th scope="col">Person</th>}
              <th scope="col">{wrong > 0 ? "What is wrong" : "Result"}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, who, message }) => (
              <tr key={row}>
                <td>{row}</td>
                {wrong === 0 && <td className="wraps">{who}</td>}
                <td className="wraps">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
